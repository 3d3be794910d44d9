//! The sentences that tell moves, as rules pages and our own English templates write them.
//!
//! ```text
//! sentence = "Promote" card {("," | "and") card} ["from" source] tail
//!          | "Promote" ("all" | "the rest" | "all the rest")
//!          | ["Move"] card {"-" card} ["from" source] "to" target tail
//!          | "Return" card "to" target
//!          | "Turn" times [":" card [["from" source] "to" target tail]]
//!          | "Redeal"
//! target   = card ["in column" n] | ["empty"] "column" n
//!          | ("an" | "the") "empty" ("pile" | "column") [n] ["where" card "had been"]
//! source   = "the waste" | "column" n
//! tail     = "revealing" card | card "turns up"
//!          | "leaving" ("an empty pile" | "empty piles" | "the waste empty")
//! ```
//! Commas, semicolons, full stops and exclamation marks part clauses and sentences. Marks of emphasis
//! are passed over, and spaces about the stroke of a card.

use super::lines::{Act, Says, Sentence, Source, Target};
use crate::card::shorten;

/// The most sentences that one line may hold.
const MOST_SENTENCES: usize = 100;
/// The most turns of the stock that one sentence may tell.
const MOST_TURNS: usize = 200;
/// The words that begin a sentence.
const VERBS: [&str; 5] = ["Promote", "Move", "Return", "Turn", "Redeal"];
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// A line cut into words and single marks of punctuation; `0 / 4` is one word.
pub(super) fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for character in line.chars().take(10_000) {
        match character {
            '\u{fe0e}' | '\u{fe0f}' | '*' | '_' | '`' => {}
            ',' | ';' | ':' | '.' | '!' => {
                words.push(if character == '!' { '.' } else { character }.to_string());
                open = false;
            }
            '-' | '–' | '—' | '‑' => {
                words.push("-".to_string());
                open = false;
            }
            _ if character.is_whitespace() => open = false,
            _ => match words.last_mut() {
                Some(word) if open => word.push(character),
                _ => {
                    words.push(character.to_string());
                    open = true;
                }
            },
        }
    }
    join_strokes(words)
}

/// Joins a number, a stroke and a number: tables write cards with spaces between.
fn join_strokes(words: Vec<String>) -> Vec<String> {
    let number = |word: &str| (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        if let Some(last) = joined.last_mut() {
            let opens = last.strip_suffix('/').is_some_and(number) && number(&word);
            let closes = number(last) && (word == "/" || word.strip_prefix('/').is_some_and(number));
            if opens || closes {
                last.push_str(&word);
                continue;
            }
        }
        joined.push(word);
    }
    joined
}

/// Whether a line is a move although no arrow says so. One that begins with a verb and holds a card
/// or a digit is always one, so that a slip in it is an error and no commentary.
pub(super) fn begins_move(words: &[String], in_paragraph: bool) -> bool {
    let Some(first) = words.first() else { return false };
    let second = words.get(1).map_or("", String::as_str);
    let capital = first.chars().next().is_some_and(char::is_uppercase);
    if card(first).is_some() {
        let run = words.iter().take_while(|word| card(word).is_some() || *word == "-").count();
        return words.get(run).is_some_and(|word| word == "to" || word == "from")
            && (run > 1 || !in_paragraph);
    }
    if in_paragraph && !capital {
        return false;
    }
    let verb = first.to_lowercase();
    if VERBS.iter().any(|known| known.to_lowercase() == verb) && words.iter().any(|word| names_card(word)) {
        return true;
    }
    match verb.as_str() {
        "promote" => matches!(second, "" | ".") || is_rest(&words[1..]),
        "move" | "return" => matches!(second, "" | "."),
        "turn" => {
            matches!(second, "" | "." | ":" | "once" | "twice")
                || words.get(2).is_some_and(|word| word == "times")
        }
        "redeal" => matches!(second, "" | "." | "," | "and"),
        _ => false,
    }
}

/// Whether a word has a card or a number in it; "As" and "Ah" are no aces here.
fn names_card(word: &str) -> bool {
    let marked = word.chars().any(|mark| mark.is_ascii_digit() || "♣♧♦♢♥♡♠♤".contains(mark));
    marked || card(word).is_some() && !word.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Whether the words after "Promote" name all cards that are left.
fn is_rest(words: &[String]) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(words[..], ["the", "rest", ..] | ["all", "the", "rest", ..] | ["all"] | ["all", "." | ",", ..])
}

/// The verb that was probably meant, if the words are like a move but for their first.
pub(super) fn misspelt_verb(words: &[String]) -> Option<&'static str> {
    let (first, second) = (words.first()?, words.get(1)?);
    card(second)?;
    let near = |verb: &&&str| {
        let (verb, word) = (verb.to_lowercase(), first.to_lowercase());
        let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
            a.zip(b).take_while(|(a, b)| a == b).count()
        };
        let ahead = same(&mut verb.chars(), &mut word.chars());
        let behind = same(&mut verb.chars().rev(), &mut word.chars().rev());
        let longest = verb.chars().count().max(word.chars().count());
        longest > 3 && ahead > 0 && ahead + behind + 2 >= longest
    };
    VERBS.iter().find(near).copied()
}

/// All sentences of a line.
///
/// # Errors
/// If one of them is none.
pub(super) fn sentences(words: &[String]) -> Result<Vec<Sentence>, String> {
    let mut reader = Reader { words, at: 0 };
    let mut sentences = Vec::new();
    while reader.skip(&[".", ";", ",", "and"]) {
        if sentences.len() > MOST_SENTENCES {
            return Err("too many moves on one line".into());
        }
        reader.sentence(&mut sentences)?;
    }
    // A line that was cut off would otherwise lose its last cards in silence.
    if let Some(last) = words.last().filter(|last| matches!(last.as_str(), "," | ";" | "and")) {
        return Err(format!("after `{last}` more should follow, but the line ends there"));
    }
    match sentences.is_empty() {
        true => Err("no move is written here".into()),
        false => Ok(sentences),
    }
}

/// A card as files write it, if the word is one: `7♠`, `10H`, `Td`, `5/5`.
///
/// A letter as rank must be a capital, as "as" and "ah" are words.
fn card(word: &str) -> Option<String> {
    if word.len() > 8 {
        return None;
    }
    if let Some((rank, suit)) = word.split_once('/') {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        return (digits(rank) && digits(suit) && word.len() > 1).then(|| word.to_string());
    }
    let last = word.chars().last()?;
    let rank = &word[..word.len() - last.len_utf8()];
    let suit = match last {
        '♣' | '♧' => 'C',
        '♦' | '♢' => 'D',
        '♥' | '♡' => 'H',
        '♠' | '♤' => 'S',
        'C' | 'D' | 'H' | 'S' | 'c' | 'd' | 'h' | 's' => last.to_ascii_uppercase(),
        _ => return None,
    };
    let number = !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit());
    (number || matches!(rank, "A" | "T" | "J" | "Q" | "K")).then(|| format!("{rank}{suit}"))
}

/// Whether a word has the form of a card.
pub(super) fn is_card(word: &str) -> bool {
    card(word).is_some()
}

struct Reader<'w> {
    words: &'w [String],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.words.get(self.at + ahead).map_or("", String::as_str)
    }

    /// Passes any of these words; whether words are left.
    fn skip(&mut self, any: &[&str]) -> bool {
        while any.contains(&self.peek(0)) {
            self.at += 1;
        }
        self.at < self.words.len()
    }

    /// Takes these words if they stand next, whatever their case.
    fn take(&mut self, phrase: &[&str]) -> bool {
        let all = phrase.iter().enumerate().all(|(ahead, word)| self.peek(ahead).eq_ignore_ascii_case(word));
        self.at += if all { phrase.len() } else { 0 };
        all
    }

    fn expected(&self, what: &str) -> String {
        let before = match self.at.checked_sub(1).and_then(|index| self.words.get(index)) {
            Some(word) => format!("after `{}` ", shorten(word)),
            None => String::new(),
        };
        match self.peek(0) {
            "" => format!("{before}{what} should follow, but the line ends there"),
            word => format!("{before}{what} should follow, not `{}`", shorten(word)),
        }
    }

    fn card(&mut self) -> Result<String, String> {
        let found = card(self.peek(0)).ok_or_else(|| self.expected("a card"))?;
        self.at += 1;
        Ok(found)
    }

    fn sentence(&mut self, sentences: &mut Vec<Sentence>) -> Result<(), String> {
        if self.take(&["promote"]) {
            let act = self.promotion()?;
            let says = self.tail()?;
            sentences.push(Sentence { act, says });
        } else if self.take(&["return"]) {
            let card = self.card()?;
            let to = self.to()?;
            let says = self.tail()?;
            sentences.push(Sentence { act: Act::Return { card, to }, says });
        } else if self.take(&["redeal"]) {
            sentences.push(Sentence { act: Act::Redeal, says: None });
        } else if self.take(&["turn"]) {
            let times = self.times()?;
            let shows = self.take(&[":"]).then(|| self.peek(0).to_string());
            let promotes = shows.as_deref().is_some_and(|word| word.eq_ignore_ascii_case("promote"));
            let shows = match shows {
                Some(_) if promotes => card(self.peek(1)),
                Some(_) => Some(card(self.peek(0)).ok_or_else(|| self.expected("a card"))?),
                None => None,
            };
            let goes_on = promotes || matches!(self.peek(1), "to" | "from");
            self.at += usize::from(shows.is_some() && !goes_on);
            sentences.push(Sentence { act: Act::Turn { times, shows }, says: None });
        } else if self.take(&["move"]) || card(self.peek(0)).is_some() {
            let mut cards = vec![self.card()?];
            while self.take(&["-"]) {
                cards.push(self.card()?);
            }
            let from = self.from()?;
            let to = self.to()?;
            let says = self.tail()?;
            sentences.push(Sentence { act: Act::Shift { cards, from, to }, says });
        } else {
            let word = shorten(self.peek(0));
            return Err(format!("a move begins with {} or a card, not `{word}`", VERBS.join(", ")));
        }
        Ok(())
    }

    fn promotion(&mut self) -> Result<Act, String> {
        if is_rest(&self.words[self.at..]) {
            let _ = self.take(&["all"]);
            let _ = self.take(&["the", "rest"]);
            return Ok(Act::PromoteRest);
        }
        let mut cards = vec![self.card()?];
        loop {
            let from = self.at;
            let listed = self.skip(&[",", "and"]) && self.at > from && card(self.peek(0)).is_some();
            if !listed || self.peek(1) == "to" || self.peek(1) == "turns" {
                self.at = from;
                break;
            }
            cards.push(self.card()?);
        }
        let from = self.from()?;
        Ok(Act::Promote { cards, from })
    }

    fn times(&mut self) -> Result<usize, String> {
        if self.take(&["once"]) || matches!(self.peek(0), "" | "." | ":" | ",") {
            return Ok(1);
        }
        if self.take(&["twice"]) {
            return Ok(2);
        }
        let word = self.peek(0).to_lowercase();
        let named = NUMBERS.iter().position(|number| *number == word);
        match named.or_else(|| word.parse().ok()) {
            Some(times) if self.peek(1) == "times" && (1..=MOST_TURNS).contains(&times) => {
                self.at += 2;
                Ok(times)
            }
            _ => Err(self.expected("`once`, `twice` or a number of times")),
        }
    }

    fn column(&mut self) -> Result<usize, String> {
        let digits = self.peek(0);
        let number = digits.parse().ok().filter(|number| (1..=99).contains(number));
        let number = number.ok_or_else(|| self.expected("the number of a column"))?;
        self.at += 1;
        Ok(number)
    }

    fn from(&mut self) -> Result<Option<Source>, String> {
        if !self.take(&["from"]) {
            return Ok(None);
        }
        if self.take(&["the", "waste"]) || self.take(&["waste"]) {
            return Ok(Some(Source::Waste));
        }
        if self.take(&["column"]) || self.take(&["pile"]) {
            return Ok(Some(Source::Column(self.column()?)));
        }
        Err(self.expected("`the waste` or `column` and its number"))
    }

    fn to(&mut self) -> Result<Target, String> {
        if !self.take(&["to"]) {
            return Err(self.expected("`to`"));
        }
        if let Some(card) = card(self.peek(0)) {
            self.at += 1;
            let named = self.take(&["in", "column"]) || self.take(&["on", "column"]);
            let column = if named { Some(self.column()?) } else { None };
            return Ok(Target::Card { card, column });
        }
        if self.take(&["column"]) || self.take(&["pile"]) {
            return Ok(Target::Column(self.column()?));
        }
        let article = self.take(&["an"]) || self.take(&["the"]);
        let empty = self.take(&["empty"]);
        let pile = match empty {
            true => self.take(&["pile"]) || self.take(&["column"]),
            false => article && self.take(&["space"]),
        };
        if !pile {
            return Err(self.expected("a card, `column` and its number, or `an empty pile`"));
        }
        let numbered = self.peek(0).bytes().next().is_some_and(|byte| byte.is_ascii_digit());
        let column = if numbered { Some(self.column()?) } else { None };
        let mut left_by = None;
        if self.take(&["where"]) {
            left_by = Some(self.card()?);
            if !(self.take(&["had", "been"]) || self.take(&["was"]) || self.take(&["lay"])) {
                return Err(self.expected("`had been`"));
            }
        }
        Ok(Target::Empty { column, left_by })
    }

    fn tail(&mut self) -> Result<Option<Says>, String> {
        let before = self.at;
        self.skip(&[",", ";"]);
        if self.take(&["revealing"]) {
            return Ok(Some(Says::Reveals(self.card()?)));
        }
        if self.take(&["leaving"]) {
            if self.take(&["an", "empty", "pile"]) || self.take(&["an", "empty", "column"]) {
                return Ok(Some(Says::Empties));
            }
            if self.take(&["the", "waste", "empty"]) {
                return Ok(Some(Says::EmptiesWaste));
            }
            if self.take(&["empty", "piles"]) || self.take(&["empty", "columns"]) {
                return Ok(Some(Says::EmptiesSeveral));
            }
            return Err(self.expected("`an empty pile`"));
        }
        if let (Some(card), "turns", "up") = (card(self.peek(0)), self.peek(1), self.peek(2)) {
            self.at += 3;
            return Ok(Some(Says::Reveals(card)));
        }
        self.at = before;
        Ok(None)
    }
}
