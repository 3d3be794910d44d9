//! A table in text of fixed width: its columns under each other, its head over a line.

use pulldown_cmark::Alignment;

/// The signs between two columns.
const GAP: &str = "  ";
/// The fewest signs that a column has where a table is too wide.
const NARROWEST: usize = 4;

/// A table that is being read; the first row is its head.
#[derive(Debug, Clone, Default)]
pub(crate) struct Columns {
    /// On which side the texts of each column stand.
    pub sides: Vec<Alignment>,
    /// The rows, a text a cell.
    pub rows: Vec<Vec<String>>,
}

impl Columns {
    /// The table in lines of at most so many signs, where words allow it.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| length(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..count).map(|column| widest(column).min(width)).collect();
        let room = width.saturating_sub(GAP.len() * count.saturating_sub(1));
        // Wide columns give way to narrow ones.
        let total = |most: usize| widths.iter().map(|&width| width.min(most)).sum::<usize>();
        let most = (NARROWEST..=width).rev().find(|&most| total(most) <= room).unwrap_or(NARROWEST);
        let widths: Vec<usize> = widths.iter().map(|&width| width.min(most)).collect();
        let mut lines = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            self.row(row, &widths, &mut lines);
            if index == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                lines.push(rules.join(GAP));
            }
        }
        lines
    }

    /// A row, in as many lines as its longest text needs.
    fn row(&self, row: &[String], widths: &[usize], lines: &mut Vec<String>) {
        let cells: Vec<Vec<String>> =
            row.iter().zip(widths).map(|(cell, &width)| broken(cell, width.max(1))).collect();
        let tallest = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..tallest {
            let mut line = String::new();
            for (column, (cell, &width)) in cells.iter().zip(widths).enumerate() {
                let text = cell.get(at).map_or("", String::as_str);
                let room = width.saturating_sub(length(text));
                let before = match self.sides.get(column) {
                    Some(Alignment::Right) => room,
                    Some(Alignment::Center) => room / 2,
                    _ => 0,
                };
                line.push_str(if column == 0 { "" } else { GAP });
                line.push_str(&" ".repeat(before));
                line.push_str(text);
                line.push_str(&" ".repeat(room - before));
            }
            lines.push(line.trim_end().to_string());
        }
    }
}

/// A text in lines of at most so many signs, broken at spaces; spaces that do not break stay.
pub(crate) fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut taken = 0;
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        let long = length(word);
        match lines.last_mut() {
            Some(line) if taken + 1 + long <= width => {
                line.push(' ');
                line.push_str(word);
                taken += 1 + long;
            }
            _ => {
                lines.push(word.to_string());
                taken = long;
            }
        }
    }
    lines
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(sides: &[Alignment], rows: &[&[&str]]) -> Columns {
        let rows = rows.iter().map(|row| row.iter().map(|cell| cell.to_string()).collect()).collect();
        Columns { sides: sides.to_vec(), rows }
    }

    #[test]
    fn texts_stand_on_the_side_of_their_column() {
        let table = table(
            &[Alignment::Left, Alignment::Right, Alignment::Center],
            &[&["Card", "No.", "Where"], &["A♠", "1", "here"], &["10♦", "12", ""]],
        );
        let lines = ["Card  No.  Where", "----  ---  -----", "A♠      1  here", "10♦    12"];
        assert_eq!(table.lines(76), lines);
    }

    #[test]
    fn a_wide_column_is_broken_and_narrow_ones_are_not() {
        let table = table(&[], &[&["Who", "What"], &["Anna", "a text that goes on and on"]]);
        assert_eq!(
            table.lines(16),
            ["Who   What", "----  ----------", "Anna  a text", "      that goes", "      on and on"]
        );
        let word = "x".repeat(10_000);
        let many: Vec<&str> = vec![&word; 50];
        assert_eq!(self::table(&[], &[&many]).lines(76).len(), 2);
    }
}
