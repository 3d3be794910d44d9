//! What a document weighs as it is sent, by which the ways to write it are compared.

use super::document::Way;
use super::{NAME, UNNAMED};

/// Documents are to be no longer than this as files, if any way of writing them makes them so short.
const LONG: usize = 12_288;
/// They are to be sent in no more bytes than this: two kilobytes, less the head that a packer puts before them and
/// what other packers take more.
const HEAVY: usize = 2_016;

/// Writes in every way, and keeps what is least over what it may be, as a file and as it is sent; of what is not
/// over, what is least as both.
///
/// Which way is best depends on how many cards there are and how they lie: what is said once of all cards of a
/// suit is worth it for many, and what is said anew of each packs well.
pub(super) fn lightest(write: impl Fn(Way) -> Vec<String>) -> Vec<String> {
    let weighed = Way::all().map(|way| {
        let texts: Vec<String> = write(way);
        // Ids are still to be named.
        let len = |text: &String| text.len() + text.matches(UNNAMED).count() * (NAME - UNNAMED.len());
        let stored: usize = texts.iter().map(len).sum();
        // A byte that is sent counts as many that are stored as there may be.
        let sent = sent(&texts.concat()) * LONG / HEAVY;
        let most = LONG * texts.len();
        (stored.saturating_sub(most) + sent.saturating_sub(most), stored + sent, texts)
    });
    let lightest = weighed.min_by_key(|(over, weight, _)| (*over, *weight));
    lightest.map_or_else(Vec::new, |(.., texts)| texts)
}

/// How many bytes a text has when it is sent. A packer of our own dependencies alone, as what other crates choose
/// for theirs must not change what is written.
fn sent(text: &str) -> usize {
    let named = text.replace(UNNAMED, &"abcde"[..NAME]);
    miniz_oxide::deflate::compress_to_vec(named.as_bytes(), 9).len()
}

#[cfg(test)]
mod tests {
    use super::super::document::{Aim, Naming, Sharing};
    use super::*;

    /// What is written if one way gives so many equal letters and all others so many that pack badly.
    fn written(equal: usize, mixed: usize) -> char {
        let mut state = 1_u32;
        let mut letter = || {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            char::from(b'b' + (state >> 16) as u8 % 25)
        };
        let mixed: String = (0..mixed).map(|_| letter()).collect();
        let texts = lightest(|way| match way {
            Way { sharing: Sharing::Grounds, aim: Aim::Sent, naming: Naming::First } => {
                vec!["a".repeat(equal)]
            }
            _ => vec![mixed.clone()],
        });
        texts[0].chars().next().unwrap()
    }

    #[test]
    fn what_is_light_but_too_long_yields_to_what_is_short() {
        assert_eq!(written(2_000, 1_900), 'a');
        assert_ne!(written(LONG + 1, 1_900), 'a');
        // Short files may be heavy.
        assert_eq!(written(LONG, 9_000), 'a');
    }
}
