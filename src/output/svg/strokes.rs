//! Letters drawn as lines: an alphabet of our own for pictures that need no font.
//!
//! An outline of a font tells both edges of every stem; a line down its middle tells the same in a third of
//! the bytes. The letters are built of straight lines and arcs like those on road signs, with round ends, as
//! wide as those of the sans they stand in for, so that texts keep their places. Accents are set on letters.

use super::data::separated_whole;
use crate::figure::{Anchor, Face, Text, typeset};

/// So many units make an em.
const EM: f32 = 50.0;
/// The height of the line of a capital and, with the line's own breadth, of its ink, in units.
const CAPITAL: f32 = 27.0;
const CAPITAL_INK: f32 = 33.0;

/// A letter as it is listed: itself, how wide it is, where its line begins, and the rest in steps, in units; the
/// base line is 0, y down.
type Letter = (char, i32, (i32, i32), &'static str);

/// The letters; the lines of capitals and digits lie between −30 and −3, those of small letters begin at −21.
#[rustfmt::skip]
const LETTERS: &[Letter] = &[
    ('0', 24, (5, -23), "v13a7 7 0 0014 0v-13a7 7 0 00-14 0"),
    ('1', 24, (7, -24), "l7-6v27"),
    ('2', 24, (5, -23), "a7 7 0 0114 0c0 8-10 12-14 20h14"),
    ('3', 24, (5, -26), "a6.5 6.5 0 117 9 7 7 0 11-7 9"),
    ('4', 24, (16, -3), "v-27l-13 20h17"),
    ('5', 24, (18, -30), "h-11l-1 13a7.5 7.5 0 11-1 9"),
    ('6', 24, (14, -30), "l-9 16a7 7 0 0013 7 7 7 0 00-13-7"),
    ('7', 24, (5, -30), "h14l-9 27"),
    ('8', 24, (12, -18), "a6 6 0 010-12 6 6 0 010 12 7 7 0 000 15 7 7 0 000-15"),
    ('9', 24, (10, -3), "l9-16a7 7 0 00-13-7 7 7 0 0013 7"),
    ('A', 28, (4, -3), "l10-27 10 27m-3-8h-14"),
    ('B', 28, (6, -17), "h10a7 7 0 010 14h-10v-27h9a6 6.5 0 010 13"),
    ('C', 28, (25, -25), "a11 14 0 100 17"),
    ('D', 30, (6, -3), "v-27h6a12 13.5 0 010 27z"),
    ('E', 26, (21, -30), "h-15v27h15m-15-14h13"),
    ('F', 24, (21, -30), "h-15v27m0-13h13"),
    ('G', 31, (25, -25), "a11 14 0 101 16v-8h-8"),
    ('H', 32, (6, -30), "v27m20-27v27m-20-14h20"),
    ('I', 12, (6, -30), "v27"),
    ('J', 22, (16, -30), "v20a6 7 0 01-12 1"),
    ('K', 28, (6, -30), "v27m17-27l-17 17m6-6l12 16"),
    ('L', 24, (6, -30), "v27h14"),
    ('M', 38, (6, -3), "v-27l13 19 13-19v27"),
    ('N', 32, (6, -3), "v-27l20 27v-27"),
    ('O', 33, (5, -17), "a11 14 0 0023 0 11 14 0 00-23 0"),
    ('P', 27, (6, -3), "v-27h9a7 7.5 0 010 15h-9"),
    ('Q', 33, (5, -17), "a11 14 0 0023 0 11 14 0 00-23 0m15 7l7 8"),
    ('R', 28, (6, -3), "v-27h9a7 7.5 0 010 15h-9m9 0l8 12"),
    ('S', 27, (21, -26), "a8 6.5 0 10-8 10 8 6.5 0 11-9 9"),
    ('T', 26, (3, -30), "h20m-10 0v27"),
    ('U', 31, (6, -30), "v17a9.5 10 0 0019 0v-17"),
    ('V', 27, (3, -30), "l10 27 11-27"),
    ('W', 39, (3, -30), "l8 27 8-26 9 26 8-27"),
    ('X', 27, (4, -30), "l18 27m0-27l-18 27"),
    ('Y', 26, (3, -30), "l10 15 10-15m-10 15v12"),
    ('Z', 27, (5, -30), "h17l-17 27h17"),
    ('a', 27, (21, -21), "v18m0-9a7 9 0 00-15 0 7 9 0 0015 0"),
    ('b', 28, (6, -33), "v30m0-9a7 9 0 0115 0 7 9 0 01-15 0"),
    ('c', 23, (19, -18), "a7 9 0 100 12"),
    ('d', 28, (21, -33), "v30m0-9a7 9 0 00-15 0 7 9 0 0015 0"),
    ('e', 26, (5, -12), "h15a7 9 0 10-2 6"),
    ('f', 17, (16, -33), "a6 7 0 00-7 7v23m-5-18h11"),
    ('g', 27, (21, -21), "v20a7 7 0 01-14 4m14-15a7 9 0 00-15 0 7 9 0 0015 0"),
    ('h', 27, (6, -33), "v30m0-9a7 9 0 0115 0v9"),
    ('i', 12, (6, -21), "v18m0-27h0"),
    ('ı', 12, (6, -21), "v18"),
    ('j', 13, (7, -21), "v21c0 5-2 7-6 7m6-37h0"),
    ('k', 26, (6, -33), "v30m14-18l-14 11m5-4l10 11"),
    ('l', 12, (6, -33), "v30"),
    ('m', 42, (6, -21), "v18m0-9a7 9 0 0115 0v9m0-9a7 9 0 0115 0v9"),
    ('n', 27, (6, -21), "v18m0-9a7 9 0 0115 0v9"),
    ('o', 27, (6, -12), "a7 9 0 0015 0 7 9 0 00-15 0"),
    ('p', 28, (6, -21), "v28m0-19a7 9 0 0115 0 7 9 0 01-15 0"),
    ('q', 28, (21, -21), "v28m0-19a7 9 0 00-15 0 7 9 0 0015 0"),
    ('r', 18, (6, -21), "v18m0-9a9 9 0 0110-9"),
    ('s', 22, (17, -18), "a6 4.5 0 10-6 6 6 4.5 0 11-7 6"),
    ('t', 18, (8, -28), "v18a6 7 0 007 7m-12-18h12"),
    ('u', 27, (6, -21), "v9a7 9 0 0015 0m0-9v18"),
    ('v', 24, (4, -21), "l8 18 8-18"),
    ('w', 36, (4, -21), "l7 18 7-17 7 17 7-18"),
    ('x', 24, (4, -21), "l15 18m0-18l-15 18"),
    ('y', 24, (4, -21), "l8 18m8-18l-10 23c-1 4-4 5-7 4"),
    ('z', 22, (4, -21), "h14l-14 18h14"),
    ('ß', 28, (6, -3), "v-21c0-12 14-11 14-3 0 5-5 5-5 9 0 5 8 4 8 10 0 6-7 6-10 4"),
    ('æ', 40, (21, -21), "v18m0-9a7 9 0 00-15 0 7 9 0 0015 0h15a7 9 0 10-2 6"),
    ('œ', 42, (21, -12), "a7 9 0 00-15 0 7 9 0 0015 0h15a7 9 0 10-2 6"),
    ('-', 17, (5, -12), "h7"),
    ('–', 25, (4, -12), "h17"),
    ('—', 40, (4, -12), "h32"),
    ('#', 26, (11, -28), "l-3 25m13-25l-3 25m-14-17h19m-1 9h-19"),
    ('@', 42, (28, 2), "c-11 6-23 0-23-13 0-24 32-22 32-3 0 11-9 10-8 3l1-9m0 6c-2-9-13-7-13 2s11 9 13-2"),
    ('.', 13, (6, -3), "h0"),
    (',', 13, (7, -3), "l-2 6"),
    (':', 13, (6, -3), "h0m0-15h0"),
    (';', 13, (7, -3), "l-2 6m2-21h0"),
    ('·', 13, (6, -15), "h0"),
    ('!', 14, (7, -30), "v17m0 10h0"),
    ('?', 22, (5, -26), "c3-6 13-4 13 2 0 6-8 6-8 12m0 9h0"),
    ('’', 13, (7, -31), "l-2 6"),
    ('\'', 12, (6, -31), "v6"),
    ('/', 19, (3, 3), "l13-36"),
    ('(', 16, (12, -35), "c-7 10-7 30 0 40"),
    (')', 16, (4, -35), "c7 10 7 30 0 40"),
    ('+', 25, (4, -15), "h17m-9-8v17"),
    ('=', 25, (4, -19), "h17m-17 9h17"),
];

/// Accents over and under a letter that is `x` wide: from the middle and the top of the letter's line on.
const ACCENTS: &[(char, (i32, i32), &str)] = &[
    ('\u{300}', (2, -6), "l-4-4"),
    ('\u{301}', (-2, -6), "l4-4"),
    ('\u{302}', (-5, -6), "l5-5 5 5"),
    ('\u{303}', (-6, -7), "c4-5 7 4 12-1"),
    ('\u{308}', (-5, -8), "h0m10 0h0"),
    ('\u{30a}', (-3, -9), "a3 3 0 006 0 3 3 0 00-6 0z"),
    ('\u{327}', (1, 0), "c5 4 0 9-5 7"),
];

/// Letters with an accent, and the letters they are set on.
const ACCENTED: &[(char, &str, &str)] = &[
    ('\u{300}', "àèìòùÀÈÌÒÙ", "aeıouAEIOU"),
    ('\u{301}', "áéíóúýÁÉÍÓÚÝ", "aeıouyAEIOUY"),
    ('\u{302}', "âêîôûÂÊÎÔÛ", "aeıouAEIOU"),
    ('\u{303}', "ãñõÃÑÕ", "anoANO"),
    ('\u{308}', "äëïöüÿÄËÏÖÜ", "aeıouyAEIOU"),
    ('\u{30a}', "åÅ", "aA"),
    ('\u{327}', "çÇ", "cC"),
];

/// A letter in its place.
pub(super) struct Set {
    /// Its line as path data, in units.
    pub data: String,
    /// Where it stands, in units from the left end of its text.
    pub x: f32,
}

/// How broad the line is, in units.
pub(super) fn breadth(face: Face) -> f32 {
    match face {
        Face::SansBold => 7.0,
        Face::SansSemibold => 5.6,
        _ => 4.2,
    }
}

/// How large a unit is in type of so many points, in points: capitals are as high as in the font.
pub(super) fn unit(size: f32, breadth: f32) -> f32 {
    size / EM * CAPITAL_INK / (CAPITAL + breadth)
}

/// The letters of a text in units that large, if the alphabet has all of them, spread as wide as in the font.
pub(super) fn set(text: &Text, unit: f32) -> Option<Vec<Set>> {
    if !matches!(text.face, Face::Sans | Face::SansSemibold | Face::SansBold) {
        return None;
    }
    let letters: Vec<(&Letter, Option<char>)> = text.text.chars().map(find).collect::<Option<_>>()?;
    let stretch = text.stretch;
    let own: f32 = letters.iter().map(|(letter, _)| letter.1 as f32 * stretch).sum();
    let room = typeset::width(text) / unit - own;
    // What one letter is narrower than in the font lies where the text does not stand; several are spread.
    let (mut x, between) = match (letters.len(), text.anchor) {
        (1, Anchor::Start) => (0.0, 0.0),
        (1, Anchor::Middle) => (room / 2.0, 0.0),
        (1, Anchor::End) => (room, 0.0),
        (count, _) => (0.0, room / (count.max(2) - 1) as f32),
    };
    let place = |(letter, accent): &(&Letter, Option<char>)| {
        let set = Set { data: drawn(letter, *accent, 0), x };
        x += letter.1 as f32 * stretch + between;
        set
    };
    Some(letters.iter().map(place).collect())
}

/// The letters of a line of text as one line that begins so far to the right, in units that large.
pub(super) fn line(text: &Text, unit: f32, from: f32) -> Option<String> {
    let letters: Vec<(&Letter, Option<char>)> = text.text.chars().map(find).collect::<Option<_>>()?;
    let placed = letters.iter().zip(set(text, unit)?);
    let at = |set: Set| (from + set.x).round() as i32;
    Some(placed.map(|((letter, accent), set)| drawn(letter, *accent, at(set))).collect())
}

/// A letter and its accent, if the alphabet has it; a space is a letter without a line.
fn find(wanted: char) -> Option<(&'static Letter, Option<char>)> {
    const SPACE: &Letter = &(' ', 13, (0, 0), "");
    if matches!(wanted, ' ' | '\u{a0}' | '\u{202f}') {
        return Some((SPACE, None));
    }
    let plain = |wanted: char| LETTERS.iter().find(|letter| letter.0 == wanted);
    if let Some(letter) = plain(wanted) {
        return Some((letter, None));
    }
    ACCENTED.iter().find_map(|(accent, composed, bases)| {
        let at = composed.chars().position(|letter| letter == wanted)?;
        Some((plain(bases.chars().nth(at)?)?, Some(*accent)))
    })
}

/// The line of a letter that stands so far to the right.
fn drawn(&(letter, width, start, rest): &Letter, accent: Option<char>, x: i32) -> String {
    let from = |(right, down): (i32, i32), rest: &str| match rest {
        "" => String::new(),
        _ => format!("M{}{}{rest}", x + right, separated_whole(down)),
    };
    let mark = accent.and_then(|accent| ACCENTS.iter().find(|mark| mark.0 == accent));
    let top = if letter.is_uppercase() { -30 } else { -21 };
    let mark = mark.map_or(String::new(), |&(accent, (right, down), rest)| {
        let top = if accent == '\u{327}' { -3 } else { top };
        from((width / 2 + right, top + down), rest)
    });
    from(start, rest) + &mark
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Ink;

    fn text(face: Face, text: &str) -> Text {
        Text::new(face, 50.0, Ink::Text, text)
    }

    #[test]
    fn every_rank_and_every_title_of_our_languages_is_in_the_alphabet() {
        let written = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -–—#@.,:;·!?’'/()+=\
                       àèéêëîïôùûçœæÀÉÈÇäåöÄÅÖòìóñüß";
        let places = set(&text(Face::SansSemibold, written), 1.0).unwrap();
        assert_eq!(places.len(), written.chars().count());
        assert!(set(&text(Face::SansSemibold, "漢"), 1.0).is_none());
        assert!(set(&text(Face::Serif, "a"), 1.0).is_none());
    }

    #[test]
    fn letters_are_about_as_wide_as_those_of_the_font() {
        for letter in LETTERS {
            let font = typeset::width(&text(Face::SansSemibold, &letter.0.to_string()));
            assert!((font - letter.1 as f32).abs() < 5.0, "{letter:?}: {font}");
        }
    }

    #[test]
    fn a_line_is_as_wide_as_in_the_font_and_its_accents_stand_over_their_letters() {
        let title = text(Face::Sans, "Étape 10");
        let unit = unit(title.size, breadth(title.face));
        let places = set(&title, unit).unwrap();
        let last = places.last().unwrap();
        assert!((last.x + 24.0 - typeset::width(&title) / unit).abs() < 2.0, "{}", last.x);
        let line = line(&title, unit, 0.0).unwrap();
        assert!(line.contains("M11-36l4-4") && line.matches('M').count() == 8, "{line}");
    }
}
