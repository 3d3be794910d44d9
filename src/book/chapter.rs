//! Chapters of prose: blocks set as lines, diagrams with their notes, tables, and all of them on pages.

use super::content::{Block, OwnPicture};
use super::flow::{Keep, Piece, fill_fairly, keep_lines_together, let_float};
use super::paragraph::{self, Line, Setting, Span, Style};
use super::sheet::{Setter, Sheet};
use super::tabular;
use super::told;
use crate::figure::{Face, Figure, Figures, Ink, Item, Tag, Text};

/// A picture's top stands so far under the line above it.
const OVER_FIGURE: f32 = 8.0;
/// The text under a picture keeps at least so much distance.
const UNDER_FIGURE: f32 = 6.0;
/// The size and lead of captions.
const CAPTION: (f32, f32) = (8.5, 10.5);
/// A caption is set as wide as its picture, but no narrower than this share of the text.
const LEAST_CAPTION: f32 = 0.6;
/// The text under a picture of the user's own keeps at least so much distance, in lines.
const UNDER_PICTURE: f32 = 0.6;
/// The height of capitals, as a share of the type's size.
const CAPITALS: f32 = 0.67;
/// The least share of a page's height that a picture gets, whatever stands over it.
const LEAST_PICTURE: f32 = 0.25;
/// The size and lead of the notes beside a picture.
const NOTE: (f32, f32) = (8.0, 10.0);
/// Notes stand beside a picture if a line has room for so many ems there.
const LEAST_NOTE: f32 = 8.0;

/// The pieces of a chapter; `picture` draws the diagram of a name.
pub fn pieces(blocks: &[Block], setter: &Setter, picture: &dyn Fn(&str) -> Option<Figure>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut after_head = true;
    let mut in_list = false;
    for (index, block) in blocks.iter().enumerate() {
        let entry = matches!(block, Block::Entry { .. });
        if in_list && !entry {
            after_head = true;
        }
        match block {
            Block::Title(title) => pieces.push(title_piece(setter, title)),
            Block::Head(head) => {
                pieces.extend(head_pieces(setter, head));
            }
            Block::Paragraph(spans) => {
                let indent = if after_head { 0.0 } else { setter.grid.lead };
                let mut lines = Vec::new();
                for (row, spans) in paragraph::split_lines(spans).iter().enumerate() {
                    let style = text_style(setter, if row == 0 { indent } else { 0.0 });
                    lines.extend(paragraph::set(spans, &style, setter.grid.measure));
                }
                let mut lines = line_pieces(setter, lines, 0.0, Tag::Paragraph);
                // The line that leads to a list stands with it; so does a single line under a head.
                let leads = matches!(blocks.get(index + 1), Some(Block::Entry { .. }));
                let alone = lines.len() == 1 && index > 0 && matches!(blocks[index - 1], Block::Head(_));
                let last_block = index + 1 == blocks.len();
                if let Some(last) = lines.last_mut().filter(|_| leads || alone && !last_block) {
                    last.keep = Keep::WithNext;
                }
                pieces.extend(lines);
            }
            Block::Entry { mark, text } => pieces.extend(entry_pieces(setter, mark, text)),
            Block::Picture(own) => {
                let over = height_kept(&pieces);
                pieces.push(picture_piece(setter, own, over));
            }
            Block::Figure { name, notes } => {
                if let Some(figure) = picture(name) {
                    pieces.push(figure_piece(setter, &figure, notes));
                }
            }
            Block::Tabular(table) => pieces.extend(tabular::pieces(setter, table)),
        }
        after_head = match block {
            Block::Title(_) | Block::Head(_) | Block::Figure { .. } | Block::Tabular(_) => true,
            // Text may come to stand before it, and goes on as if it were not there.
            Block::Picture(_) => after_head,
            Block::Paragraph(_) | Block::Entry { .. } => false,
        };
        in_list = entry;
    }
    pieces
}

/// Sets a chapter on pages, the first of them with this number.
pub fn pages(pieces: &[Piece], setter: &Setter, head: &str, first: usize) -> Vec<Sheet> {
    let pieces = let_float(pieces.to_vec(), setter.grid.height());
    let columns = fill_fairly(&pieces, setter.grid.height(), setter.grid.lead);
    let mut sheets = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        let mut sheet = Sheet::with_head(setter, first + index, head);
        let (left, from) = (setter.grid.left(sheet.page), setter.grid.top());
        if let Some(over) = &pieces[column.from].over {
            sheet.place(&over.items, left, from);
        }
        for (piece, top) in pieces[column.from..column.to].iter().zip(&column.tops) {
            sheet.place(&piece.items, left, from + top);
        }
        sheets.push(sheet);
    }
    sheets
}

fn text_style(setter: &Setter, indent: f32) -> Style {
    Style {
        size: setter.points(10.0),
        // In large type too few words stand on a line to fill it evenly.
        setting: if setter.is_large() { Setting::Ragged } else { Setting::Justified },
        indent,
        figures: Figures::Lining,
        inking: setter.inking,
        language: setter.hyphenation,
    }
}

fn line_pieces(setter: &Setter, lines: Vec<Line>, x: f32, tag: Tag) -> Vec<Piece> {
    let lead = setter.grid.lead;
    let placed =
        lines.into_iter().map(|line| line.items.into_iter().map(|item| item.moved(x, lead)).collect());
    let piece = |items| Piece { height: lead, items, ..Piece::default() };
    let mut pieces: Vec<Piece> = told::lines(tag, placed).map(piece).collect();
    keep_lines_together(&mut pieces);
    pieces
}

/// The title of a chapter on its second line, a line free under it; long ones run on.
pub(super) fn title_piece(setter: &Setter, title: &str) -> Piece {
    let grid = &setter.grid;
    let style = Style { size: setter.points(26.0), setting: Setting::Ragged, ..text_style(setter, 0.0) };
    let lines =
        paragraph::set(&[Span::new(Face::Display, setter.language.display(title))], &style, grid.measure);
    let step = 2.0 * grid.lead;
    let place = |(row, line): (usize, Line)| {
        let y = step * (row + 1) as f32;
        line.items.into_iter().map(|item| item.moved(0.0, y)).collect()
    };
    let height = step * lines.len() as f32 + grid.lead;
    let items = told::lines(Tag::Head(1), lines.into_iter().enumerate().map(place)).flatten().collect();
    Piece { height, keep: Keep::WithNext, items, ..Piece::default() }
}

fn head_pieces(setter: &Setter, head: &str) -> Vec<Piece> {
    let style = Style { size: setter.points(10.5), setting: Setting::Ragged, ..text_style(setter, 0.0) };
    let lines = paragraph::set(
        &[Span::new(Face::SerifSemibold, setter.language.display(head))],
        &style,
        setter.grid.measure,
    );
    let mut pieces = line_pieces(setter, lines, 0.0, Tag::Head(2));
    pieces.iter_mut().for_each(|piece| piece.keep = Keep::WithNext);
    if let Some(first) = pieces.first_mut() {
        first.before = setter.grid.lead;
    }
    pieces
}

fn entry_pieces(setter: &Setter, mark: &str, text: &[Span]) -> Vec<Piece> {
    // Marks of two figures want more room than a bullet.
    let indent = setter.grid.lead * if mark.chars().count() > 2 { 1.4 } else { 1.0 };
    let lines = paragraph::set(text, &text_style(setter, 0.0), setter.grid.measure - indent);
    let mut pieces = line_pieces(setter, lines, indent, Tag::Entry);
    if let Some(first) = pieces.first_mut() {
        let mark = Text::new(Face::Serif, setter.points(10.0), Ink::Text, mark).at(0.0, setter.grid.lead);
        first.items.insert(0, Item::tagged(Tag::Mark, vec![Item::Text(mark)]));
    }
    pieces
}

/// A diagram at the left, its notes at the right if they fit there; text returns to the grid under it.
fn figure_piece(setter: &Setter, figure: &Figure, notes: &[Vec<Span>]) -> Piece {
    let grid = &setter.grid;
    let (size, lead) = (setter.points(NOTE.0), setter.lead(NOTE.1));
    let beside = grid.column(4).max(figure.width + grid.gutter);
    let is_beside = grid.measure - beside >= LEAST_NOTE * size;
    let (x, mut y) = if is_beside { (beside, -0.2 * lead) } else { (0.0, figure.height + 0.4 * lead) };
    let style = Style { size, setting: Setting::Ragged, ..text_style(setter, 0.0) };
    // The picture is told before its notes.
    let picture = told::picture(setter, figure.alt.clone(), figure.placed(0.0, 0.0));
    let mut items = vec![picture];
    for note in notes {
        let mut rows: Vec<Vec<Item>> = Vec::new();
        for spans in paragraph::split_lines(note) {
            for line in paragraph::set(&spans, &style, grid.measure - x) {
                y += lead;
                rows.push(line.items.into_iter().map(|item| item.moved(x, y)).collect());
            }
        }
        items.extend(told::lines(Tag::Paragraph, rows).flatten());
        y += 0.8 * lead;
    }
    let tall = figure.height.max(y - 0.8 * lead);
    // Notes under the picture are text: what follows them stands apart.
    let under = if is_beside || notes.is_empty() { UNDER_FIGURE } else { grid.lead };
    let height = ((OVER_FIGURE + tall + under) / grid.lead).ceil() * grid.lead;
    // What the grid adds goes to both sides.
    let top = OVER_FIGURE + (height - OVER_FIGURE - tall - under) / 2.0;
    let items = items.into_iter().map(|item| item.moved(0.0, top)).collect();
    Piece { height, items, floats: true, ..Piece::default() }
}

/// The height of the last pieces, as far as they may not be parted from what follows.
fn height_kept(pieces: &[Piece]) -> f32 {
    let kept = pieces.iter().rev().take_while(|piece| piece.keep == Keep::WithNext);
    kept.map(|piece| piece.before + piece.height).sum()
}

/// A picture of the user's own with its caption under it, on a page that holds what stands over both.
///
/// At the top of a page it is flush with the capitals of a line; elsewhere a line is left free over it.
fn picture_piece(setter: &Setter, own: &OwnPicture, over: f32) -> Piece {
    let grid = &setter.grid;
    let (size, lead) = (setter.points(CAPTION.0), setter.lead(CAPTION.1));
    let OwnPicture { picture, alt, caption } = own;
    let style = Style { size, setting: Setting::Ragged, ..text_style(setter, 0.0) };
    let [full_width, full_height] = picture.size;
    let width = full_width.min(grid.measure);
    let measure = width.max(LEAST_CAPTION * grid.measure);
    let lines = paragraph::set(&[Span::new(Face::SerifItalic, caption.as_str())], &style, measure);
    let over_caption = if lines.is_empty() { 0.0 } else { 0.15 * lead };
    let under = over_caption + lead * lines.len() as f32;
    let top = grid.lead - CAPITALS * setter.points(10.0);
    // Whole lines are left for it, and one of them stays free where something stands over it.
    let before = if over > 0.0 { grid.lead } else { 0.0 };
    let below = UNDER_PICTURE * grid.lead;
    let rows = ((grid.height() - over - before) / grid.lead + 0.01).floor() * grid.lead;
    let room = (rows - top - under - below).max(LEAST_PICTURE * grid.height());
    let share = (width / full_width).min(room / full_height).min(1.0);
    let [width, height] = [full_width * share, full_height * share];
    let raster = Item::Raster { area: [0.0, top, width, height], raster: picture.raster.clone() };
    let mut items = vec![told::picture(setter, alt.clone(), vec![raster])];
    let place = |(row, line): (usize, Line)| {
        let y = top + height + over_caption + lead * (row + 1) as f32;
        line.items.into_iter().map(|item| item.moved(0.0, y)).collect()
    };
    items.extend(told::lines(Tag::Paragraph, lines.into_iter().enumerate().map(place)).flatten());
    let height = ((top + height + under + below) / grid.lead - 0.01).ceil() * grid.lead;
    Piece { before: grid.lead, height, items, floats: true, ..Piece::default() }
}
