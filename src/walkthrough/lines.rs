//! Reading one line of a walkthrough: a stage heading, moves, or the author's prose.
//!
//! Nothing here knows where cards lie; [`super::replay`] plays what was read.

use super::grammar;

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing.
    Blank,
    /// `## Stage 4`, `stage 4`, `Stage 4:`, perhaps with a name after the number.
    Heading { number: usize, name: Option<String> },
    /// Sentences that tell moves, or tokens.
    Moves(Vec<Sentence>),
    /// Anything else.
    Prose,
}

/// One act of the game with what the writer says it brings about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    pub act: Act,
    pub says: Option<Says>,
}

/// What is done; cards are still words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Act {
    /// One card or several, in this order.
    Promote { cards: Vec<String>, from: Option<Source> },
    /// Whatever is left, in any order.
    PromoteRest,
    /// Cards from a column or the waste to a column.
    Shift { cards: Vec<String>, from: Option<Source>, to: Target },
    /// A card back from its foundation.
    Return { card: String, to: Target },
    /// So many turns of the stock, and the card then on the waste.
    Turn { times: usize, shows: Option<String> },
    /// The waste turned over.
    Redeal,
    /// The short form for machines.
    Token(String),
}

/// Where the writer says the cards come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Waste,
    Column(usize),
}

/// Where the cards go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// On a card, perhaps with its column (from 1).
    Card { card: String, column: Option<usize> },
    /// To a column, whatever lies there (from 1).
    Column(usize),
    /// To an empty column, perhaps the one that a card left.
    Empty { column: Option<usize>, left_by: Option<String> },
}

/// What the writer says comes of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Says {
    /// This card is then on top of the pile that was left.
    Reveals(String),
    /// The pile that was left is then empty, and no other was emptied.
    Empties,
    /// The waste is then empty.
    EmptiesWaste,
    /// Several piles are then empty.
    EmptiesSeveral,
}

/// Reads a line. `in_paragraph` tells that prose stands on the line above, so that a word such
/// as "move" in the middle of a sentence is not taken for the beginning of a move.
///
/// # Errors
/// If the line is a move that cannot be read; the text says what is missing.
pub(super) fn read(line: &str, in_paragraph: bool) -> Result<Line, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(Line::Blank);
    }
    if let Some(heading) = heading(line) {
        return Ok(heading);
    }
    let (rest, arrow) = unmarked(line);
    let words: Vec<&str> = rest.split_whitespace().map(|word| word.trim_matches(EMPHASIS)).collect();
    if words == ["t"] || words.first().is_some_and(|word| is_token(word)) {
        let tokens = words.iter().map(|word| Act::Token(word.to_string()));
        return Ok(Line::Moves(tokens.map(|act| Sentence { act, says: None }).collect()));
    }
    let words = grammar::words(rest);
    if arrow || grammar::begins_move(&words, in_paragraph) {
        return grammar::sentences(&words).map(Line::Moves);
    }
    match grammar::misspelt_verb(&words) {
        Some(verb) if !in_paragraph => Err(format!("this looks like a move; should it begin with `{verb}`?")),
        _ => Ok(Line::Prose),
    }
}

/// Marks that make words bold, slanted or code.
const EMPHASIS: [char; 3] = ['*', '_', '`'];

/// A line without the marks, numbers and arrows before it and the emphasis about it, and whether
/// there was an arrow.
pub(super) fn unmarked(line: &str) -> (&str, bool) {
    let mut rest = line.trim();
    let mut arrow = false;
    loop {
        let before = rest.len();
        for mark in ["- ", "+ ", "• ", "– ", "— ", "[ ] ", "[x] ", ">"] {
            rest = rest.strip_prefix(mark).unwrap_or(rest).trim_start();
        }
        for mark in ["⇒", "=>", "→", "->"] {
            if let Some(after) = rest.strip_prefix(mark) {
                (rest, arrow) = (after.trim_start(), true);
            }
        }
        rest = rest.trim_start_matches(EMPHASIS).trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if let (1..=4, Some(after)) = (digits, rest[digits..].strip_prefix(['.', ')']))
            && !after.starts_with(|next: char| next.is_ascii_digit())
        {
            rest = after.trim_start();
        }
        if rest.len() == before {
            return (rest.trim_end_matches(EMPHASIS).trim_end(), arrow);
        }
    }
}

/// Whether a word is a move in short form, or was meant to be one.
fn is_token(word: &str) -> bool {
    let cut = |mark| word.split_once(mark).is_some_and(|(card, _)| grammar::is_card(card));
    word == "r" || word.starts_with("t:") || word.contains('@') && word.contains('>') || cut('@') || cut('>')
}

fn heading(line: &str) -> Option<Line> {
    let text = line.trim_start_matches('#');
    let marked = text.len() < line.len();
    let text = text.trim().trim_matches('*').trim();
    let after = text.get(..5).filter(|word| word.eq_ignore_ascii_case("stage")).map(|_| &text[5..])?;
    let digits = after.trim_start();
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    if digits.len() == after.len() || length == 0 || length > 4 {
        return None;
    }
    let number = digits[..length].parse().ok()?;
    let name = digits[length..].trim_start_matches([':', '.', ' ', '–', '-']).trim();
    match (name.is_empty(), marked) {
        (true, _) => Some(Line::Heading { number, name: None }),
        (false, true) => Some(Line::Heading { number, name: Some(name.to_string()) }),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Sentence {
        match read(line, false) {
            Ok(Line::Moves(sentences)) if sentences.len() == 1 => sentences[0].clone(),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn cards(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| text.to_string()).collect()
    }

    #[test]
    fn headings_are_read_in_each_form() {
        for line in ["stage 4", "Stage 4:", "## Stage 4", "**Stage 4**", "### STAGE 4."] {
            assert_eq!(read(line, false), Ok(Line::Heading { number: 4, name: None }), "{line}");
        }
        let named = Line::Heading { number: 4, name: Some("a space".into()) };
        assert_eq!(read("## Stage 4: a space", false), Ok(named));
        for prose in ["stage", "stage4", "Stage 4 shows a space.", "# The sample", "stages 4"] {
            assert_eq!(read(prose, false), Ok(Line::Prose), "{prose}");
        }
    }

    #[test]
    fn promotions_are_read_with_what_they_leave() {
        let act = |texts: &[&str]| Act::Promote { cards: cards(texts), from: None };
        let reveals = |card: &str| Some(Says::Reveals(card.into()));
        let line = "⇒ Promote 0/1, revealing 0/4.";
        assert_eq!(one(line), Sentence { act: act(&["0/1"]), says: reveals("0/4") });
        let line = "Promote 1/6 and 2/6, revealing 2/2.";
        assert_eq!(one(line), Sentence { act: act(&["1/6", "2/6"]), says: reveals("2/2") });
        let line = "- Promote 2/3, 3/3, and 4/6, leaving empty piles.";
        let says = Some(Says::EmptiesSeveral);
        assert_eq!(one(line), Sentence { act: act(&["2/3", "3/3", "4/6"]), says });
        assert_eq!(one("Promote A♣; 7♣ turns up."), Sentence { act: act(&["AC"]), says: reveals("7C") });
        assert_eq!(one("Promote the rest.").act, Act::PromoteRest);
    }

    #[test]
    fn moves_are_read_with_their_targets() {
        let to = |line: &str| match one(line).act {
            Act::Shift { to, .. } => to,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(
            one("⇒ Move 5/5-5/6 to 6/6, revealing 3/5.").act,
            Act::Shift {
                cards: cards(&["5/5", "5/6"]),
                from: None,
                to: Target::Card { card: "6/6".into(), column: None }
            }
        );
        assert_eq!(
            to("Move 5/5 to the empty pile where 1/6 had been."),
            Target::Empty { column: None, left_by: Some("1/6".into()) }
        );
        assert_eq!(
            to("Move 5/5-5/6-6/6 to an empty pile, revealing 0/0"),
            Target::Empty { column: None, left_by: None }
        );
        assert_eq!(to("K♠ to column 2."), Target::Column(2));
        assert_eq!(to("7♦–6♣ to 8♠; 10♦ turns up."), Target::Card { card: "8S".into(), column: None });
        let line = "Move 7S from the waste to 8D in column 5.";
        assert_eq!(
            one(line).act,
            Act::Shift {
                cards: cards(&["7S"]),
                from: Some(Source::Waste),
                to: Target::Card { card: "8D".into(), column: Some(5) }
            }
        );
    }

    #[test]
    fn a_turn_may_be_followed_by_what_it_brings() {
        let turn = |times, card: &str| Act::Turn { times, shows: Some(card.into()) };
        assert_eq!(one("Turn twice: 8♠").act, turn(2, "8S"));
        assert_eq!(one("Turn 13 times: 10♥.").act, turn(13, "10H"));
        let Ok(Line::Moves(two)) = read("Redeal, turn three times: 8♠ to 9♦; 10♦ turns up.", false)
        else {
            panic!()
        };
        assert_eq!(two.len(), 3);
        assert_eq!((&two[0].act, &two[1].act), (&Act::Redeal, &turn(3, "8S")));
        assert_eq!(two[2].says, Some(Says::Reveals("10D".into())));
        let Ok(Line::Moves(two)) = read("Turn once: A♠. Promote A♠.", false) else { panic!() };
        assert_eq!(two.len(), 2);
        let Act::Return { card, .. } = one("Return 4♦ to 5♠.").act else { panic!() };
        assert_eq!(card, "4D");
    }

    #[test]
    fn prose_stays_prose() {
        for line in [
            "In moving the 5/5, note that only part of a pile may go.",
            "Promote cards early, but not too early.",
            "Move as many as you can.",
            "Turn the page.",
            "![the tableau](stage-1.svg)",
            "Move on to the next stage.",
            "> Promote what you can. As you see, that is little.",
            "**Move** is what the line begins with.",
            "Promote all the aces that you can see.",
            "a > b, and me@home is no card",
        ] {
            assert_eq!(read(line, false), Ok(Line::Prose), "{line}");
        }
        assert_eq!(read("move 5/5 would be a mistake here", true), Ok(Line::Prose));
    }

    #[test]
    fn a_move_is_read_through_marks_of_every_kind() {
        let plain = one("Promote 1/4, leaving an empty pile.");
        for line in [
            "**Promote 1/4, leaving an empty pile.**",
            "> Promote 1/4, leaving an empty pile.",
            "> - *Promote* 1/4, leaving an empty pile!",
            "**7.** Promote `1/4`, leaving an empty pile.",
            "⇒ **Promote 1/4**, leaving an empty pile.",
            "- [x] Promote 1 / 4, leaving an empty pile.",
            "7.Promote 1/ 4, leaving an empty pile",
        ] {
            assert_eq!(one(line), plain, "{line}");
        }
        let act = one("Promote 0 / 1, revealing 0 / 4.");
        assert_eq!(act, one("Promote 0/1, revealing 0/4."));
        assert_eq!(one("Move 5 / 5-5 / 6 to 6 / 6.").act, one("Move 5/5-5/6 to 6/6.").act);
        assert_eq!(one("Promote all.").act, Act::PromoteRest);
        assert_eq!(one("Promote all the rest!").act, Act::PromoteRest);
        assert_eq!(one("`0/2@5>f`").act, Act::Token("0/2@5>f".into()));
    }

    #[test]
    fn what_is_plainly_meant_as_a_move_is_one_or_an_error() {
        for line in [
            "Promote 0/I, revealing 0/4.",
            "Promote the 0/2, I say.",
            "Promote 0/2?",
            "> Move the A♠ up.",
            "Return to 0/2",
            "Promote 5/6 and",
            "Promote 2/3, 3/3,",
            "Promote 0/1, revealing 0/4;",
            "Move 5/5 to 6/6,",
            "Move.",
        ] {
            assert!(read(line, false).is_err(), "{line}: {:?}", read(line, false));
        }
        for token in ["0/2@5", "0/2>f", "t", "r", "**r**"] {
            assert!(matches!(read(token, false), Ok(Line::Moves(_))), "{token}");
        }
    }

    #[test]
    fn broken_moves_say_what_is_missing() {
        let why = |line: &str| read(line, false).unwrap_err();
        assert!(why("Move 5/5-5/6 to").contains("ends"), "{}", why("Move 5/5-5/6 to"));
        assert!(why("Promte 0/1, revealing 0/4.").contains("`Promote`"));
        assert!(why("⇒ Pick up 0/1").contains("Pick"));
        assert!(why("Move 5/5 on 6/6").contains("`to`"));
        assert!(why("Promote 0/1, revealing").contains("card"));
        assert!(why("Turn 9999 times").contains("times"));
        assert!(why("Promote").contains("card"));
    }
}
