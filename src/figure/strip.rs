//! Several figures as one, in rows.

use super::Figure;

/// The space between figures and around them, in points.
const SPACE: f32 = 18.0;

/// Figures side by side in rows, read like text, in about the shape of a page.
pub fn strip(figures: &[Figure], title: &str) -> Figure {
    let widest = figures.iter().map(|figure| figure.width).fold(0.0, f32::max);
    let in_a_row = columns(figures.len());
    let mut items = Vec::new();
    let mut y = SPACE;
    for row in figures.chunks(in_a_row) {
        let mut x = SPACE;
        for figure in row {
            items.extend(figure.placed(x, y));
            x += widest + SPACE;
        }
        y += row.iter().map(|figure| figure.height).fold(0.0, f32::max) + SPACE;
    }
    let alt = figures.iter().map(|figure| format!("{}: {}", figure.title, figure.alt));
    Figure {
        width: SPACE + in_a_row as f32 * (widest + SPACE),
        height: y,
        items,
        title: title.to_string(),
        alt: alt.collect::<Vec<_>>().join(" "),
    }
}

/// How many figures stand in a row.
fn columns(count: usize) -> usize {
    match count {
        0..=1 => 1,
        2..=6 => 2,
        7..=18 => 3,
        _ => 4,
    }
}
