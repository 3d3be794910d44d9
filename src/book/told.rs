//! What pages tell those who hear them: pictures in words, lines that make up a paragraph.

use super::BadBook;
use super::sheet::Setter;
use crate::figure::layout::Show;
use crate::figure::{Item, Tag};
use crate::game::Position;
use crate::output::pdf::Profile;
use crate::words;

/// Tags lines of a paragraph or a head: the first bears the tag, the others are more of it.
pub fn lines(tag: Tag, lines: impl IntoIterator<Item = Vec<Item>>) -> impl Iterator<Item = Vec<Item>> {
    let tags = std::iter::once(tag).chain(std::iter::repeat(Tag::More));
    tags.zip(lines).map(|(tag, items)| vec![Item::tagged(tag, items)])
}

/// Furniture: what is seen on every page and read aloud on none.
pub fn furniture(items: Vec<Item>) -> Item {
    Item::tagged(Tag::Furniture, items)
}

/// A diagram of a position with the position in the book's words.
///
/// # Errors
/// If the language's template fails.
pub fn diagram(setter: &Setter, position: &Position, show: Show, items: Vec<Item>) -> Result<Item, BadBook> {
    let show = match show {
        Show::Hidden => words::Show::Hidden,
        Show::Thoughtful => words::Show::All,
    };
    let says = match setter.profile {
        Profile::Screen => setter.language.describe(position, show)?,
        Profile::Press => String::new(),
    };
    Ok(picture(setter, says, items))
}

/// A picture and its words; nobody hears a press, so there they are left out.
pub fn picture(setter: &Setter, says: String, items: Vec<Item>) -> Item {
    match setter.profile {
        Profile::Screen => Item::tagged(Tag::Picture(says), items),
        Profile::Press => Item::Group { title: String::new(), items },
    }
}

/// The waste of a position from its top card down, in the book's words.
pub fn waste(setter: &Setter, position: &Position) -> String {
    let pack = &position.rules().pack;
    let cards = position.waste().iter().rev().map(|&card| setter.language.card_name(pack, card));
    cards.collect::<Vec<_>>().join(", ")
}

/// The stock of a position in the order in which it is turned, in the book's words.
pub fn stock(setter: &Setter, position: &Position) -> String {
    let pack = &position.rules().pack;
    let cards: Vec<String> =
        position.stock().iter().rev().map(|&card| setter.language.card_name(pack, card)).collect();
    let turns = cards.chunks(position.rules().draw.max(1)).map(|turn| turn.join(", "));
    turns.collect::<Vec<_>>().join("; ")
}
