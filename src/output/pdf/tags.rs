//! What a page of a PDF file tells those who hear it: a row of marks, of which `tree` grows the file's tree.

use crate::figure::{Item, Tag};

/// A stretch of a page that is one thing to those who hear it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mark {
    /// What it is.
    pub(super) tag: Tag,
    /// The places in it that lead elsewhere: area and page, 0-based.
    pub(super) links: Vec<([f32; 4], usize)>,
    /// What the links say.
    pub(super) says: String,
    /// The box of a picture.
    pub(super) bounds: Option<[f32; 4]>,
}

impl Mark {
    /// The mark of some items; their links are still to come.
    pub(super) fn new(tag: Tag, items: &[Item]) -> Mark {
        let mut says = String::new();
        if has_link(items) {
            collect_text(items, &mut says);
        }
        let bounds = match tag {
            Tag::Picture(_) => bounds(items),
            _ => None,
        };
        Mark { tag, links: Vec::new(), says: says.trim().to_string(), bounds }
    }
}

impl Mark {
    /// Whether it is told in full: a picture without words is not.
    pub(super) fn is_told(&self) -> bool {
        !matches!(&self.tag, Tag::Picture(alt) if alt.trim().is_empty())
    }
}

/// Whether some items, or items in them, are tagged.
pub(super) fn are_tagged(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Tagged { .. } => true,
        Item::Group { items, .. } => are_tagged(items),
        _ => false,
    })
}

fn has_link(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Link { .. } => true,
        Item::Tagged { items, .. } | Item::Group { items, .. } => has_link(items),
        _ => false,
    })
}

fn collect_text(items: &[Item], text: &mut String) {
    for item in items {
        match item {
            Item::Text(line) => {
                text.push_str(&line.text);
                text.push(' ');
            }
            Item::Tagged { items, .. } | Item::Group { items, .. } => collect_text(items, text),
            _ => {}
        }
    }
}

/// The box of what is drawn; letters count with their size only, which is enough to find a picture.
fn bounds(items: &[Item]) -> Option<[f32; 4]> {
    let boxes = items.iter().filter_map(|item| match item {
        Item::Path { .. } | Item::Raster { .. } => item.bounds(),
        Item::Text(text) => Some([text.x, text.y - text.size, text.x, text.y]),
        Item::Tagged { items, .. } | Item::Group { items, .. } => bounds(items),
        Item::Shared { x, y, items } => {
            bounds(items).map(|[left, top, right, bottom]| [left + x, top + y, right + x, bottom + y])
        }
        Item::Link { .. } => None,
    });
    boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

/// The name that a stretch of content bears in the page's stream.
pub(super) fn content_role(tag: &Tag) -> &'static str {
    match tag {
        Tag::Head(level) => head_role(*level),
        Tag::Paragraph | Tag::Entry | Tag::Content => "P",
        Tag::More => "Span",
        Tag::Mark => "Lbl",
        Tag::ColumnHead | Tag::RowHead => "TH",
        Tag::Cell => "TD",
        Tag::Picture(_) => "Figure",
        Tag::Furniture => "Artifact",
    }
}

pub(super) fn head_role(level: u8) -> &'static str {
    ["H1", "H2", "H3", "H4", "H5", "H6"][usize::from(level.clamp(1, 6)) - 1]
}
