//! Flowing pieces of text and diagrams into columns of a page.

use crate::figure::Item;
use std::sync::Arc;

/// A piece that is not parted: a line of text, a head, a diagram with its label.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Piece {
    /// The space above it, left out at the top of a column.
    pub before: f32,
    /// Its height.
    pub height: f32,
    /// Whether it must not be the last of a column.
    pub keep: Keep,
    /// What is drawn, from the left edge of the column and the piece's own top.
    pub items: Vec<Item>,
    /// The puzzle that is begun with it, if one is.
    pub begins: Option<usize>,
    /// Whether it may stand behind text that follows it, where it would leave a page half empty.
    pub floats: bool,
    /// What stands over it where it begins a column: the heads of a table that goes on.
    pub over: Option<Arc<Over>>,
}

/// What stands over a piece that begins a column.
#[derive(Debug, Clone, PartialEq)]
pub struct Over {
    /// Its height.
    pub height: f32,
    /// What is drawn, from its own top.
    pub items: Vec<Item>,
}

/// Whether a column may end after a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// It may.
    #[default]
    No,
    /// It may not: the next piece belongs to it.
    WithNext,
}

/// A column: the pieces from one to another, each with its top.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The first piece.
    pub from: usize,
    /// The piece after the last.
    pub to: usize,
    /// The tops of the pieces.
    pub tops: Vec<f32>,
    /// The height that is used.
    pub height: f32,
}

/// Marks the lines of a paragraph so that none is left alone at the foot or the top of a column.
pub fn keep_lines_together(lines: &mut [Piece]) {
    let count = lines.len();
    for (index, line) in lines.iter_mut().enumerate() {
        if index + 1 < count && (index == 0 || index + 2 == count) {
            line.keep = Keep::WithNext;
        }
    }
}

/// Fills column after column, each as far as it goes.
pub fn fill(pieces: &[Piece], height: f32) -> Vec<Column> {
    let mut columns = Vec::new();
    let mut from = 0;
    while from < pieces.len() {
        let to = ends(pieces, from, height).last().map_or(from + 1, |end| end.0);
        columns.push(column(pieces, from, to));
        from = to;
    }
    columns
}

/// A column that is less full than this lets text stand before a piece that floats.
const LEAST_BEFORE_FLOAT: f32 = 0.8;

/// Lets pieces that float and do not fit stand at the top of the next column, behind the text that fills
/// their own; never behind all the text that is left.
pub fn let_float(mut pieces: Vec<Piece>, height: f32) -> Vec<Piece> {
    let mut from = 0;
    while from < pieces.len() {
        let Some(&(to, used)) = ends(&pieces, from, height).last() else { break };
        let floats = pieces.get(to).is_some_and(|piece| piece.floats);
        if floats && used < LEAST_BEFORE_FLOAT * height {
            let float = pieces.remove(to);
            let ends = ends(&pieces, from, height);
            let end = ends.iter().rev().map(|&(end, _)| end).find(|&end| end < pieces.len()).unwrap_or(to);
            let has_other = pieces[to..end.max(to)].iter().any(|piece| piece.floats);
            pieces.insert(if has_other { to } else { end.max(to) }, float);
        }
        let next = ends(&pieces, from, height).last().map_or(to, |&(end, _)| end);
        from = next.max(from + 1);
    }
    pieces
}

/// The least part of its column that the last one should fill.
const LEAST_LAST: f32 = 0.3;

/// Fills column after column, but shares out the text if next to nothing is left for the last.
pub fn fill_fairly(pieces: &[Piece], height: f32, lead: f32) -> Vec<Column> {
    let full = fill(pieces, height);
    let count = full.len();
    if count < 2 || full[count - 1].height >= LEAST_LAST * height {
        return full;
    }
    let mut best = full;
    let mut lower = height - lead;
    while lower > 0.5 * height {
        let columns = fill(pieces, lower);
        if columns.len() > count {
            break;
        }
        // What gives the last column nothing only leaves the others empty.
        if columns.len() == count && columns[count - 1].height > best[count - 1].height {
            best = columns;
        }
        if best[count - 1].height >= LEAST_LAST * height {
            break;
        }
        lower -= lead;
    }
    best
}

/// Fills pages of two columns so that the columns end as evenly as may be, the last two most of all.
///
/// All ways of breaking are weighed at once: what a column leaves empty counts by its square, and
/// on the last page the difference of the two columns.
pub fn fill_pairs(pieces: &[Piece], height: f32) -> Vec<(Column, Column)> {
    let count = pieces.len();
    // The least fault with which a left column (0) or a right column (1) can begin with a piece.
    let mut best = vec![[f32::INFINITY; 2]; count + 1];
    let mut from = vec![[0usize; 2]; count + 1];
    best[0][0] = 0.0;
    let mut last: (f32, usize, usize) = (f32::INFINITY, 0, count);
    for start in 0..count {
        for side in 0..2 {
            let so_far = best[start][side];
            if so_far.is_infinite() {
                continue;
            }
            let ends = ends(pieces, start, height);
            for &(end, used) in &ends {
                let fault = so_far + ((height - used) / 10.0).powi(2);
                if end < count && fault < best[end][1 - side] {
                    best[end][1 - side] = fault;
                    from[end][1 - side] = start;
                }
                if side == 0 {
                    let rest = match end == count {
                        true => Some(0.0),
                        false => ends_at(pieces, end, height),
                    };
                    let Some(rest) = rest else { continue };
                    // The left column is the longer one if they cannot be equal.
                    let uneven = if rest > used { 1.5 * (rest - used) } else { used - rest };
                    let fault = so_far + (uneven / 10.0).powi(2);
                    if fault < last.0 {
                        last = (fault, start, end);
                    }
                }
            }
        }
    }
    let mut pages = Vec::new();
    if count == 0 {
        return pages;
    }
    let (fault, start, middle) = last;
    if fault.is_infinite() {
        // A piece is higher than a column: the measures forbid it, but nothing may hang.
        let mut columns = fill(pieces, height).into_iter();
        while let Some(left) = columns.next() {
            let none = Column { from: left.to, to: left.to, tops: Vec::new(), height: 0.0 };
            pages.push((left, columns.next().unwrap_or(none)));
        }
        return pages;
    }
    pages.push((column(pieces, start, middle), column(pieces, middle, count)));
    let mut at = start;
    while at > 0 {
        let middle = from[at][0];
        let left = from[middle][1];
        pages.push((column(pieces, left, middle), column(pieces, middle, at)));
        at = left;
    }
    pages.reverse();
    pages
}

/// Lets the columns of a page end together: what one lacks of a height goes into the spaces over its heads and
/// diagrams, so much to each at most. Columns that cannot reach the height end where all of them can.
pub fn end_together(pieces: &[Piece], columns: &mut [Column], height: f32, most: f32) {
    let spaces = |column: &Column| -> Vec<usize> {
        (column.from + 1..column.to).filter(|&index| before(pieces, index) > 0.0).collect()
    };
    let reached = columns.iter().map(|column| column.height + most * spaces(column).len() as f32);
    let deepest = columns.iter().map(|column| column.height).fold(0.0, f32::max);
    let target = reached.fold(height, f32::min).max(deepest);
    for column in columns {
        let spaces = spaces(column);
        let more = ((target - column.height) / spaces.len().max(1) as f32).clamp(0.0, most);
        for (offset, top) in column.tops.iter_mut().enumerate() {
            *top += more * spaces.iter().filter(|&&space| space <= column.from + offset).count() as f32;
        }
        column.height += more * spaces.len() as f32;
    }
}

/// Pages of which the first has less room than the others.
pub fn with_first(
    pieces: &[Piece],
    first: f32,
    other: f32,
    fill: impl Fn(&[Piece], f32) -> Vec<Vec<Column>>,
) -> Vec<Vec<Column>> {
    let mut pages = fill(pieces, first);
    pages.truncate(1);
    let from = pages.iter().flatten().map(|column| column.to).max().unwrap_or(0);
    let shifted = |column: Column| Column { from: column.from + from, to: column.to + from, ..column };
    let rest = fill(&pieces[from..], other);
    pages.extend(rest.into_iter().map(|page| page.into_iter().map(shifted).collect()));
    pages
}

/// The space over a piece that is not the first of its column; a picture brings space enough under it.
fn before(pieces: &[Piece], index: usize) -> f32 {
    if index > 0 && pieces[index - 1].floats { 0.0 } else { pieces[index].before }
}

/// The height of what stands over a piece that begins a column.
fn over(pieces: &[Piece], from: usize) -> f32 {
    pieces.get(from).and_then(|piece| piece.over.as_ref()).map_or(0.0, |over| over.height)
}

/// Where a column that begins with a piece may end, and how high it then is.
fn ends(pieces: &[Piece], from: usize, height: f32) -> Vec<(usize, f32)> {
    let mut ends = Vec::new();
    let mut used = over(pieces, from);
    for (index, piece) in pieces.iter().enumerate().skip(from) {
        used += piece.height + if index > from { before(pieces, index) } else { 0.0 };
        if used > height + 0.01 {
            break;
        }
        if piece.keep == Keep::No || index + 1 == pieces.len() {
            ends.push((index + 1, used));
        }
    }
    ends
}

/// The height of a column that holds all pieces from one on, if they fit.
fn ends_at(pieces: &[Piece], from: usize, height: f32) -> Option<f32> {
    let mut used = over(pieces, from);
    for (index, piece) in pieces.iter().enumerate().skip(from) {
        used += piece.height + if index > from { before(pieces, index) } else { 0.0 };
        if used > height + 0.01 {
            return None;
        }
    }
    Some(used)
}

fn column(pieces: &[Piece], from: usize, to: usize) -> Column {
    let mut tops = Vec::new();
    let mut used = over(pieces, from);
    for (index, piece) in pieces[from..to].iter().enumerate() {
        used += if index > 0 { before(pieces, from + index) } else { 0.0 };
        tops.push(used);
        used += piece.height;
    }
    Column { from, to, tops, height: used }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(heights: &[f32]) -> Vec<Piece> {
        heights.iter().map(|&height| Piece { height, ..Piece::default() }).collect()
    }

    #[test]
    fn a_head_is_never_the_last_of_a_column() {
        let mut all = pieces(&[10.0; 12]);
        all[4].keep = Keep::WithNext;
        let columns = fill(&all, 50.0);
        assert_eq!(columns[0].to, 4);
        assert_eq!(columns.last().unwrap().to, 12);
    }

    #[test]
    fn a_picture_that_does_not_fit_lets_text_stand_before_it() {
        let mut all = pieces(&[10.0, 10.0, 50.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0]);
        all[2].floats = true;
        let place = |pieces: &[Piece]| pieces.iter().position(|piece| piece.floats).unwrap();
        let floated = let_float(all.clone(), 60.0);
        assert_eq!(place(&floated), 6);
        assert_eq!(fill(&floated, 60.0)[0].height, 60.0);
        // It is not left alone at the end.
        assert_eq!(place(&let_float(all[..5].to_vec(), 60.0)), 3);
        assert_eq!(place(&let_float(all[..4].to_vec(), 60.0)), 2);
        assert_eq!(place(&let_float(all, 100.0)), 2);
    }

    #[test]
    fn no_line_of_a_paragraph_is_left_alone() {
        let mut lines = pieces(&[10.0; 7]);
        keep_lines_together(&mut lines);
        for height in [30.0, 40.0, 50.0, 60.0] {
            for column in fill(&lines, height) {
                assert!(column.to - column.from > 1, "{height}: {column:?}");
            }
        }
    }

    #[test]
    fn a_last_page_of_a_few_lines_gets_some_more() {
        let columns = fill_fairly(&pieces(&[10.0; 52]), 500.0, 10.0);
        assert_eq!((columns[0].to, columns.len()), (37, 2));
        assert_eq!(fill_fairly(&pieces(&[10.0; 70]), 500.0, 10.0)[0].to, 50);
        // A picture is not parted: lines that the first page gave up would never reach the last.
        let mut all = pieces(&[10.0; 45]);
        all.extend(pieces(&[400.0, 120.0]));
        assert_eq!(fill_fairly(&all, 500.0, 10.0)[0].to, 45);
    }

    #[test]
    fn the_last_page_is_balanced_and_nothing_is_lost() {
        let all = pieces(&[10.0; 26]);
        let pages = fill_pairs(&all, 100.0);
        assert_eq!(pages.len(), 2);
        assert_eq!((pages[1].0.height, pages[1].1.height), (30.0, 30.0));
        let mut next = 0;
        for column in pages.iter().flat_map(|(left, right)| [left, right]) {
            assert_eq!(column.from, next);
            next = column.to;
        }
        assert_eq!(next, 26);
    }

    #[test]
    fn a_first_page_under_a_title_holds_less() {
        let pairs = |pieces: &[Piece], height| {
            fill_pairs(pieces, height).into_iter().map(|(left, right)| vec![left, right]).collect()
        };
        for count in [1, 3, 14, 15, 33, 34, 50] {
            let pages = with_first(&pieces(&vec![10.0; count]), 70.0, 100.0, pairs);
            assert_eq!(pages.len(), 1 + count.saturating_sub(14).div_ceil(20), "{count}");
            assert!(pages[0].iter().all(|column| column.height <= 70.0));
            let mut next = 0;
            for column in pages.iter().flatten() {
                assert_eq!(column.from, next);
                next = column.to;
            }
            assert_eq!(next, count);
        }
    }

    #[test]
    fn columns_end_together_where_their_spaces_allow() {
        let mut all = pieces(&[10.0; 9]);
        for head in [2, 4, 6, 8] {
            all[head].before = 6.0;
        }
        let ends = |height, most| {
            let mut columns = [column(&all, 0, 5), column(&all, 5, 9)];
            end_together(&all, &mut columns, height, most);
            for column in &columns {
                let last = column.tops.last().unwrap() + 10.0;
                assert!((last - column.height).abs() < 0.01, "{column:?}");
            }
            columns.map(|column| column.height)
        };
        // They are 62 and 52 high, each with two spaces.
        assert_eq!(ends(70.0, 12.0), [70.0, 70.0]);
        assert_eq!(ends(62.0, 12.0), [62.0, 62.0]);
        // The second can reach 58 alone, and the first is not shortened.
        assert_eq!(ends(70.0, 3.0), [62.0, 58.0]);
        assert_eq!(ends(99.0, 7.0), [66.0, 66.0]);
    }

    #[test]
    fn large_pieces_leave_little_room_at_the_feet_of_columns() {
        let heights: Vec<f32> = (0..40).map(|index| if index % 3 == 0 { 45.0 } else { 10.0 }).collect();
        for (left, right) in &fill_pairs(&pieces(&heights), 100.0)[..3] {
            assert!(left.height > 60.0 && right.height > 60.0, "{left:?} {right:?}");
        }
        assert!(fill_pairs(&pieces(&[300.0, 10.0]), 100.0).len() == 1);
    }
}
