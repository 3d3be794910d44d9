//! Rules checked and compiled to bit tables.

use crate::card::{Card, Faces, Pack};
use crate::deal::DealId;
use crate::variant::{Build, Columns, Fill, PackKind, Passes, Score, Unit, Variant};

/// The rules of a game at one size, checked, with every question a search asks as a table.
///
/// Compiled tables cost no more than hand-written code, and a new variant is only a YAML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The game's id.
    pub game: String,
    /// The cards.
    pub pack: Pack,
    /// How many columns.
    pub columns: usize,
    /// How many cards are dealt face up on each column, 0-based; column k has k face down.
    pub face_up: Vec<usize>,
    /// What may be built in the tableau.
    pub build: Build,
    /// What moves in one move.
    pub unit: Unit,
    /// What may enter an empty column.
    pub fill: Fill,
    /// Whether a card may come back from a foundation.
    pub returns: bool,
    /// How many cards a turn brings; 0 without a stock.
    pub draw: usize,
    /// How often the stock may be gone through.
    pub passes: Passes,
    /// How the play is scored.
    pub score: Option<Score>,
    /// Whether a deal may choose the number of ranks.
    pub sized: bool,
    /// The number of ranks where a deal does not choose it.
    pub usual_size: Option<u8>,
    accepts: Vec<[u64; 4]>,
    fills: [u64; 4],
}

/// Rules that cannot be played, or that this program does not play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{game}: {field}: {why}")]
pub struct BadVariant {
    /// The game's id.
    pub game: String,
    /// The field that is wrong.
    pub field: &'static str,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl Rules {
    /// Checks a variant and compiles its tables; `size` is the number of ranks that a deal asks for.
    ///
    /// # Errors
    /// If a field is out of range or contradicts another.
    pub fn compile(variant: &Variant, size: Option<u8>) -> Result<Rules, BadVariant> {
        let bad = |field: &'static str, why: String| BadVariant { game: variant.game.clone(), field, why };
        let within = |field: &'static str, value: u8, least: u8, most: u8| match value {
            value if value < least || value > most => {
                Err(bad(field, format!("{value} is not a number from {least} to {most}")))
            }
            value => Ok(usize::from(value)),
        };
        let ranks = ranks(variant, size).map_err(|why| bad("ranks", why))?;
        let only_several = variant.play.is_some()
            || variant.starter.is_some()
            || variant.ace.is_some()
            || variant.tie.is_some()
            || variant.finish.is_some()
            || variant.touch.is_some()
            || variant.spread.is_some();
        if only_several && variant.seats.is_none() {
            let why = "play, starter, ace, tie, finish, touch and spread are for games of several seats";
            return Err(bad("seats", why.into()));
        }
        within("packs", variant.packs, 1, 2)?;
        let faces = match variant.pack {
            PackKind::French => Faces::French { ranks },
            PackKind::Somerset => Faces::Somerset { ranks },
        };
        let pack = Pack { faces, copies: variant.packs };
        let columns = match variant.columns {
            Columns::Number(number) => within("columns", number, 1, 15)?,
            Columns::Ranks => usize::from(ranks),
        };
        let face_up: Vec<usize> = (0..columns)
            .map(|column| variant.face_up.get(column).or(variant.face_up.last()).copied())
            .map(|number| usize::from(number.unwrap_or(1)))
            .collect();
        let dealt: usize = face_up.iter().enumerate().map(|(down, up)| down + up).sum();
        let (draw, passes) = match variant.draw {
            Some(draw) => (within("draw", draw, 1, 13)?, variant.passes.unwrap_or(Passes::Unlimited)),
            None if variant.passes.is_some() => {
                return Err(bad("passes", "there is no stock to go through; give `draw` too".into()));
            }
            None => (0, Passes::Limited(1)),
        };
        if draw > 0 && dealt == pack.len() {
            return Err(bad(
                "draw",
                "all cards are dealt to the columns, so there is no stock to turn".into(),
            ));
        }
        if dealt > pack.len() || draw == 0 && dealt != pack.len() {
            let cards = pack.len();
            return Err(bad("columns", format!("the columns take {dealt} cards, the pack has {cards}")));
        }
        match (variant.pack, variant.build, variant.fill) {
            (PackKind::French, Build::Somerset, _) => {
                return Err(bad("build", "`somerset` needs `pack: somerset`".into()));
            }
            (PackKind::Somerset, build, _) if build != Build::Somerset => {
                return Err(bad("build", "Somerset cards are built by `somerset`".into()));
            }
            (PackKind::French, _, Fill::Double) => {
                return Err(bad("fill", "only Somerset cards have doubles".into()));
            }
            _ => {}
        }
        Ok(Rules {
            game: variant.game.clone(),
            pack,
            columns,
            face_up,
            build: variant.build,
            unit: variant.unit,
            fill: variant.fill,
            returns: variant.returns,
            draw,
            passes,
            score: variant.score,
            sized: variant.ranks.is_some_and(|choice| choice.least < choice.most),
            usual_size: variant.ranks.map(|choice| choice.usual),
            accepts: build_table(pack, variant.build),
            fills: fill_table(pack, variant.fill),
        })
    }

    /// Whether `card` may be built on `target`, the top card of a column.
    #[inline]
    pub fn accepts(&self, target: Card, card: Card) -> bool {
        has(&self.accepts[target.index()], card)
    }

    /// Whether `card` may be the first of an empty column.
    #[inline]
    pub fn fills(&self, card: Card) -> bool {
        has(&self.fills, card)
    }

    /// Whether the same moves are legal under other rules, whatever the games are called.
    pub fn plays_like(&self, other: &Rules) -> bool {
        let named = Rules {
            game: other.game.clone(),
            score: other.score,
            sized: other.sized,
            usual_size: other.usual_size,
            ..self.clone()
        };
        named == *other
    }

    /// The one name of a deal under these rules: the usual size is not said.
    pub fn named(&self, id: &DealId) -> DealId {
        DealId { size: id.size.filter(|_| id.size != self.usual_size), ..id.clone() }
    }

    /// The number of foundations: one a suit and copy of the pack, suits first.
    pub fn foundations(&self) -> usize {
        usize::from(self.pack.suits()) * usize::from(self.pack.copies)
    }

    /// The suit of a foundation, 0-based.
    pub fn foundation_suit(&self, foundation: usize) -> u8 {
        (foundation % usize::from(self.pack.suits())) as u8
    }

    /// Whether there is a stock.
    pub fn has_stock(&self) -> bool {
        self.draw > 0
    }

    /// Which cards of a fresh deal lie in which column, bottom first, given the shuffled pack:
    /// dealt row by row, a card a column from the column where the row begins, the rest is stock.
    ///
    /// Returns the columns and the stock, its next card first.
    pub fn lay_out(&self, cards: &[Card]) -> (Vec<Vec<Card>>, Vec<Card>) {
        let heights: Vec<usize> = self.face_up.iter().enumerate().map(|(down, up)| down + up).collect();
        let mut columns: Vec<Vec<Card>> = vec![Vec::new(); self.columns];
        let mut rest = cards.iter().copied();
        for row in 0..heights.iter().copied().max().unwrap_or(0) {
            for (column, &height) in heights.iter().enumerate() {
                if row < height {
                    columns[column].extend(rest.next());
                }
            }
        }
        (columns, rest.collect())
    }
}

fn ranks(variant: &Variant, size: Option<u8>) -> Result<u8, String> {
    let most = match variant.pack {
        PackKind::French => 13,
        PackKind::Somerset => 15,
    };
    let (least, most_here, usual) = match variant.ranks {
        Some(choice) => (choice.least, choice.most, choice.usual),
        None if variant.pack == PackKind::French => (13, 13, 13),
        None => return Err("a Somerset game says how many ranks it may have".into()),
    };
    if least < 1 || most_here > most || least > usual || usual > most_here {
        return Err(format!("least ≤ usual ≤ most, all from 1 to {most}"));
    }
    let ranks = size.unwrap_or(usual);
    if ranks < least || ranks > most_here {
        return Err(match least == most_here {
            true => format!("this game has no sizes to choose from, so no `@{ranks}`"),
            false => format!("{ranks} is not a number of ranks from {least} to {most_here}"),
        });
    }
    Ok(ranks)
}

fn has(set: &[u64; 4], card: Card) -> bool {
    set[card.index() >> 6] >> (card.index() & 63) & 1 == 1
}

fn build_table(pack: Pack, build: Build) -> Vec<[u64; 4]> {
    let mut table = vec![[0; 4]; 256];
    let faces = Pack { copies: 1, ..pack }.cards();
    for &target in &faces {
        for &card in &faces {
            let lower = card.rank() + 1 == target.rank();
            let same_suit = card.suit() == target.suit();
            let fits = match build {
                Build::AlternateColour => lower && is_red(card) != is_red(target),
                Build::Suit => lower && same_suit,
                Build::Any => lower,
                Build::Somerset => {
                    let same_rank = card.rank() == target.rank();
                    lower && same_suit || same_rank && card.suit() + 1 == target.suit()
                }
            };
            if fits {
                table[target.index()][card.index() >> 6] |= 1 << (card.index() & 63);
            }
        }
    }
    table
}

fn fill_table(pack: Pack, fill: Fill) -> [u64; 4] {
    let mut table = [0; 4];
    for card in (Pack { copies: 1, ..pack }).cards() {
        let fits = match fill {
            Fill::King => card.rank() + 1 == pack.ranks_of(card.suit()),
            Fill::Any => true,
            Fill::Double => card.is_double(),
            Fill::None => false,
        };
        if fits {
            table[card.index() >> 6] |= 1 << (card.index() & 63);
        }
    }
    table
}

/// Whether a card of a French pack is a diamond or a heart.
pub(crate) fn is_red(card: Card) -> bool {
    matches!(card.suit(), 1 | 2)
}
