//! The outline of a file, and the numbers that its pages bear in a viewer.

use super::finish::{broken, text_string};
use super::object_file::ObjectFile;
use super::{BadPdf, LabelStyle, OutlineEntry, PageLabels};
use lopdf::{Dictionary, Object, ObjectId, dictionary};

/// A place to lead to: a whole page.
pub(super) fn top_of(page: ObjectId) -> Vec<Object> {
    vec![Object::Reference(page), Object::Name(b"Fit".to_vec())]
}

/// Adds the outline and returns its root.
pub(super) fn add_outline(
    file: &mut ObjectFile,
    entries: &[OutlineEntry],
    pages: &[ObjectId],
) -> Result<ObjectId, BadPdf> {
    let root = file.reserve();
    let mut dictionary = dictionary! {"Type" => "Outlines"};
    add_outline_level(file, root, &mut dictionary, entries, pages, Unfolded::Yes)?;
    file.put(root, dictionary)?;
    Ok(root)
}

/// Whether the lines under an entry are shown at first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unfolded {
    Yes,
    No,
}

fn add_outline_level(
    file: &mut ObjectFile,
    parent: ObjectId,
    parent_dictionary: &mut Dictionary,
    entries: &[OutlineEntry],
    pages: &[ObjectId],
    unfolded: Unfolded,
) -> Result<(), BadPdf> {
    let ids: Vec<ObjectId> = entries.iter().map(|_| file.reserve()).collect();
    let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { return Ok(()) };
    for (index, entry) in entries.iter().enumerate() {
        let page = pages
            .get(entry.page)
            .ok_or_else(|| broken(format!("the outline leads to page {}, which is none", entry.page + 1)))?;
        let mut dictionary = dictionary! {
            "Title" => text_string(&entry.title),
            "Parent" => parent,
            "Dest" => top_of(*page),
        };
        if index > 0 {
            dictionary.set("Prev", ids[index - 1]);
        }
        if let Some(&next) = ids.get(index + 1) {
            dictionary.set("Next", next);
        }
        add_outline_level(file, ids[index], &mut dictionary, &entry.children, pages, Unfolded::No)?;
        file.put(ids[index], dictionary)?;
    }
    // A folded entry counts its lines as a negative number.
    let count = entries.len() as i64;
    parent_dictionary.set("First", first);
    parent_dictionary.set("Last", last);
    parent_dictionary.set("Count", if unfolded == Unfolded::Yes { count } else { -count });
    Ok(())
}

/// The numbers of the pages.
pub(super) fn page_labels(labels: &[PageLabels]) -> Dictionary {
    let mut numbers: Vec<Object> = Vec::new();
    for label in labels {
        let style = match label.style {
            LabelStyle::Arabic => "D",
            LabelStyle::Roman => "r",
        };
        numbers.push((label.from as i64).into());
        numbers.push(dictionary! {"S" => style, "St" => i64::from(label.start)}.into());
    }
    dictionary! {"Nums" => numbers}
}
