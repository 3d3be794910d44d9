//! What the places of a diagram are called.

use super::{BadLanguage, Language};
use crate::assets::Assets;
use crate::card::{Card, Faces, Pack};
use crate::yaml;
use serde::Deserialize;

/// The file `diagram.yaml` of a language; CARD, NUMBER and SUIT stand for what they say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceFile {
    card_down: String,
    any_card_down: String,
    stock: String,
    stock_one: String,
    stock_empty: String,
    waste: String,
    waste_empty: String,
    foundation: String,
    foundation_empty: String,
}

/// The names of cards and places in a language, for titles that show on pointing.
#[derive(Debug, Clone)]
pub struct PlaceNames<'l> {
    language: &'l Language,
    file: PlaceFile,
}

impl<'l> PlaceNames<'l> {
    /// The names in a language.
    ///
    /// # Errors
    /// If the language's file is missing or bad.
    pub fn load(assets: &Assets, language: &'l Language) -> Result<PlaceNames<'l>, BadLanguage> {
        let path = format!("lang/{}/diagram.yaml", language.code());
        let file = yaml::read(&assets.place(&path), &assets.text(&path)?)?;
        Ok(PlaceNames { language, file })
    }

    /// The language.
    pub fn language(&self) -> &'l Language {
        self.language
    }

    /// A card as it is told.
    pub fn card(&self, pack: &Pack, card: Card) -> String {
        self.language.card_told(pack, card)
    }

    /// A face-down card, by its name if it may be known.
    pub fn face_down(&self, card: Option<&str>) -> String {
        match card {
            Some(card) => self.file.card_down.replace("CARD", card),
            None => self.file.any_card_down.clone(),
        }
    }

    /// The stock with so many cards.
    pub fn stock(&self, cards: usize) -> String {
        match cards {
            0 => self.file.stock_empty.clone(),
            1 => self.file.stock_one.clone(),
            _ => self.file.stock.replace("NUMBER", &cards.to_string()),
        }
    }

    /// The waste and its top card.
    pub fn waste(&self, top: Option<&str>) -> String {
        match top {
            Some(card) => self.file.waste.replace("CARD", card),
            None => self.file.waste_empty.clone(),
        }
    }

    /// A foundation: its top card, or whose it is.
    pub fn foundation(&self, pack: &Pack, suit: u8, top: Option<&str>) -> String {
        match top {
            Some(card) => self.file.foundation.replace("CARD", card),
            None => {
                let suit = match pack.faces {
                    Faces::French { .. } => self.language.suit_name(suit).to_string(),
                    Faces::Somerset { .. } => format!("/{suit}"),
                };
                self.file.foundation_empty.replace("SUIT", &suit)
            }
        }
    }
}
