//! Playing what a walkthrough says, and checking what it says of it.

use super::lines::{Act, Says, Sentence, Source, Target};
use crate::card::Card;
use crate::game::{Move, Place, Played, Position, parse_move};

/// A game under way, with what is needed to find "the empty pile where 1/6 had been".
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub position: Position,
    /// The cards that were taken away last from each column, bottom card first.
    taken: Vec<Vec<Card>>,
}

/// Where a card lies.
enum Lies {
    Column { column: usize, index: usize },
    Waste { index: usize },
    Stock,
    Foundation,
}

impl Table {
    pub fn new(start: &Position) -> Table {
        Table { position: start.clone(), taken: vec![Vec::new(); start.columns().len()] }
    }

    /// Plays a sentence and checks what it says.
    ///
    /// # Errors
    /// If a move is not legal or something else comes of it; the text says what.
    pub fn perform(&mut self, sentence: &Sentence) -> Result<Vec<Played>, String> {
        let played = match &sentence.act {
            Act::Promote { cards, from } => self.promote(cards, *from)?,
            Act::PromoteRest => self.promote_rest()?,
            Act::Shift { cards, from, to } => vec![self.shift(cards, *from, to)?],
            Act::Return { card, to } => vec![self.bring_back(card, to)?],
            Act::Turn { times, shows } => self.turn(*times, shows.as_deref())?,
            Act::Redeal => vec![self.play(Move::Redeal)?],
            Act::Token(token) => {
                let act = parse_move(&self.position, token).map_err(|error| error.to_string())?;
                vec![self.play(act)?]
            }
        };
        if let Some(says) = &sentence.says {
            self.check(says, &played)?;
        }
        Ok(played)
    }

    fn play(&mut self, act: Move) -> Result<Played, String> {
        let played = self.position.play(act).map_err(|error| error.to_string())?;
        if let Some(column) = column_left(&played) {
            self.taken[column].clone_from(&played.cards);
        }
        Ok(played)
    }

    fn promote(&mut self, cards: &[String], from: Option<Source>) -> Result<Vec<Played>, String> {
        let mut played = Vec::new();
        for card in cards {
            let card = self.read(card)?;
            let from = self.top_place(card, from)?;
            played.push(self.play(Move::Promote { from })?);
        }
        Ok(played)
    }

    fn promote_rest(&mut self) -> Result<Vec<Played>, String> {
        let mut played = Vec::new();
        while !self.position.is_won() {
            let columns = (0..self.position.columns().len()).map(|column| Place::Column(column as u8));
            let acts = columns.chain([Place::Waste]).map(|from| Move::Promote { from });
            let Some(act) = acts.into_iter().find(|&act| self.position.check(act).is_ok()) else {
                let promoted: usize =
                    self.position.foundations().iter().map(|&height| usize::from(height)).sum();
                let left = self.position.rules().pack.len() - promoted;
                return Err(format!("after {} promotions no more are possible, {left} cards are left", {
                    played.len()
                }));
            };
            played.push(self.play(act)?);
        }
        Ok(played)
    }

    fn shift(&mut self, cards: &[String], from: Option<Source>, to: &Target) -> Result<Played, String> {
        let cards: Vec<Card> = cards.iter().map(|card| self.read(card)).collect::<Result<_, _>>()?;
        let (from, count) = self.unit(&cards, from)?;
        let to = self.target(to)? as u8;
        self.play(Move::Shift { from, to, count })
    }

    fn bring_back(&mut self, card: &str, to: &Target) -> Result<Played, String> {
        let card = self.read(card)?;
        let mut foundations = 0..self.position.foundations().len();
        let on_top = foundations.find(|&index| self.position.foundation_top(index) == Some(card));
        let Some(foundation) = on_top else {
            return Err(format!("{} is not on top of a foundation: it {}", self.text(card), self.lies(card)));
        };
        let to = self.target(to)? as u8;
        self.play(Move::Return { foundation: foundation as u8, to })
    }

    fn turn(&mut self, times: usize, shows: Option<&str>) -> Result<Vec<Played>, String> {
        let shows = shows.map(|card| self.read(card)).transpose()?;
        let mut played = Vec::new();
        for _ in 0..times {
            played.push(self.play(Move::Turn)?);
        }
        match (shows, self.position.waste().last()) {
            (Some(card), Some(&top)) if card != top => {
                let (card, top) = (self.text(card), self.text(top));
                Err(format!("not {card} but {top} is then on top of the waste"))
            }
            _ => Ok(played),
        }
    }

    fn check(&self, says: &Says, played: &[Played]) -> Result<(), String> {
        let Some(last) = played.last() else { return Ok(()) };
        let left = played.iter().filter(|one| one.revealed.is_none()).filter_map(column_left);
        let emptied = left.count();
        let now = match last.revealed {
            Some(card) => format!("{} is then on top of the pile that was left", self.text(card)),
            None => "the pile that was left is then empty".to_string(),
        };
        match says {
            Says::Reveals(card) => match self.read(card)? {
                card if last.revealed == Some(card) => Ok(()),
                card => Err(format!("this does not reveal {}: {now}", self.text(card))),
            },
            Says::Empties if last.revealed.is_none() && emptied == 1 => Ok(()),
            Says::Empties if emptied == 0 && last.revealed.is_none() => {
                Err("this does not leave an empty pile, but the waste empty".to_string())
            }
            Says::Empties if emptied > 1 => {
                Err(format!("this leaves {emptied} {}s empty, not one", self.word()))
            }
            Says::Empties => Err(format!("this does not leave an empty pile: {now}")),
            Says::EmptiesWaste if emptied == 0 && self.position.waste().is_empty() => Ok(()),
            Says::EmptiesWaste => Err("this does not leave the waste empty".to_string()),
            Says::EmptiesSeveral if emptied >= 2 => Ok(()),
            Says::EmptiesSeveral => Err(format!("this does not leave several empty piles: {now}")),
        }
    }

    fn read(&self, card: &str) -> Result<Card, String> {
        self.position.rules().pack.parse(card).map_err(|error| error.to_string())
    }

    /// What this game calls a column.
    fn word(&self) -> &'static str {
        self.position.rules().pack.column_word()
    }

    fn text(&self, card: Card) -> String {
        self.position.rules().pack.text(card)
    }

    /// The place on top of which a card lies; of several the first column, the waste last.
    fn top_place(&self, card: Card, from: Option<Source>) -> Result<Place, String> {
        let columns = self.position.columns().iter().enumerate();
        let tops = columns.map(|(column, pile)| (Place::Column(column as u8), pile.top()));
        let tops = tops.chain([(Place::Waste, self.position.waste().last().copied())]);
        let mut there = tops.filter(|(place, top)| *top == Some(card) && is_from(*place, from));
        match there.next() {
            Some((place, _)) => Ok(place),
            None => Err(format!(
                "{} is not on top of {}: it {}",
                self.text(card),
                pile(from, self.word()),
                self.lies(card)
            )),
        }
    }

    /// The cards that move together, from how the writer names them: all of them from either
    /// end, or the two ends alone.
    fn unit(&self, named: &[Card], from: Option<Source>) -> Result<(Place, u8), String> {
        let reversed: Vec<Card> = named.iter().rev().copied().collect();
        let mut nearest = None;
        for face_up in [true, false] {
            for (column, pile) in self.position.columns().iter().enumerate() {
                let place = Place::Column(column as u8);
                let starts = if face_up { pile.down..pile.cards.len() } else { 0..pile.down };
                for start in starts.filter(|_| is_from(place, from)) {
                    let cards = &pile.cards[start..];
                    let ends = [cards[0], cards[cards.len() - 1]];
                    let all = cards == named || cards == reversed;
                    let by_ends =
                        named.len() == 2 && cards.len() > 2 && (ends == named || ends == reversed[..]);
                    if all || by_ends {
                        return Ok((place, cards.len().min(255) as u8));
                    }
                    if named.contains(&cards[0]) && nearest.is_none() {
                        nearest = Some((column, pile));
                    }
                }
            }
        }
        if let [card] = named {
            return Ok((self.top_place(*card, from)?, 1));
        }
        if let Some(&unknown) = named.iter().find(|&&card| !matches!(self.find(card), Lies::Column { .. })) {
            return Err({
                let (card, word) = (self.text(unknown), self.word());
                format!("{card} is in no {word}: it {}", self.lies(unknown))
            });
        }
        let names = |cards: &[Card]| cards.iter().map(|&card| self.text(card)).collect::<Vec<_>>().join(", ");
        let (column, pile) = nearest.ok_or_else(|| format!("no {} has {}", self.word(), names(named)))?;
        let up: Vec<Card> = pile.face_up().iter().rev().copied().collect();
        let (word, place) = (self.word(), column + 1);
        Err(format!(
            "{} are not the top cards of {word} {place}; its face-up cards are, from the top, {}",
            names(named),
            names(&up)
        ))
    }

    fn target(&self, to: &Target) -> Result<usize, String> {
        let columns = self.position.columns();
        match to {
            Target::Column(number) => self.column(*number),
            Target::Card { card, column } => {
                let card = self.read(card)?;
                let holds = |&index: &usize| columns[index].top() == Some(card);
                let found = match column {
                    Some(number) => Some(self.column(*number)?).filter(holds),
                    None => (0..columns.len()).find(holds),
                };
                let word = self.word();
                let place = column.map_or(format!("a {word}"), |number| format!("{word} {number}"));
                found.ok_or_else(|| {
                    format!("{} is not on top of {place}: it {}", self.text(card), self.lies(card))
                })
            }
            Target::Empty { column: Some(number), .. } => {
                let column = self.column(*number)?;
                match columns[column].top() {
                    None => Ok(column),
                    Some(card) => {
                        Err(format!("column {number} is not empty: {} lies there", self.text(card)))
                    }
                }
            }
            Target::Empty { column: None, left_by } => self.empty(left_by.as_deref()),
        }
    }

    fn column(&self, number: usize) -> Result<usize, String> {
        let count = self.position.columns().len();
        let column = number.checked_sub(1).filter(|&column| column < count);
        column.ok_or_else(|| format!("there is no {} {number}, only 1 to {count}", self.word()))
    }

    fn empty(&self, left_by: Option<&str>) -> Result<usize, String> {
        let columns = self.position.columns().iter().enumerate();
        let empty: Vec<usize> =
            columns.filter(|(_, pile)| pile.cards.is_empty()).map(|(column, _)| column).collect();
        let first = *empty.first().ok_or("no pile is empty")?;
        let Some(card) = left_by else { return Ok(first) };
        let card = self.read(card)?;
        let lowest = |column: &&usize| self.taken[**column].first() == Some(&card);
        let any = |column: &&usize| self.taken[**column].contains(&card);
        if let Some(&column) = empty.iter().find(lowest).or_else(|| empty.iter().find(any)) {
            return Ok(column);
        }
        let word = self.word();
        let known = empty.iter().map(|&column| match self.taken[column].first() {
            Some(&card) => format!("{word} {}, where {} had been", column + 1, self.text(card)),
            None => format!("{word} {}", column + 1),
        });
        let known = known.collect::<Vec<_>>().join(" and ");
        let are = if empty.len() == 1 { "the only empty one is" } else { "the empty ones are" };
        Err(format!("no empty {word} is where {} had been; {are} {known}", self.text(card)))
    }

    fn find(&self, card: Card) -> Lies {
        let mut found = Lies::Foundation;
        if self.position.stock().contains(&card) {
            found = Lies::Stock;
        }
        if let Some(index) = self.position.waste().iter().rposition(|&other| other == card) {
            found = Lies::Waste { index };
        }
        for (column, pile) in self.position.columns().iter().enumerate() {
            if let Some(index) = pile.cards.iter().rposition(|&other| other == card) {
                found = Lies::Column { column, index };
            }
        }
        found
    }

    /// Where a card lies, in words that follow "it".
    fn lies(&self, card: Card) -> String {
        match self.find(card) {
            Lies::Stock => "lies in the stock".into(),
            Lies::Foundation => "lies on its foundation".into(),
            Lies::Waste { index } => match self.position.waste().get(index + 1) {
                Some(&above) => format!("lies under {} in the waste", self.text(above)),
                None => "lies on top of the waste".into(),
            },
            Lies::Column { column, index } => {
                let pile = &self.position.columns()[column];
                match pile.cards.get(index + 1) {
                    _ if index < pile.down => format!("lies face down in {} {}", self.word(), column + 1),
                    Some(&above) => {
                        format!("lies under {} in {} {}", self.text(above), self.word(), column + 1)
                    }
                    None => format!("lies on top of {} {}", self.word(), column + 1),
                }
            }
        }
    }
}

/// The column that a move took cards from.
fn column_left(played: &Played) -> Option<usize> {
    match played.act {
        Move::Promote { from: Place::Column(column) } | Move::Shift { from: Place::Column(column), .. } => {
            Some(usize::from(column))
        }
        _ => None,
    }
}

fn is_from(place: Place, from: Option<Source>) -> bool {
    match (from, place) {
        (None, _) | (Some(Source::Waste), Place::Waste) => true,
        (Some(Source::Column(number)), Place::Column(column)) => number == usize::from(column) + 1,
        _ => false,
    }
}

fn pile(from: Option<Source>, word: &str) -> String {
    match from {
        None => "a pile".into(),
        Some(Source::Waste) => "the waste".into(),
        Some(Source::Column(number)) => format!("{word} {number}"),
    }
}
