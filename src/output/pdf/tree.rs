//! The tree by which a file is heard: heads, paragraphs, lists, tables and pictures, grown from the marks of
//! its pages.
//!
//! A section is written as soon as the next one begins: a book has some hundred elements a puzzle, and none of
//! them waits for the others.

use super::finish::{broken, text_string};
use super::object_file::ObjectFile;
use super::object_text::push_object;
use super::outline::top_of;
use super::tags::{Mark, head_role};
use super::{BadPdf, Frame};
use crate::figure::Tag;
use lopdf::{Object, ObjectId, dictionary};
use std::io::Write;

/// A node of the tree.
struct Element {
    id: ObjectId,
    role: &'static str,
    parent: ObjectId,
    kids: Vec<Kid>,
    alt: Option<String>,
    scope: Option<&'static str>,
    /// The box of a picture, as PDF has it.
    bounds: Option<[f32; 4]>,
}

/// What belongs to a node.
enum Kid {
    Element(ObjectId),
    /// The stretch of a page with this number.
    Content {
        page: usize,
        number: usize,
    },
    /// A link of a page.
    Link {
        page: usize,
        link: ObjectId,
    },
}

/// The row of a list, a table or the contents.
#[derive(Clone, Copy)]
struct Row {
    element: usize,
    /// Whether its last cell stands at the top of a column.
    is_head: bool,
}

/// The tree while it grows: the nodes that are open, and those in them.
pub(super) struct Tree {
    root: ObjectId,
    elements: Vec<Element>,
    /// The open chapter and the open sections in it.
    sections: Vec<usize>,
    /// The open list, table or contents, and its open row.
    group: Option<(&'static str, usize)>,
    row: Option<Row>,
    /// To what more is added.
    last: usize,
    /// What a page's stretches belong to, page by page.
    of_pages: Vec<ObjectId>,
    /// What the links belong to.
    of_links: Vec<ObjectId>,
}

const ROOT: usize = 0;

impl Tree {
    /// A tree without branches.
    pub(super) fn new(file: &mut ObjectFile) -> Tree {
        let root = file.reserve();
        let mut tree = Tree {
            root,
            elements: Vec::new(),
            sections: Vec::new(),
            group: None,
            row: None,
            last: ROOT,
            of_pages: Vec::new(),
            of_links: Vec::new(),
        };
        tree.push(file, root, "Document");
        tree
    }

    /// Takes the marks of the next page and returns its links; `pages` are those of the file.
    pub(super) fn take_page(
        &mut self,
        file: &mut ObjectFile,
        pages: &[ObjectId],
        frame: &Frame,
        marks: Vec<Mark>,
    ) -> Result<Vec<Object>, BadPdf> {
        let page = self.of_pages.len();
        let mut links = Vec::new();
        let mut owners: Vec<Object> = Vec::with_capacity(marks.len());
        for (number, mark) in marks.into_iter().enumerate() {
            let holder = self.holder(file, pages, frame, &mark)?;
            self.last = holder;
            let mut owner = holder;
            if !mark.links.is_empty() {
                owner = self.add(file, holder, "Link");
            }
            self.elements[owner].kids.push(Kid::Content { page, number });
            let owner_id = self.elements[owner].id;
            owners.push(owner_id.into());
            for (area, target) in mark.links {
                let Some(&leads_to) = pages.get(target) else {
                    return Err(broken(format!("a link leads to page {}, which is none", target + 1)));
                };
                // A link without words is called by the page it leads to.
                let says = match mark.says.is_empty() {
                    true => &(target + 1).to_string(),
                    false => &mark.says,
                };
                let [left, top, width, height] = area;
                let corners = frame.turned([left, top, left + width, top + height]).map(Object::Real);
                let link = file.add(dictionary! {
                    "Type" => "Annot",
                    "Subtype" => "Link",
                    "Rect" => corners.to_vec(),
                    "Border" => vec![0.into(), 0.into(), 0.into()],
                    "F" => 4,
                    "Contents" => text_string(says),
                    "Dest" => top_of(leads_to),
                    "StructParent" => (pages.len() + self.of_links.len()) as i64,
                })?;
                self.elements[owner].kids.push(Kid::Link { page, link });
                self.of_links.push(owner_id);
                links.push(link.into());
            }
        }
        self.of_pages.push(file.add(owners)?);
        Ok(links)
    }

    /// Writes all that is left and returns the root.
    pub(super) fn finish(mut self, file: &mut ObjectFile, pages: &[ObjectId]) -> Result<ObjectId, BadPdf> {
        let document = self.elements[ROOT].id;
        self.write_from(file, pages, ROOT)?;
        let owners = self.of_pages.iter().chain(&self.of_links).enumerate();
        let numbers: Vec<Object> =
            owners.flat_map(|(key, &owner)| [Object::Integer(key as i64), owner.into()]).collect();
        let next = (numbers.len() / 2) as i64;
        let parents = file.add(dictionary! {"Nums" => numbers})?;
        let top = dictionary! {
            "Type" => "StructTreeRoot",
            "K" => document,
            "ParentTree" => parents,
            "ParentTreeNextKey" => next,
        };
        file.put(self.root, top)?;
        Ok(self.root)
    }

    fn push(&mut self, file: &mut ObjectFile, parent: ObjectId, role: &'static str) -> usize {
        let id = file.reserve();
        let (kids, alt, scope, bounds) = Default::default();
        self.elements.push(Element { id, role, parent, kids, alt, scope, bounds });
        self.elements.len() - 1
    }

    fn add(&mut self, file: &mut ObjectFile, parent: usize, role: &'static str) -> usize {
        let index = self.push(file, self.elements[parent].id, role);
        let id = self.elements[index].id;
        self.elements[parent].kids.push(Kid::Element(id));
        index
    }

    /// The open chapter or section.
    fn section(&self) -> usize {
        self.sections.last().copied().unwrap_or(ROOT)
    }

    /// A node of its own in the open section.
    fn alone(&mut self, file: &mut ObjectFile, role: &'static str) -> usize {
        (self.group, self.row) = (None, None);
        self.add(file, self.section(), role)
    }

    /// The open group of a kind, or a new one.
    fn group(&mut self, file: &mut ObjectFile, role: &'static str) -> usize {
        match self.group {
            Some((open, index)) if open == role => index,
            _ => {
                let index = self.alone(file, role);
                self.group = Some((role, index));
                index
            }
        }
    }

    /// The open row of the open group, if the group is of this kind.
    fn row_of(&self, group: &'static str) -> Option<Row> {
        self.row.filter(|_| self.group.is_some_and(|(role, _)| role == group))
    }

    fn new_row(&mut self, file: &mut ObjectFile, group: &'static str, role: &'static str) -> usize {
        let group = self.group(file, group);
        let element = self.add(file, group, role);
        self.row = Some(Row { element, is_head: false });
        element
    }

    /// The node that takes the content of a mark.
    fn holder(
        &mut self,
        file: &mut ObjectFile,
        pages: &[ObjectId],
        frame: &Frame,
        mark: &Mark,
    ) -> Result<usize, BadPdf> {
        Ok(match &mark.tag {
            Tag::Head(level) => {
                // No level is left out, as readers step from level to level.
                let level = usize::from((*level).clamp(1, 6)).min(self.sections.len() + 1);
                if let Some(&closed) = self.sections.get(level - 1) {
                    self.sections.truncate(level - 1);
                    self.write_from(file, pages, closed)?;
                }
                let section = self.alone(file, "Sect");
                self.sections.push(section);
                self.alone(file, head_role(level as u8))
            }
            Tag::More if self.last != ROOT && self.elements[self.last].alt.is_none() => self.last,
            Tag::Paragraph | Tag::More | Tag::Furniture => self.alone(file, "P"),
            Tag::Mark => {
                let entry = self.new_row(file, "L", "LI");
                self.add(file, entry, "Lbl")
            }
            Tag::Entry => {
                let marked = |row: &Row| self.elements[row.element].kids.len() == 1;
                let entry = match self.row_of("L").filter(marked) {
                    Some(row) => row.element,
                    None => self.new_row(file, "L", "LI"),
                };
                self.row = None;
                self.add(file, entry, "LBody")
            }
            Tag::Content => {
                let row = self.new_row(file, "TOC", "TOCI");
                self.add(file, row, if mark.links.is_empty() { "P" } else { "Reference" })
            }
            Tag::ColumnHead => {
                let row = match self.row_of("Table").filter(|row| row.is_head) {
                    Some(row) => row.element,
                    None => self.new_row(file, "Table", "TR"),
                };
                self.cell(file, row, "TH", Some("Column"))
            }
            Tag::RowHead => {
                let row = self.new_row(file, "Table", "TR");
                self.cell(file, row, "TH", Some("Row"))
            }
            Tag::Cell => {
                let row = match self.row_of("Table") {
                    Some(row) => row.element,
                    None => self.new_row(file, "Table", "TR"),
                };
                self.cell(file, row, "TD", None)
            }
            Tag::Picture(alt) => {
                let figure = self.alone(file, "Figure");
                self.elements[figure].alt = Some(alt.clone());
                let rounded = |side: f32| (side * 10.0).round() / 10.0;
                self.elements[figure].bounds = mark.bounds.map(|bounds| frame.turned(bounds).map(rounded));
                figure
            }
        })
    }

    fn cell(
        &mut self,
        file: &mut ObjectFile,
        row: usize,
        role: &'static str,
        scope: Option<&'static str>,
    ) -> usize {
        let cell = self.add(file, row, role);
        self.elements[cell].scope = scope;
        self.row = Some(Row { element: row, is_head: scope == Some("Column") });
        cell
    }

    /// Writes a node that is closed and all that was made after it: what is in it.
    fn write_from(&mut self, file: &mut ObjectFile, pages: &[ObjectId], closed: usize) -> Result<(), BadPdf> {
        for element in self.elements.drain(closed..) {
            file.put_text(element.id, &element.text(pages))?;
        }
        Ok(())
    }
}

impl Element {
    /// The node as the file holds it.
    fn text(&self, pages: &[ObjectId]) -> Vec<u8> {
        let mut text = Vec::with_capacity(96);
        let mut put = |part: std::fmt::Arguments<'_>| {
            // Memory takes all that is written.
            let _ = text.write_fmt(part);
        };
        put(format_args!("<</S/{}/P {} 0 R", self.role, self.parent.0));
        let first_page = self.kids.iter().find_map(|kid| match kid {
            Kid::Content { page, .. } => Some(*page),
            _ => None,
        });
        if let Some(page) = first_page {
            put(format_args!("/Pg {} 0 R", pages[page].0));
        }
        if !self.kids.is_empty() {
            put(format_args!("/K["));
        }
        for kid in &self.kids {
            match *kid {
                Kid::Element((id, _)) => put(format_args!("{id} 0 R ")),
                Kid::Content { page, number } if Some(page) == first_page => put(format_args!("{number} ")),
                Kid::Content { page, number } => {
                    put(format_args!("<</Type/MCR/Pg {} 0 R/MCID {number}>>", pages[page].0));
                }
                Kid::Link { page, link } => {
                    put(format_args!("<</Type/OBJR/Pg {} 0 R/Obj {} 0 R>>", pages[page].0, link.0));
                }
            }
        }
        if !self.kids.is_empty() {
            put(format_args!("]"));
        }
        if let Some(scope) = self.scope {
            put(format_args!("/A<</O/Table/Scope/{scope}>>"));
        }
        if let (Some([left, lower, right, upper]), Some(_)) = (self.bounds, first_page) {
            put(format_args!("/A<</O/Layout/Placement/Block/BBox[{left} {lower} {right} {upper}]>>"));
        }
        if let Some(alt) = &self.alt {
            text.extend(b"/Alt");
            push_object(&mut text, &text_string(alt));
        }
        text.extend(b">>");
        text
    }
}
