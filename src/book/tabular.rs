//! Tables in words on pages of the user's own: how wide their columns are, and their rows on the lines of the
//! page.

use super::flow::{Keep, Over, Piece};
use super::line_breaks::Paragraph;
use super::paragraph::{self, Line, Span, Style};
use super::sheet::Setter;
use super::told;
use crate::figure::{Anchor, Face, Ink, Item, Path, Stroke, Tag};
use std::sync::Arc;

/// More columns than this leave no room for words on any page.
pub const MOST_COLUMNS: usize = 8;
/// The size of the words in rows and in heads, in points of normal type.
const SIZES: (f32, f32) = (9.5, 8.0);
/// Where the first line of the heads stands, and rules under the heads and under the last line of a row, in leads.
const HEAD: f32 = 0.7;
const UNDER_HEADS: f32 = 0.05;
const UNDER_ROW: f32 = 0.32;
/// The width of the rules.
const RULE: f32 = 0.75;

/// A table in words: a row of heads, and rows of as many cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tabular {
    /// On which side of each column its words stand.
    pub sides: Vec<Anchor>,
    /// The heads.
    pub heads: Vec<Vec<Span>>,
    /// The rows.
    pub rows: Vec<Vec<Vec<Span>>>,
}

/// A row that is set: for each cell its lines.
type Row = Vec<Vec<Line>>;

/// Where the columns stand: the left edge and the width of each.
type Columns = Vec<(f32, f32)>;

/// The pieces of a table: one if half a page holds it, else one a row, with the heads over those that begin a page.
///
/// The words of the rows stand on the lines of the page; rules are drawn under the heads and under the last row,
/// and under each row if some have more than one line.
pub(super) fn pieces(setter: &Setter, table: &Tabular) -> Vec<Piece> {
    let columns = columns(setter, table);
    let set = |row: &[Vec<Span>], style: &Style| -> Row {
        let cells = row.iter().zip(&columns);
        cells.map(|(cell, &(_, width))| paragraph::set(cell, style, width)).collect()
    };
    let heads: Vec<Vec<Span>> = table.heads.iter().map(|head| in_sans(head)).collect();
    let heads = set(&heads, &style(setter, SIZES.1));
    let rows: Vec<Row> = table.rows.iter().map(|row| set(row, &style(setter, SIZES.0))).collect();
    let lead = setter.grid.lead;
    let drawer = Drawer { setter, sides: &table.sides, columns: &columns };
    let over = Over { height: height(&heads) as f32 * lead, items: drawer.heads(&heads, false) };
    let mut all = vec![Piece {
        before: lead,
        height: over.height,
        items: drawer.heads(&heads, true),
        keep: Keep::WithNext,
        ..Piece::default()
    }];
    let over = Arc::new(over);
    let has_rules = rows.iter().any(|row| height(row) > 1);
    let lines = setter.grid.lines.saturating_sub(height(&heads) + 1).max(1);
    let rows: Vec<Row> = rows.into_iter().flat_map(|row| parts(row, lines)).collect();
    for (index, row) in rows.iter().enumerate() {
        let is_last = index + 1 == rows.len();
        let is_kept = index == 0 || index + 2 == rows.len();
        all.push(Piece {
            // A line stays free under the table.
            height: (height(row) + usize::from(is_last)) as f32 * lead,
            items: drawer.row(row, has_rules || is_last),
            keep: if is_kept && !is_last && 3 * height(row) < lines { Keep::WithNext } else { Keep::No },
            over: Some(over.clone()),
            ..Piece::default()
        });
    }
    let whole: f32 = all.iter().map(|piece| piece.height).sum();
    if whole > setter.grid.height() / 2.0 {
        return all;
    }
    let mut one = Piece { before: lead, floats: true, ..Piece::default() };
    for piece in all {
        one.items.extend(piece.items.into_iter().map(|item| item.moved(0.0, one.height)));
        one.height += piece.height;
    }
    vec![one]
}

fn style(setter: &Setter, size: f32) -> Style {
    setter.ragged(setter.points(size))
}

/// Heads are set as labels are.
fn in_sans(head: &[Span]) -> Vec<Span> {
    head.iter().map(|span| Span::new(Face::SansSemibold, span.text.as_str())).collect()
}

/// A row in parts of so many lines at most.
fn parts(row: Row, lines: usize) -> Vec<Row> {
    let part = |index: usize| -> Row {
        row.iter().map(|cell| cell.iter().skip(index * lines).take(lines).cloned().collect()).collect()
    };
    (0..height(&row).div_ceil(lines)).map(part).collect()
}

/// The lines of a row's highest cell.
fn height(row: &Row) -> usize {
    row.iter().map(Vec::len).max().unwrap_or(0).max(1)
}

/// The columns as wide as their words want. If that is more than the measure has, heads are broken, and then the
/// widest columns give way first, down to their longest words.
fn columns(setter: &Setter, table: &Tabular) -> Columns {
    let gap = setter.grid.lead;
    let room = setter.grid.measure - gap * table.sides.len().saturating_sub(1) as f32;
    let widths = |spans: &[Span], size: f32| {
        let style = style(setter, size);
        let cell = Paragraph::new(spans, &style, f32::INFINITY);
        (cell.longest_word(), cell.whole())
    };
    let mut wanted = Vec::new();
    let mut heads = Vec::new();
    for index in 0..table.sides.len() {
        let cells = table.rows.iter().filter_map(|row| row.get(index)).map(|cell| widths(cell, SIZES.0));
        let (least, most) =
            cells.fold((0.0f32, 0.0f32), |wide, cell| (wide.0.max(cell.0), wide.1.max(cell.1)));
        let head = table.heads.get(index).map_or((0.0, 0.0), |head| widths(&in_sans(head), SIZES.1));
        // A hair more, so that what just fits is not broken.
        let least = least.max(head.0) + 0.1;
        wanted.push((least, least.max(most + 0.1)));
        heads.push(head.1 + 0.1);
    }
    let with_heads: f32 = wanted.iter().zip(&heads).map(|(column, head)| column.1.max(*head)).sum();
    if with_heads <= room {
        wanted.iter_mut().zip(&heads).for_each(|(column, head)| column.1 = column.1.max(*head));
    }
    let least: f32 = wanted.iter().map(|column| column.0).sum();
    let level = level(&wanted, room);
    let width = |column: &(f32, f32)| match least < room {
        true => column.1.min(level).max(column.0),
        // Words are cut; no column gets less than a few letters.
        false => room * (column.0 + room / 20.0) / (least + room / 20.0 * wanted.len() as f32),
    };
    let mut x = 0.0;
    let place = |column: &(f32, f32)| {
        let width = width(column);
        x += width + gap;
        (x - width - gap, width)
    };
    wanted.iter().map(place).collect()
}

/// The width that no column may pass, if each has its least width and one that it wants, and there is only so much
/// room.
fn level(columns: &[(f32, f32)], room: f32) -> f32 {
    let (mut low, mut high) = (0.0, room);
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        let used: f32 = columns.iter().map(|&(least, most)| most.min(middle).max(least)).sum();
        if used <= room { low = middle } else { high = middle }
    }
    low
}

/// What draws the rows of a table.
struct Drawer<'a> {
    setter: &'a Setter,
    sides: &'a [Anchor],
    columns: &'a [(f32, f32)],
}

impl Drawer<'_> {
    /// The heads and the rule under them. Those of later pages only repeat them, and are not read aloud.
    fn heads(&self, heads: &Row, are_told: bool) -> Vec<Item> {
        let lead = self.setter.grid.lead;
        let mut items = self.cells(heads, Tag::ColumnHead, Tag::ColumnHead, HEAD * lead);
        items.push(self.rule((height(heads) as f32 + UNDER_HEADS) * lead));
        match are_told {
            true => items,
            false => vec![told::furniture(items.into_iter().flat_map(untagged).collect())],
        }
    }

    /// A row, with a rule under it or not.
    fn row(&self, row: &Row, has_rule: bool) -> Vec<Item> {
        let lead = self.setter.grid.lead;
        let mut items = self.cells(row, Tag::RowHead, Tag::Cell, lead);
        items.extend(has_rule.then(|| self.rule((height(row) as f32 + UNDER_ROW) * lead)));
        items
    }

    /// The cells of a row from their first baseline, the first with a tag of its own.
    fn cells(&self, row: &Row, first: Tag, other: Tag, baseline: f32) -> Vec<Item> {
        let lead = self.setter.grid.lead;
        let mut items = Vec::new();
        for (index, (cell, &(left, width))) in row.iter().zip(self.columns).enumerate() {
            // Heads of fewer lines stand at the foot of their row, other cells at its top.
            let down = if first == Tag::ColumnHead { height(row) - cell.len() } else { 0 };
            let placed = cell.iter().enumerate().map(|(number, line)| {
                let free = width - line.width;
                let x = match self.sides[index] {
                    Anchor::Start => left,
                    Anchor::Middle => left + free / 2.0,
                    Anchor::End => left + free,
                };
                let y = baseline + (down + number) as f32 * lead;
                line.items.iter().map(|item| item.clone().moved(x, y)).collect::<Vec<Item>>()
            });
            let tag = if index == 0 { &first } else { &other };
            match cell.is_empty() {
                true => items.push(Item::tagged(tag.clone(), Vec::new())),
                false => items.extend(told::lines(tag.clone(), placed).flatten()),
            }
        }
        items
    }

    /// A rule as long as the table.
    fn rule(&self, y: f32) -> Item {
        let right = self.columns.last().map_or(0.0, |&(left, width)| left + width);
        let line = Path::line(0.0, y, right, y);
        told::furniture(vec![Item::stroke(line, Stroke::solid(Ink::Outline, RULE))])
    }
}

/// What a tagged item holds.
fn untagged(item: Item) -> Vec<Item> {
    match item {
        Item::Tagged { items, .. } => items,
        other => vec![other],
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Source, chapter::pages, make::setter, spec::BookSpec};
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;
    use crate::figure::Text;

    fn setter_of(kind: &str) -> Setter {
        let text = format!("title: T\ntrim: a5\ntype: {kind}\nsections: [{{game: klondike, count: 1}}]\n");
        let source = Source { name: "t.yaml".into(), text };
        let spec = BookSpec::read(&source.name, &source.text).unwrap();
        setter(&spec, &source, &Catalogue::new(Assets::embedded())).unwrap().0
    }

    fn table(rows: usize, words: &str) -> Tabular {
        let cell = |text: &str| vec![Span::new(Face::Serif, text)];
        Tabular {
            sides: vec![Anchor::Start, Anchor::End, Anchor::Middle],
            heads: vec![cell("Game"), cell("Cards"), cell("Note")],
            rows: (0..rows).map(|row| vec![cell("Klondike"), cell(&row.to_string()), cell(words)]).collect(),
        }
    }

    fn texts(items: &[Item]) -> Vec<&Text> {
        let mut found = Vec::new();
        for item in items {
            match item {
                Item::Text(text) => found.push(text),
                Item::Tagged { items, .. } | Item::Group { items, .. } => found.extend(texts(items)),
                _ => {}
            }
        }
        found
    }

    #[test]
    fn rows_stand_on_the_lines_of_the_page_within_the_measure() {
        let long = "Unbelievably long words and many more of them than any line could ever hold";
        for kind in ["normal", "large", "giant"] {
            let setter = setter_of(kind);
            for words in ["short", long, &"w".repeat(200), &long.repeat(80)] {
                for piece in pieces(&setter, &table(3, words)) {
                    let lines = piece.height / setter.grid.lead;
                    assert!((lines - lines.round()).abs() < 0.01, "{kind}: {lines}");
                    assert!(piece.height <= setter.grid.height() + 0.01, "{kind}: {lines}");
                    for [left, _, right, _] in piece.items.iter().filter_map(Item::bounds) {
                        assert!(
                            left >= -1.0 && right <= setter.grid.measure + 2.0,
                            "{kind} {words}: {right}"
                        );
                    }
                    for text in texts(&piece.items).iter().filter(|text| text.face == Face::Serif) {
                        let line = text.y / setter.grid.lead;
                        assert!((line - line.round()).abs() < 0.01, "{}: {line}", text.text);
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_longer_than_a_page_goes_on_under_its_heads() {
        let setter = setter_of("normal");
        let sheets = pages(&pieces(&setter, &table(100, "short")), &setter, "T", 1);
        assert_eq!(sheets.len(), 3);
        let mut rows = 0;
        for (index, sheet) in sheets.iter().enumerate() {
            // The folio and the head of the page come first.
            let words: Vec<&str> =
                texts(&sheet.items).iter().skip(2).map(|text| text.text.as_str()).collect();
            assert_eq!(words[..3], ["Game", "Cards", "Note"]);
            for row in words[3..].chunks(3) {
                assert_eq!(row, ["Klondike", rows.to_string().as_str(), "short"]);
                rows += 1;
            }
            // Only the first heads are read aloud.
            let is_head = |item: &&Item| matches!(item, Item::Tagged { tag: Tag::ColumnHead, .. });
            assert_eq!(sheet.items.iter().filter(is_head).count(), if index == 0 { 3 } else { 0 });
        }
        assert_eq!(rows, 100);
    }

    #[test]
    fn heads_are_broken_before_words_are_and_the_widest_column_gives_way_first() {
        let setter = setter_of("normal");
        let cell = |text: &str| vec![Span::new(Face::Serif, text)];
        let long = "Any card whose dark half is the highest rank of the pack, if there is such a card";
        let table = Tabular {
            sides: vec![Anchor::Start; 3],
            heads: vec![cell("Game"), cell("How many cards are dealt"), cell("What fills")],
            rows: vec![vec![cell("Klondike, three cards"), cell("28"), cell(long)]],
        };
        let items = pieces(&setter, &table).remove(0).items;
        let lines: Vec<String> = texts(&items).iter().map(|text| text.text.clone()).collect();
        assert!(lines.contains(&"Klondike, three cards".to_string()), "{lines:?}");
        assert!(!lines.contains(&"How many cards are dealt".to_string()), "{lines:?}");
    }

    #[test]
    fn every_row_begins_with_its_head_even_if_that_says_nothing() {
        let mut table = table(2, "short");
        table.rows[1][0].clear();
        let piece = pieces(&setter_of("normal"), &table).remove(0);
        let tags = piece.items.iter().filter_map(|item| match item {
            Item::Tagged { tag: tag @ (Tag::RowHead | Tag::Cell), .. } => Some(tag.clone()),
            _ => None,
        });
        let row = [Tag::RowHead, Tag::Cell, Tag::Cell];
        assert_eq!(tags.collect::<Vec<_>>(), [row.clone(), row].concat());
    }
}
