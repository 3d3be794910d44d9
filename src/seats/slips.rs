//! Lines of a record that were meant as moves and are none: each is an error and no word of the author's.

use super::race::Clock;
use super::seat::Seat;
use crate::card::shorten;
use crate::walkthrough::is_move;

/// Refuses a line of the author's that looks like a turn, an event or a move told in a sentence.
/// `in_paragraph` tells that the author's words stand on the line above.
///
/// # Errors
/// If it does; the text says what is missing.
pub(super) fn check(row: &str, is_race: bool, in_paragraph: bool) -> Result<(), String> {
    let bare = row.trim().trim_start_matches(['-', '+', '*', '>', ' ']);
    let words: Vec<&str> = bare.split_whitespace().map(|word| word.trim_matches(['*', '_'])).collect();
    let Some(first) = words.first() else { return Ok(()) };
    let seat = words.iter().take(3).find_map(|word| seat(word));
    let token = words.iter().take(4).position(|word| is_token(word));
    let told = token.is_some_and(|at| words[..at].iter().all(|word| is_lead(word)))
        || words.len() > 1 && first.parse::<Seat>().is_ok() && words[1..].iter().all(|word| is_act(word));
    let moves: Vec<&str> = words.iter().filter(|word| is_act(word)).copied().collect();
    let letter = seat.map_or('A', Seat::letter);
    if told && is_race {
        let event = moves.first().map_or_else(String::new, |token| shorten(token));
        return Err(format!(
            "this looks like an event; one is the time, the seat and one move, such as `12.35 {letter} {event}`"
        ));
    }
    if told {
        let turn = format!("`{letter}: {}`", shorten(&moves.join(" ")));
        return Err(match (seat, *first) {
            (None, _) => format!("moves without a seat; a turn begins with whose it is, such as {turn}"),
            (Some(seat), first) if first == seat.to_string() => {
                format!("this looks like a turn, but the colon after the seat is missing: {turn}")
            }
            _ => format!("this looks like a turn; one is the seat, a colon and moves alone: {turn}"),
        });
    }
    if is_move(row, in_paragraph) {
        let form = if is_race { "12.35 A AH@4>f" } else { "A: AH@4>f t" };
        return Err(format!(
            "this looks like a move in a sentence; a game at a table is told in short, such as `{form}`"
        ));
    }
    Ok(())
}

/// Whether a word is a move and nothing else: `5H@3>4`, `t:7S`.
fn is_token(word: &str) -> bool {
    let plain = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_alphanumeric())
    };
    let piles = |text: &str| text.split_once('>').is_some_and(|(from, to)| plain(from, 4) && plain(to, 3));
    let shift = |(card, rest): (&str, &str)| plain(card, 3) && piles(rest);
    word.split_once('@').is_some_and(shift) || word.strip_prefix("t:").is_some_and(|card| plain(card, 3))
}

/// Whether a word may be a move, although it may be another thing too.
fn is_act(word: &str) -> bool {
    is_token(word) || matches!(word, "t" | "r" | "s" | "-")
}

/// Whether a word may stand before the first move: a seat, however marked, or a time.
fn is_lead(word: &str) -> bool {
    let is_name = ["player", "seat"].iter().any(|name| word.eq_ignore_ascii_case(name));
    let is_mark = !word.chars().any(char::is_alphanumeric);
    seat(word).is_some() || is_name || is_mark || is_time(word)
}

fn is_time(word: &str) -> bool {
    Clock::read(word.trim_end_matches([':', ',', ';', 's'])).is_some()
}

/// The seat that a word names, whatever stands about its letter.
fn seat(word: &str) -> Option<Seat> {
    word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_uppercase().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_lacks_something_is_none_of_the_authors_words() {
        let turn = |row: &str| check(row, false, false).unwrap_err();
        assert!(turn("A AC@5>f t:3H").contains("colon after the seat is missing: `A: AC@5>f t:3H`"));
        assert!(turn("B t").contains("colon after the seat is missing: `B: t`"));
        assert!(turn("A r t:KH").contains("colon"));
        assert!(turn("AC@5>f t:3H").contains("moves without a seat"));
        for row in ["**A:** AC@5>f", "a: AC@5>f", "A. AC@5>f", "Player A: AC@5>f", "A - AC@5>f", "> A t:3H"] {
            assert!(turn(row).contains("`A: "), "{row}");
        }
        assert!(turn("Promote AC, revealing 5H.").contains("in short"));
        let event = |row: &str| check(row, true, false).unwrap_err();
        for row in ["B AH@4>f", "12.35 AH@4>f", "12.35 B: AH@4>f", "12.35 B AH@4>f t", "12.35s B AH@4>f"] {
            assert!(event(row).contains("AH@4>f`"), "{row}");
        }
    }

    #[test]
    fn what_the_author_says_of_moves_is_prose() {
        for row in [
            "A takes the ace.",
            "A - the greedy one - waits.",
            "A move such as QH@4>7 is in short form.",
            "In short form it is `QH@4>7`.",
            "B begins: t:3H would be worse.",
            "A is out > B is not",
        ] {
            assert_eq!(check(row, false, false), Ok(()), "{row}");
        }
    }
}
