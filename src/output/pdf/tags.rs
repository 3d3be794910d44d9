//! What a PDF file tells those who hear it: the tree of heads, paragraphs, lists and pictures.
//!
//! Pages give marks in the order in which they are heard; the tree is grown from that row.

use super::finish::{broken, text_string};
use super::outline::top_of;
use super::{BadPdf, Frame};
use crate::figure::{Item, Tag};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

/// A stretch of a page that is one thing to those who hear it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mark {
    /// What it is.
    pub(super) tag: Tag,
    /// The places in it that lead elsewhere: area and page, 0-based.
    pub(super) links: Vec<([f32; 4], usize)>,
    /// What the links say.
    says: String,
    /// The box of a picture.
    bounds: Option<[f32; 4]>,
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
        Item::Path { .. } => item.bounds(),
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

fn head_role(level: u8) -> &'static str {
    ["H1", "H2", "H3", "H4", "H5", "H6"][usize::from(level.clamp(1, 6)) - 1]
}

/// A node of the tree.
struct Element {
    role: &'static str,
    parent: usize,
    kids: Vec<Kid>,
    alt: Option<String>,
    scope: Option<&'static str>,
    bounds: Option<[f32; 4]>,
}

enum Kid {
    Element(usize),
    /// The stretch of a page with this number.
    Content {
        page: usize,
        number: usize,
    },
    /// The link with this number.
    Link(usize),
}

/// A link of a page, and the node that it belongs to.
struct PlacedLink {
    page: usize,
    area: [f32; 4],
    target: usize,
    says: String,
    element: usize,
}

/// The tree while it grows.
struct Tree {
    elements: Vec<Element>,
    links: Vec<PlacedLink>,
    /// The open chapter and the open sections in it.
    sections: Vec<usize>,
    /// The open list, table or contents, and its open row.
    group: Option<(&'static str, usize)>,
    row: Option<usize>,
    /// To what more is added.
    last: usize,
    /// The nodes of the stretches of each page.
    of_pages: Vec<Vec<usize>>,
}

const ROOT: usize = 0;

impl Tree {
    fn new() -> Tree {
        let root = Element {
            role: "Document",
            parent: ROOT,
            kids: Vec::new(),
            alt: None,
            scope: None,
            bounds: None,
        };
        Tree {
            elements: vec![root],
            links: Vec::new(),
            sections: Vec::new(),
            group: None,
            row: None,
            last: ROOT,
            of_pages: Vec::new(),
        }
    }

    fn add(&mut self, parent: usize, role: &'static str) -> usize {
        let index = self.elements.len();
        self.elements.push(Element { role, parent, kids: Vec::new(), alt: None, scope: None, bounds: None });
        self.elements[parent].kids.push(Kid::Element(index));
        index
    }

    /// The open chapter or section.
    fn section(&self) -> usize {
        self.sections.last().copied().unwrap_or(ROOT)
    }

    /// A node of its own in the open section.
    fn alone(&mut self, role: &'static str) -> usize {
        (self.group, self.row) = (None, None);
        self.add(self.section(), role)
    }

    /// The open group of a kind, or a new one.
    fn group(&mut self, role: &'static str) -> usize {
        match self.group {
            Some((open, index)) if open == role => index,
            _ => {
                let index = self.alone(role);
                self.group = Some((role, index));
                index
            }
        }
    }

    fn row(&mut self, group: &'static str, role: &'static str) -> usize {
        let group = self.group(group);
        let row = self.add(group, role);
        self.row = Some(row);
        row
    }

    fn take_page(&mut self, page: usize, marks: Vec<Mark>) {
        self.of_pages.push(Vec::with_capacity(marks.len()));
        for (number, mark) in marks.into_iter().enumerate() {
            let holder = self.holder(&mark);
            self.last = holder;
            let mut owner = holder;
            if !mark.links.is_empty() {
                owner = self.add(holder, "Link");
            }
            self.elements[owner].kids.push(Kid::Content { page, number });
            self.of_pages[page].push(owner);
            for (area, target) in mark.links {
                self.elements[owner].kids.push(Kid::Link(self.links.len()));
                // A link without words is called by the page it leads to.
                let says = match mark.says.is_empty() {
                    true => (target + 1).to_string(),
                    false => mark.says.clone(),
                };
                self.links.push(PlacedLink { page, area, target, says, element: owner });
            }
        }
    }

    /// The node that takes the content of a mark.
    fn holder(&mut self, mark: &Mark) -> usize {
        match &mark.tag {
            Tag::Head(level) => {
                // No level is left out, as readers step from level to level.
                let level = usize::from((*level).clamp(1, 6)).min(self.sections.len() + 1);
                self.sections.truncate(level - 1);
                let section = self.alone("Sect");
                self.sections.push(section);
                self.alone(head_role(level as u8))
            }
            Tag::More if self.last != ROOT && self.elements[self.last].alt.is_none() => self.last,
            Tag::Paragraph | Tag::More | Tag::Furniture => self.alone("P"),
            Tag::Mark => {
                let entry = self.row("L", "LI");
                self.add(entry, "Lbl")
            }
            Tag::Entry => {
                let marked = |&row: &usize| self.elements[row].kids.len() == 1;
                let entry = match self.row.filter(|_| self.group.is_some_and(|(role, _)| role == "L")) {
                    Some(row) if marked(&row) => row,
                    _ => self.row("L", "LI"),
                };
                self.row = None;
                self.add(entry, "LBody")
            }
            Tag::Content => {
                let row = self.row("TOC", "TOCI");
                self.add(row, if mark.links.is_empty() { "P" } else { "Reference" })
            }
            Tag::ColumnHead => {
                let is_head = |&row: &usize| {
                    let last = self.elements[row].kids.last();
                    matches!(last, Some(&Kid::Element(cell)) if self.elements[cell].scope == Some("Column"))
                };
                let row = self.row.filter(|_| self.group.is_some_and(|(role, _)| role == "Table"));
                let row = match row.filter(is_head) {
                    Some(row) => row,
                    None => self.row("Table", "TR"),
                };
                self.cell(row, "TH", Some("Column"))
            }
            Tag::RowHead => {
                let row = self.row("Table", "TR");
                self.cell(row, "TH", Some("Row"))
            }
            Tag::Cell => {
                let row = self.row.filter(|_| self.group.is_some_and(|(role, _)| role == "Table"));
                let row = match row {
                    Some(row) => row,
                    None => self.row("Table", "TR"),
                };
                self.cell(row, "TD", None)
            }
            Tag::Picture(alt) => {
                let figure = self.alone("Figure");
                self.elements[figure].alt = Some(alt.clone());
                self.elements[figure].bounds = mark.bounds;
                figure
            }
        }
    }

    fn cell(&mut self, row: usize, role: &'static str, scope: Option<&'static str>) -> usize {
        let cell = self.add(row, role);
        self.elements[cell].scope = scope;
        cell
    }
}

/// Adds the tree and the links of all pages.
pub(super) fn add_tags(
    file: &mut Document,
    pages: &[ObjectId],
    frames: &[Frame],
    marks: Vec<Vec<Mark>>,
) -> Result<(), BadPdf> {
    let mut tree = Tree::new();
    for (page, marks) in marks.into_iter().enumerate() {
        tree.take_page(page, marks);
    }
    let root = file.new_object_id();
    let ids: Vec<ObjectId> = tree.elements.iter().map(|_| file.new_object_id()).collect();
    let links: Vec<ObjectId> = tree.links.iter().map(|_| file.new_object_id()).collect();

    let written = Written { tree: &tree, root, ids: &ids, links: &links, pages, frames };
    for (index, &id) in ids.iter().enumerate() {
        file.objects.insert(id, written.element(index).into());
    }
    let mut annotations: Vec<Vec<Object>> = vec![Vec::new(); pages.len()];
    for (index, (link, &id)) in tree.links.iter().zip(&links).enumerate() {
        let Some(&target) = pages.get(link.target) else {
            return Err(broken(format!("a link leads to page {}, which is none", link.target + 1)));
        };
        let [left, top, width, height] = link.area;
        let corners = frames[link.page].turned([left, top, left + width, top + height]).map(Object::Real);
        let annotation = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Link",
            "Rect" => corners.to_vec(),
            "Border" => vec![0.into(), 0.into(), 0.into()],
            "F" => 4,
            "Contents" => text_string(&link.says),
            "Dest" => top_of(target),
            "StructParent" => (pages.len() + index) as i64,
        };
        file.objects.insert(id, annotation.into());
        annotations[link.page].push(Object::Reference(id));
    }
    let mut numbers: Vec<Object> = Vec::new();
    for (page, (owners, annotations)) in tree.of_pages.iter().zip(annotations).enumerate() {
        let owners: Vec<Object> = owners.iter().map(|&owner| Object::Reference(ids[owner])).collect();
        numbers.push((page as i64).into());
        numbers.push(file.add_object(owners).into());
        let dictionary = file.get_object_mut(pages[page]).and_then(Object::as_dict_mut).map_err(broken)?;
        dictionary.set("StructParents", page as i64);
        // The order of the tree is also that of the tabulator key.
        dictionary.set("Tabs", Object::Name(b"S".to_vec()));
        if !annotations.is_empty() {
            dictionary.set("Annots", annotations);
        }
    }
    for (index, link) in tree.links.iter().enumerate() {
        numbers.push(((pages.len() + index) as i64).into());
        numbers.push(ids[link.element].into());
    }
    let parents = file.add_object(dictionary! {"Nums" => numbers});
    let top = dictionary! {
        "Type" => "StructTreeRoot",
        "K" => ids[ROOT],
        "ParentTree" => parents,
        "ParentTreeNextKey" => (pages.len() + tree.links.len()) as i64,
    };
    file.objects.insert(root, top.into());
    let catalog = file.catalog_mut().map_err(broken)?;
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dictionary! {"Marked" => true});
    Ok(())
}

/// The tree and the objects that its parts become.
struct Written<'a> {
    tree: &'a Tree,
    root: ObjectId,
    ids: &'a [ObjectId],
    links: &'a [ObjectId],
    pages: &'a [ObjectId],
    frames: &'a [Frame],
}

impl Written<'_> {
    /// A node as an object.
    fn element(&self, index: usize) -> Dictionary {
        let Written { tree, root, ids, links, pages, frames } = *self;
        let element = &tree.elements[index];
        let mut dictionary = dictionary! {
            "S" => element.role,
            "P" => if index == ROOT { root } else { ids[element.parent] },
        };
        let first_page = element.kids.iter().find_map(|kid| match kid {
            Kid::Content { page, .. } => Some(*page),
            _ => None,
        });
        if let Some(page) = first_page {
            dictionary.set("Pg", pages[page]);
        }
        let kid = |kid: &Kid| -> Object {
            match *kid {
                Kid::Element(index) => ids[index].into(),
                Kid::Content { page, number } if Some(page) == first_page => (number as i64).into(),
                Kid::Content { page, number } => {
                    dictionary! {"Type" => "MCR", "Pg" => pages[page], "MCID" => number as i64}.into()
                }
                Kid::Link(number) => {
                    let page = pages[tree.links[number].page];
                    dictionary! {"Type" => "OBJR", "Pg" => page, "Obj" => links[number]}.into()
                }
            }
        };
        match element.kids.as_slice() {
            [] => {}
            [only] => dictionary.set("K", kid(only)),
            all => dictionary.set("K", all.iter().map(kid).collect::<Vec<_>>()),
        }
        if let Some(alt) = &element.alt {
            dictionary.set("Alt", text_string(alt));
        }
        if let Some(scope) = element.scope {
            dictionary.set("A", dictionary! {"O" => "Table", "Scope" => scope});
        }
        if let (Some(bounds), Some(page)) = (element.bounds, first_page) {
            let corners = frames[page].turned(bounds).map(|side| Object::Real((side * 10.0).round() / 10.0));
            dictionary
                .set("A", dictionary! {"O" => "Layout", "Placement" => "Block", "BBox" => corners.to_vec()});
        }
        dictionary
    }
}
