//! The catalogue: which games there are, their rules, and deals of them from ids and files.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"somerset-klondike@9#42".parse().unwrap()).unwrap();
//! let position = catalogue.start(&deal).unwrap();
//! assert_eq!(position.columns().len(), 9);
//! ```

use crate::assets::{Assets, BadAsset};
use crate::deal::{BadDealId, BadPile, Deal, DealId, DealText, Pile, shuffle_for};
use crate::game::{BadDeal, BadVariant, Position, Rules};
use crate::variant::{RuleChanges, Variant};
use crate::yaml::BadYaml;
use std::sync::Arc;

/// The games of the binary and of the user's template folder.
#[derive(Debug, Clone)]
pub struct Catalogue {
    assets: Assets,
}

/// Why there is no such game, or no such deal of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// No game file has this name.
    #[error("unknown game `{name}`{guess} (`dealpress games` lists them)")]
    Unknown {
        /// The name asked for.
        name: String,
        /// `; did you mean …?` or nothing.
        guess: String,
    },
    /// The game is for several players, and one is not enough here.
    #[error("{game} is for {least} to {most} players; here a game for one is wanted, such as klondike")]
    Several {
        /// The game.
        game: String,
        /// The fewest players.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The text names no game or deal.
    #[error(transparent)]
    Name(#[from] BadDealId),
    /// The game file cannot be read.
    #[error(transparent)]
    Asset(#[from] BadAsset),
    /// The file is not what it should be.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// The rules contradict themselves.
    #[error(transparent)]
    Variant(#[from] BadVariant),
    /// A line of the deal cannot be read.
    #[error(transparent)]
    Pile(#[from] BadPile),
    /// The deal does not fit the rules.
    #[error(transparent)]
    Deal(#[from] BadDeal),
}

impl Catalogue {
    /// The games whose files are among these assets.
    pub fn new(assets: Assets) -> Catalogue {
        Catalogue { assets }
    }

    /// The files that the games come from.
    pub fn assets(&self) -> &Assets {
        &self.assets
    }

    /// The ids of the games for one player, sorted.
    pub fn names(&self) -> Vec<String> {
        let several = self.names_for_several();
        self.all_names().into_iter().filter(|name| !several.contains(name)).collect()
    }

    /// The ids of the games for several seats, sorted.
    pub fn names_for_several(&self) -> Vec<String> {
        let is_for_several = |name: &String| self.variant(name).is_ok_and(|variant| variant.seats.is_some());
        self.all_names().into_iter().filter(is_for_several).collect()
    }

    /// The ids of all games, sorted.
    pub fn all_names(&self) -> Vec<String> {
        let files = self.assets.names("games");
        let names = files.iter().filter_map(|name| name.strip_suffix(".yaml"));
        let mut names: Vec<String> = names.map(str::to_string).collect();
        names.sort();
        names
    }

    /// The rules of a game as its file writes them.
    ///
    /// # Errors
    /// If there is no such game, or its file is bad.
    pub fn variant(&self, game: &str) -> Result<Variant, BadGame> {
        let path = format!("games/{game}.yaml");
        let text = match self.assets.text(&path) {
            Ok(text) => text,
            Err(BadAsset::Missing(_)) => return Err(self.unknown(game)),
            Err(error) => return Err(error.into()),
        };
        let variant = Variant::read(&self.assets.place(&path), &text)?;
        if variant.game != game {
            let what = format!("`game: {}` should be `game: {game}`, as the file is named", variant.game);
            return Err(BadYaml { place: self.assets.place(&path), what }.into());
        }
        Ok(variant)
    }

    fn unknown(&self, game: &str) -> BadGame {
        let names = self.all_names();
        let nearest = names.iter().min_by_key(|name| distance(name, game));
        let guess = nearest.filter(|name| distance(name, game) <= 4 || name.starts_with(game));
        BadGame::Unknown {
            name: crate::card::shorten(game),
            guess: guess.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default(),
        }
    }

    /// The compiled rules of a game at a size, with some fields changed.
    ///
    /// # Errors
    /// If there is no such game, or the rules contradict themselves.
    pub fn rules(&self, game: &str, size: Option<u8>, changes: &RuleChanges) -> Result<Arc<Rules>, BadGame> {
        let mut variant = self.variant(game)?;
        if let Some(seats) = variant.seats {
            let game = game.to_string();
            return Err(BadGame::Several { game, least: seats.least, most: seats.most });
        }
        let sized = variant.ranks.is_some();
        let size = size.or(changes.ranks.filter(|_| sized));
        let changes = RuleChanges { ranks: changes.ranks.filter(|_| !sized), ..changes.clone() };
        variant = variant.with(&changes);
        Ok(Arc::new(Rules::compile(&variant, size)?))
    }

    /// The deal that an id names, under the game's own rules.
    ///
    /// # Errors
    /// If there is no such game or size.
    pub fn deal(&self, id: &DealId) -> Result<Deal, BadGame> {
        self.deal_under(id, &RuleChanges::default())
    }

    /// The deal that an id names, with some rule fields changed.
    ///
    /// # Errors
    /// If there is no such game or size, or the rules contradict themselves.
    pub fn deal_under(&self, id: &DealId, changes: &RuleChanges) -> Result<Deal, BadGame> {
        let rules = self.rules(&id.game, id.size, changes)?;
        Ok(fresh(&rules, &rules.named(id), changes))
    }

    /// Reads a deal file; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the file is no deal of a game that we have. Whether its cards are the pack's is
    /// [`Catalogue::start`]'s to say.
    pub fn read_deal(&self, name: &str, text: &str) -> Result<Deal, BadGame> {
        self.deal_of(&DealText::read(name, text)?)
    }

    /// The deal that a deal text describes.
    ///
    /// # Errors
    /// As [`Catalogue::read_deal`].
    pub fn deal_of(&self, text: &DealText) -> Result<Deal, BadGame> {
        let name = text.game_name()?;
        let rules = self.rules(&name.game, name.size, &text.rules)?;
        let deal = text.deal(&name.game, name.size, &rules.pack)?;
        self.check_id(&deal, &rules)?;
        Ok(deal)
    }

    /// Refuses a deal that bears the id of another: a name is the same deal for ever.
    fn check_id(&self, deal: &Deal, rules: &Rules) -> Result<(), BadGame> {
        let Some(id) = deal.id.as_ref().and_then(|id| id.parse::<DealId>().ok()) else { return Ok(()) };
        if id.game != deal.game && !self.names().contains(&id.game) {
            return Ok(());
        }
        let changes =
            RuleChanges { ranks: deal.changes.ranks.filter(|_| !rules.sized), ..deal.changes.clone() };
        let Ok(named) = self.deal_under(&id, &changes) else { return Ok(()) };
        let same = named.columns == deal.columns && named.stock == deal.stock;
        if id.game == deal.game && same && deal.seed.is_none_or(|seed| seed == id.seed) {
            return Ok(());
        }
        let what =
            format!("{id} is another deal; leave the id out, or give this one a name of its own without #");
        Err(BadYaml { place: "id".into(), what }.into())
    }

    /// The rules under which a deal is played.
    ///
    /// # Errors
    /// If there is no such game, or the rules contradict themselves.
    pub fn rules_of(&self, deal: &Deal) -> Result<Arc<Rules>, BadGame> {
        self.rules(&deal.game, deal.size, &deal.changes)
    }

    /// The position at the beginning of a deal.
    ///
    /// # Errors
    /// If the deal's cards are not the pack's or its piles not the rules'.
    pub fn start(&self, deal: &Deal) -> Result<Position, BadGame> {
        Ok(Position::new(self.rules_of(deal)?, deal)?)
    }
}

/// The deal of an id: the pack shuffled by its seed and laid out row by row.
pub fn fresh(rules: &Rules, id: &DealId, changes: &RuleChanges) -> Deal {
    fresh_for(0, rules, id, changes)
}

/// The deal of an id for a seat (0-based); that of the first is [`fresh`]'s.
pub fn fresh_for(seat: u8, rules: &Rules, id: &DealId, changes: &RuleChanges) -> Deal {
    let cards = shuffle_for(seat, rules.pack.cards(), id.seed);
    let (columns, stock) = rules.lay_out(&cards);
    let columns = columns.into_iter().zip(&rules.face_up);
    Deal {
        game: id.game.clone(),
        size: id.size,
        changes: changes.clone(),
        id: Some(id.to_string()),
        title: None,
        note: None,
        seed: Some(id.seed),
        columns: columns.map(|(cards, up)| Pile { down: cards.len() - up, cards }).collect(),
        stock,
        waste: Vec::new(),
        foundations: Vec::new(),
        pass: 1,
    }
}

/// Levenshtein's edit distance, for guesses at a misspelt name.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(60).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &right) in b.iter().enumerate() {
            let change = corner + usize::from(left != right);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}
