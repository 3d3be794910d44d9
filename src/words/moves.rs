//! Moves in sentences.

use super::{BadLanguage, Language};
use crate::card::{Card, Faces, Pack};
use crate::game::{Move, Place, Played, Position, Rules};
use crate::variant::Score;
use serde::Serialize;

/// How moves are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Whole sentences, as in a walkthrough: `Move 5/5-5/6 to 6/6, revealing 3/5.`
    Full,
    /// Short ones, as at the back of a book: `7♦–6♣ to 8♠; 10♦ turns up.`
    Compact,
}

/// What a pack costs at Vegas, and what a card on a foundation brings.
const VEGAS_STAKE: i64 = 52;
const VEGAS_A_CARD: i64 = 5;
/// The fewest promotions at the end of a game that are told as "the rest".
const FEWEST_REST: usize = 7;
/// The most cards that are promoted in one sentence.
const MOST_LISTED: usize = 8;

/// Tells a game from its beginning, and remembers which card was last in each pile.
#[derive(Debug, Clone)]
pub struct Teller<'l> {
    language: &'l Language,
    position: Position,
    /// The lowest of the cards that were taken away last from each column.
    left_by: Vec<Option<Card>>,
    /// Whether a card that lay face down is named when it is turned up.
    pub(crate) tells_news: bool,
}

/// What a template is told of a move, or of several that make one sentence.
#[derive(Debug, Clone, Default, Serialize)]
struct Told {
    /// `promote`, `promote-rest`, `shift`, `return`, or nothing after turns alone.
    act: &'static str,
    /// The cards in the order in which they are named.
    cards: Vec<String>,
    /// The column they come from, from 1, where it has to be named.
    from_column: Option<usize>,
    /// Whether they come from the waste and that has to be named.
    from_waste: bool,
    /// The card they are put on.
    onto: Option<String>,
    /// The column they go to, from 1, where it has to be named.
    to_column: Option<usize>,
    /// The card that had been in the empty pile they go to, where that has to be named.
    left_by: Option<String>,
    /// The card then on top of the pile they left, where that is told.
    revealed: Option<String>,
    /// Whether that card lay face down.
    turned_up: bool,
    /// How many piles are then empty.
    emptied: usize,
    /// Whether columns are called piles, as in a Somerset game.
    piles: bool,
    /// How many cards there are.
    count: usize,
    /// Whether the waste is turned over first.
    redeal: bool,
    /// How many turns used up the stock before that, if nothing was played in between.
    turns_first: usize,
    /// How many turns of the stock come first, or after the redeal.
    turns: usize,
    /// The card then on top of the waste.
    shown: String,
}

/// What a promotion does to the pile that it leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaves {
    TurnedUp,
    Empty,
    Other,
}

impl Language {
    /// The moves made from a position, a line each, as [`Teller::tell`] tells them.
    ///
    /// # Errors
    /// As [`Teller::tell`].
    pub fn move_lines(
        &self,
        start: &Position,
        played: &[Played],
        style: Style,
    ) -> Result<Vec<String>, BadLanguage> {
        self.teller(start).tell(played, style)
    }

    /// What a game has brought with so many cards on the foundations, if its rules keep a score.
    ///
    /// # Errors
    /// If the template fails.
    pub fn score(&self, rules: &Rules, promoted: usize) -> Result<Option<String>, BadLanguage> {
        #[derive(Serialize)]
        struct Told {
            back: i64,
            ahead: i64,
        }
        let Some(Score::Vegas) = rules.score else { return Ok(None) };
        let back = VEGAS_A_CARD * promoted as i64;
        self.say("moves.txt", "score", &Told { back, ahead: back - VEGAS_STAKE }).map(Some)
    }

    /// One who tells a game that begins with this position.
    pub fn teller(&self, start: &Position) -> Teller<'_> {
        let left_by = vec![None; start.columns().len()];
        Teller { language: self, position: start.clone(), left_by, tells_news: true }
    }
}

impl Teller<'_> {
    /// The next moves of the game, a line each: promotions that follow one another are joined,
    /// and turns of the stock stand with the move that they are made for.
    ///
    /// # Errors
    /// If a template fails, or the moves are not the game's next.
    pub fn tell(&mut self, played: &[Played], style: Style) -> Result<Vec<String>, BadLanguage> {
        let mut lines = Vec::new();
        let mut rest = played;
        while !rest.is_empty() {
            let (told, used) = self.next(rest)?;
            rest = &rest[used..];
            let name = match style {
                Style::Full => "full",
                Style::Compact => "compact",
            };
            lines.push(self.language.say("moves.txt", name, &told)?);
        }
        Ok(lines)
    }

    /// What the next line tells, and how many moves it takes up.
    fn next(&mut self, played: &[Played]) -> Result<(Told, usize), BadLanguage> {
        let piles = matches!(self.pack().faces, Faces::Somerset { .. });
        let mut told = Told { piles, ..Told::default() };
        let mut used = 0;
        let turns = played.iter().take_while(|done| done.act == Move::Turn).count();
        if played.get(turns).is_some_and(|done| done.act == Move::Redeal) {
            told.redeal = true;
            told.turns_first = turns;
            used = turns + 1;
            for done in &played[..used] {
                self.play(done)?;
            }
        }
        while let Some(done) = played.get(used).filter(|done| done.act == Move::Turn) {
            told.turns += 1;
            self.play(done)?;
            used += 1;
        }
        if told.turns > 0 {
            told.shown = self.position.waste().last().map(|&card| self.card(card)).unwrap_or_default();
        }
        let uses_waste = |done: &&Played| match done.act {
            Move::Promote { from } | Move::Shift { from, .. } => from == Place::Waste,
            _ => false,
        };
        match played.get(used) {
            Some(done) if used == 0 || told.turns > 0 && uses_waste(&done) => {
                let after_turns = used > 0;
                used += self.act(&mut told, &played[used..], after_turns)?;
            }
            _ => {}
        }
        Ok((told, used))
    }

    fn act(&mut self, told: &mut Told, played: &[Played], after_turns: bool) -> Result<usize, BadLanguage> {
        let done = &played[0];
        let (from, name_places) = match done.act {
            Move::Promote { from } => (Some(from), self.several_packs()),
            Move::Shift { from, .. } => (Some(from), self.several_packs()),
            _ => (None, false),
        };
        if name_places {
            told.from_waste = from == Some(Place::Waste);
            told.from_column = match from {
                Some(Place::Column(column)) => Some(usize::from(column) + 1),
                _ => None,
            };
        }
        match done.act {
            Move::Promote { .. } => return self.promotions(told, played, after_turns),
            Move::Shift { to, .. } => {
                told.act = "shift";
                told.cards = self.run(&done.cards);
                self.landing(told, to, done.onto);
            }
            Move::Return { to, .. } => {
                told.act = "return";
                told.cards = done.cards.iter().map(|&card| self.card(card)).collect();
                self.landing(told, to, done.onto);
            }
            Move::Turn | Move::Redeal => {}
        }
        self.tail(told, done);
        self.play(done)?;
        Ok(1)
    }

    /// Promotions that make one sentence: none but the last turns a card up, and if a pile is
    /// emptied, no other is left with a card that would have to be told.
    fn promotions(
        &mut self,
        told: &mut Told,
        played: &[Played],
        after_turns: bool,
    ) -> Result<usize, BadLanguage> {
        let is_promotion = |done: &&Played| matches!(done.act, Move::Promote { .. });
        let run: Vec<&Played> = played.iter().take_while(is_promotion).collect();
        let to_the_end = run.len() == played.len() && run.iter().all(|done| !done.turned_up);
        if to_the_end && run.len() >= FEWEST_REST && !after_turns && self.wins(&run) {
            for done in &run {
                self.play(done)?;
            }
            told.act = "promote-rest";
            told.count = run.len();
            (told.from_column, told.from_waste) = (None, false);
            return Ok(run.len());
        }
        let mut used = 1;
        let alone =
            self.several_packs() || after_turns || matches!(run[0].act, Move::Promote { from: Place::Waste });
        let mut end = 1;
        let mut emptied = leaves(run[0]) == Leaves::Empty;
        while !alone && used < run.len().min(MOST_LISTED) && leaves(run[used - 1]) != Leaves::TurnedUp {
            let from_waste = matches!(run[used].act, Move::Promote { from: Place::Waste });
            let now = leaves(run[used]);
            if from_waste || now == Leaves::TurnedUp && emptied {
                break;
            }
            emptied |= now == Leaves::Empty;
            used += 1;
            // After an emptied pile only another emptied pile may end the sentence.
            if !emptied || now == Leaves::Empty {
                end = used;
            }
        }
        told.act = "promote";
        for done in &run[..end] {
            told.cards.extend(done.cards.iter().map(|&card| self.card(card)));
            told.emptied += usize::from(leaves(done) == Leaves::Empty);
        }
        let last = run[end - 1];
        self.tail(told, last);
        for done in &run[..end] {
            self.play(done)?;
        }
        Ok(end)
    }

    fn wins(&self, run: &[&Played]) -> bool {
        let mut position = self.position.clone();
        run.iter().all(|done| position.play(done.act).is_ok()) && position.is_won()
    }

    fn tail(&self, told: &mut Told, done: &Played) {
        let from_waste = matches!(
            done.act,
            Move::Promote { from: Place::Waste }
                | Move::Shift { from: Place::Waste, .. }
                | Move::Return { .. }
        );
        if from_waste {
            return;
        }
        // In a Somerset game each card that comes to the top is news; in Klondike they overlap,
        // and only one that was face down is.
        let news = match done.turned_up {
            true => self.tells_news,
            false => matches!(self.pack().faces, Faces::Somerset { .. }),
        };
        told.revealed = done.revealed.filter(|_| news).map(|card| self.card(card));
        told.turned_up = done.turned_up && news;
        if matches!(done.act, Move::Shift { .. }) {
            told.emptied = usize::from(done.revealed.is_none());
        }
    }

    fn landing(&self, told: &mut Told, to: u8, onto: Option<Card>) {
        let column = usize::from(to);
        told.onto = onto.map(|card| self.card(card));
        if onto.is_some() {
            told.to_column = self.several_packs().then_some(column + 1);
            return;
        }
        let columns = self.position.columns().iter().zip(&self.left_by);
        let empty: Vec<Option<Card>> =
            columns.filter(|(pile, _)| pile.cards.is_empty()).map(|(_, left_by)| *left_by).collect();
        // A card that went from one pile to another and on may have left both of them.
        let names_one = |card: Card| empty.iter().filter(|&&left_by| left_by == Some(card)).count() == 1;
        match (self.pack().faces, self.left_by[column]) {
            (Faces::Somerset { .. }, _) if empty.len() == 1 => {}
            (Faces::Somerset { .. }, Some(card)) if names_one(card) => told.left_by = Some(self.card(card)),
            _ => told.to_column = Some(column + 1),
        }
    }

    /// The cards of a unit as they are named: in a Somerset game from the top down, in another
    /// the two ends from the bottom up.
    fn run(&self, cards: &[Card]) -> Vec<String> {
        match (self.pack().faces, cards) {
            (Faces::Somerset { .. }, cards) => cards.iter().rev().map(|&card| self.card(card)).collect(),
            (_, [first, .., last]) => vec![self.card(*first), self.card(*last)],
            (_, cards) => cards.iter().map(|&card| self.card(card)).collect(),
        }
    }

    fn play(&mut self, done: &Played) -> Result<(), BadLanguage> {
        let played = self.position.play(done.act)?;
        if let Move::Promote { from: Place::Column(column) }
        | Move::Shift { from: Place::Column(column), .. } = played.act
        {
            self.left_by[usize::from(column)] = played.cards.first().copied();
        }
        Ok(())
    }

    fn pack(&self) -> &Pack {
        &self.position.rules().pack
    }

    fn several_packs(&self) -> bool {
        self.pack().copies > 1
    }

    fn card(&self, card: Card) -> String {
        self.language.card(self.pack(), card)
    }
}

fn leaves(done: &Played) -> Leaves {
    match done.act {
        Move::Promote { from: Place::Column(_) } if done.revealed.is_none() => Leaves::Empty,
        Move::Promote { from: Place::Column(_) } if done.turned_up => Leaves::TurnedUp,
        _ => Leaves::Other,
    }
}
