//! Texts as people type them, set as the language sets its own: quotation marks, dashes, spaces.

use super::file::LanguageFile;
use std::collections::BTreeMap;

/// A letter, and the part of the text that it stands in.
type Letter = (char, usize);

/// On which side of what is quoted a mark stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

/// Marks that have found their other, by their places.
type Paired = BTreeMap<usize, Side>;

impl LanguageFile {
    /// A text as someone typed it, in parts that are set in different faces, with the language's quotation
    /// marks, spaces and apostrophes.
    ///
    /// Quotation marks are set in pairs; one without its other, such as that of `5" wide`, stays. `--` between
    /// words or numbers is a dash and `...` an ellipsis.
    pub fn typed(&self, parts: &[&str]) -> Vec<String> {
        let letters: Vec<Letter> = parts
            .iter()
            .enumerate()
            .flat_map(|(part, text)| text.chars().map(move |letter| (letter, part)))
            .collect();
        let letters = self.spaced(&dashed(&self.quoted(&letters)));
        let mut set = vec![String::new(); parts.len()];
        for (at, &(letter, part)) in letters.iter().enumerate() {
            let (before, next) = around(&letters, at, at);
            // `a .5 chance`: a mark with which a word begins is no punctuation.
            let begins = ".,:".contains(next) && around(&letters, at, at + 1).1.is_alphanumeric();
            match letter == ' ' && begins {
                true => set[part].push(letter),
                false => set[part].extend(self.set(before, letter, next)),
            }
        }
        set
    }

    /// The letters with the language's quotation marks for straight ones.
    fn quoted(&self, letters: &[Letter]) -> Vec<Letter> {
        let (doubles, singles) = (double_pairs(letters), single_pairs(letters));
        let [open, close, inner_open, inner_close] = self.quotes.each_ref();
        let mut quoted = Vec::with_capacity(letters.len());
        let mut depth = 0;
        for (at, &(letter, part)) in letters.iter().enumerate() {
            let mark = match (doubles.get(&at), singles.get(&at)) {
                (Some(Side::Before), _) => {
                    depth += 1;
                    if depth % 2 == 1 { open } else { inner_open }
                }
                (Some(Side::Behind), _) => {
                    depth -= 1;
                    if depth % 2 == 0 { close } else { inner_close }
                }
                (None, Some(Side::Before)) => inner_open,
                (None, Some(Side::Behind)) => inner_close,
                (None, None) => {
                    let is_apostrophe = letter == '\'' && around(letters, at, at).1.is_alphanumeric();
                    quoted.push((if is_apostrophe { '’' } else { letter }, part));
                    continue;
                }
            };
            quoted.extend(mark.chars().map(|sign| (sign, part)));
        }
        quoted
    }

    /// The letters with spaces before the marks that the language sets apart, where none were typed.
    fn spaced(&self, letters: &[Letter]) -> Vec<Letter> {
        let is_set_apart = |mark: char| {
            mark != '»' && (self.narrow_space_before.contains(mark) || self.space_before.contains(mark))
        };
        let mut spaced = Vec::with_capacity(letters.len());
        for (at, &(letter, part)) in letters.iter().enumerate() {
            let (before, next) = around(letters, at, at);
            let follows_word = before.is_alphanumeric() || is_closing(before);
            let ends = next.is_whitespace() || is_closing(next) || is_set_apart(next);
            if is_set_apart(letter) && follows_word && ends {
                spaced.push((' ', part));
            }
            spaced.push((letter, part));
        }
        spaced
    }
}

fn is_closing(letter: char) -> bool {
    ")]»”’\"".contains(letter)
}

/// The letters before and behind a run of them; spaces where there are none.
fn around(letters: &[Letter], first: usize, last: usize) -> (char, char) {
    let before = first.checked_sub(1).map_or(' ', |at| letters[at].0);
    (before, letters.get(last + 1).map_or(' ', |letter| letter.0))
}

/// The double quotation marks that belong together.
fn double_pairs(letters: &[Letter]) -> Paired {
    let marks: Vec<usize> = (0..letters.len()).filter(|&at| letters[at].0 == '"').collect();
    let opens = |at: usize| {
        let (before, next) = around(letters, at, at);
        !before.is_alphanumeric() && !next.is_whitespace() && !",.;:!?)]}…".contains(next)
    };
    let closes = |at: usize| {
        let (before, _) = around(letters, at, at);
        !before.is_whitespace() && !"([{«“‘".contains(before)
    };
    let mut pairs = Paired::new();
    let mut open: Vec<usize> = Vec::new();
    for (index, &at) in marks.iter().enumerate() {
        let is_inch = letters[at.saturating_sub(1)].0.is_ascii_digit()
            && marks.get(index + 1).is_some_and(|&next| closes(next) && !opens(next));
        match open.last() {
            Some(&start) if closes(at) && !is_inch && start + 1 < at => {
                pairs.extend([(start, Side::Before), (at, Side::Behind)]);
                open.pop();
            }
            _ if opens(at) => open.push(at),
            _ => {}
        }
    }
    pairs
}

/// The single quotation marks that belong together; all others are apostrophes.
fn single_pairs(letters: &[Letter]) -> Paired {
    let mut pairs = Paired::new();
    let mut open = None;
    for at in (0..letters.len()).filter(|&at| letters[at].0 == '\'') {
        let (before, next) = around(letters, at, at);
        match open {
            Some(start) if !before.is_whitespace() && !next.is_alphanumeric() => {
                pairs.extend([(start, Side::Before), (at, Side::Behind)]);
                open = None;
            }
            None if !before.is_alphanumeric() && next.is_alphabetic() => open = Some(at),
            _ => {}
        }
    }
    pairs
}

/// The letters with dashes for two hyphens or three and an ellipsis for three dots, where they stand alone.
fn dashed(letters: &[Letter]) -> Vec<Letter> {
    let mut dashed = Vec::with_capacity(letters.len());
    let mut at = 0;
    while let Some(&(letter, part)) = letters.get(at) {
        let run = letters[at..].iter().take_while(|other| other.0 == letter).count();
        let (before, next) = around(letters, at, at + run - 1);
        let between = before.is_whitespace() && next.is_whitespace()
            || before.is_alphanumeric() && next.is_alphanumeric();
        match (letter, run) {
            ('-', 2) if between => dashed.push(('–', part)),
            ('-', 3) if between => dashed.push(('—', part)),
            ('.', 3) => dashed.push(('…', part)),
            _ => dashed.extend_from_slice(&letters[at..at + run]),
        }
        at += run;
    }
    dashed
}

#[cfg(test)]
mod tests {
    use crate::assets::Assets;
    use crate::words::Language;

    fn typed(code: &str, text: &str) -> String {
        Language::load(&Assets::embedded(), code).unwrap().typed(text)
    }

    #[test]
    fn each_language_has_its_quotation_marks() {
        let text = "The \"best\" games -- and 'more'...";
        assert_eq!(typed("en", text), "The “best” games – and ‘more’…");
        assert_eq!(typed("fr", text), "The «\u{202f}best\u{202f}» games – and “more”…");
        assert_eq!(typed("it", text), "The «best» games – and “more”…");
        assert_eq!(typed("sv", text), "The ”best” games – and ’more’…");
        assert_eq!(typed("en", "\"He said \"yes\" twice.\""), "“He said ‘yes’ twice.”");
        assert_eq!(
            typed("fr", "d'hiver: l'été \"vient\"?"),
            "d’hiver\u{a0}: l’été «\u{202f}vient\u{202f}»\u{202f}?"
        );
    }

    #[test]
    fn a_mark_without_its_other_stays() {
        assert_eq!(typed("en", "a board 5\" wide"), "a board 5\" wide");
        assert_eq!(typed("en", "\"a 5\" board\" of mine"), "“a 5\" board” of mine");
        assert_eq!(typed("en", "in \"1985\" and \"later"), "in “1985” and \"later");
        assert_eq!(typed("en", "Anna O'Neill's '90s dogs'"), "Anna O’Neill’s ’90s dogs’");
        assert_eq!(typed("en", "\"\" and \" \""), "\"\" and \" \"");
        assert_eq!(typed("en", "a .5 chance , in .profile ."), "a .5 chance, in .profile.");
        assert_eq!(typed("en", "--lang fr, 1--9, a----b"), "--lang fr, 1–9, a----b");
    }

    #[test]
    fn what_is_set_already_stays_as_it_is() {
        for code in ["en", "fr", "it", "sv"] {
            let once = typed(code, "L'été \"vient\": oui? -- 12:30 http://a.b/c");
            assert_eq!(typed(code, &once), once);
            assert!(once.ends_with("12:30 http://a.b/c"));
        }
    }

    #[test]
    fn marks_are_paired_across_faces() {
        let french = Language::load(&Assets::embedded(), "fr").unwrap();
        let parts = french.typed_parts(&["un \"", "beau", "\" jeu"]);
        assert_eq!(parts, ["un «\u{202f}", "beau", "\u{202f}» jeu"]);
    }

    #[test]
    fn short_words_stay_with_the_next_in_headings() {
        let french = Language::load(&Assets::embedded(), "fr").unwrap();
        assert_eq!(french.display("Klondike à trois cartes"), "Klondike à\u{a0}trois cartes");
        let english = Language::load(&Assets::embedded(), "en").unwrap();
        assert_eq!(english.display("Patience with a view"), "Patience with\u{a0}a\u{a0}view");
    }
}
