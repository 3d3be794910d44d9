//! Where in a `book.yaml` a field stands, for messages.

use crate::yaml::BadYaml;

/// The error with the line of the field that it names: our own checks know only the block's place.
pub(super) fn closer(name: &str, text: &str, mut error: BadYaml) -> BadYaml {
    // Where serde names the field, and our own check does too, once is enough.
    if let Some((path, rest)) = error.what.split_once(": ") {
        let field = path.split(['[', '.']).next().unwrap_or(path);
        let is_twice = rest.starts_with(&format!("{field}: "));
        let is_placed = path.contains('[') && !path.starts_with("sections");
        if is_twice {
            error.what = rest.to_string();
        }
        if is_placed {
            return error;
        }
    }
    // Serde names the section (`sections[2]: count: …`), and its place is that of the list.
    let of_section = error.what.strip_prefix("sections[").and_then(|rest| rest.split_once("]: "));
    if let Some((index, what)) = of_section {
        let field = what.split(": ").next().unwrap_or("");
        if let (Ok(index), true) = (index.parse(), is_field(field)) {
            return BadYaml { place: section_place(name, text, field, index), what: what.to_string() };
        }
    }
    let Some((field, why)) = error.what.split_once(": ") else { return error };
    if !is_field(field) {
        return error;
    }
    let value = why.split('`').nth(1).or_else(|| why.split(' ').next()).unwrap_or("");
    let count = text.lines().count();
    let places: Vec<String> =
        (0..count).map(|nth| place_of(name, text, field, nth)).take_while(|place| place != name).collect();
    let holds = |place: &&String| {
        let row = place.rsplit(':').nth(1).and_then(|row| row.parse::<usize>().ok());
        let line = row.and_then(|row| text.lines().nth(row - 1));
        line.is_some_and(|line| line.contains(value.trim_end_matches('…')))
    };
    let place = places.iter().find(holds).or(places.first()).cloned();
    BadYaml { place: place.unwrap_or(error.place), what: error.what }
}

fn is_field(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// Where the n-th line that gives a field stands: `book.yaml:14:5`.
pub(in crate::book) fn place_of(name: &str, text: &str, field: &str, nth: usize) -> String {
    let mut lines = text.lines().enumerate().filter_map(|(row, line)| Some((row + 1, begins(line, field)?)));
    match lines.nth(nth) {
        Some((row, column)) => format!("{name}:{row}:{column}"),
        None => name.to_string(),
    }
}

/// Where the line stands that gives a field this value, or the first that gives it any.
pub(in crate::book) fn place_of_value(name: &str, text: &str, field: &str, value: &str) -> String {
    let lines = text.lines().filter(|line| begins(line, field).is_some());
    if let Some((nth, _)) = lines.enumerate().find(|(_, line)| line.contains(value)) {
        return place_of(name, text, field, nth);
    }
    // Within a list or braces no line begins with the field.
    let within = text.lines().enumerate().find_map(|(row, line)| {
        let from = line.find(&format!("{field}:"))?;
        let at = from + line[from..].find(value)?;
        Some((row + 1, line[..at].chars().count() + 1))
    });
    match within {
        Some((row, column)) if !value.is_empty() => format!("{name}:{row}:{column}"),
        _ => place_of(name, text, field, 0),
    }
}

/// Where a field of the n-th section stands, or the section if the field is not given in it.
pub(in crate::book) fn section_place(name: &str, text: &str, field: &str, nth: usize) -> String {
    let rows: Vec<&str> = text.lines().collect();
    let Some(head) = rows.iter().position(|row| begins(row, "sections").is_some()) else {
        return name.to_string();
    };
    let indent = |row: &str| row.len() - row.trim_start().len();
    let is_note = |row: &str| row.trim().is_empty() || row.trim_start().starts_with('#');
    let dash = |row: &str| row.trim_start().starts_with("- ") || row.trim() == "-";
    let body = (head + 1..rows.len()).filter(|&row| !is_note(rows[row]));
    let Some(step) = body.clone().next().map(|row| indent(rows[row])) else {
        return place_in_braces(name, &rows, head, field, nth);
    };
    let body: Vec<usize> = body
        .take_while(|&row| {
            indent(rows[row]) >= step && (step > 0 || dash(rows[row]) || indent(rows[row]) > 0)
        })
        .collect();
    let starts: Vec<usize> =
        body.iter().copied().filter(|&row| indent(rows[row]) == step && dash(rows[row])).collect();
    let Some(&from) = starts.get(nth) else { return place_in_braces(name, &rows, head, field, nth) };
    let to = starts.get(nth + 1).copied().unwrap_or(rows.len());
    let own = body.into_iter().filter(|row| (from..to).contains(row));
    let found = own.into_iter().find_map(|row| {
        let line = rows[row];
        let column = begins(line, field).or_else(|| within(line, field))?;
        Some((row + 1, column))
    });
    let (row, column) = found.unwrap_or((from + 1, step + 3));
    format!("{name}:{row}:{column}")
}

/// The same where the sections stand in a list of brackets: `sections: [{game: klondike}]`.
fn place_in_braces(name: &str, rows: &[&str], head: usize, field: &str, nth: usize) -> String {
    let mut depth = 0;
    let mut opened = 0;
    for (row, line) in rows.iter().enumerate().skip(head) {
        for (at, sign) in line.char_indices() {
            match sign {
                '{' if depth == 0 && opened == nth => {
                    let column = within(&line[at..], field).map_or(0, |column| column - 1);
                    return format!("{name}:{}:{}", row + 1, line[..at].chars().count() + column + 1);
                }
                '{' => {
                    opened += usize::from(depth == 0);
                    depth += 1;
                }
                '}' => depth = usize::saturating_sub(depth, 1),
                _ => {}
            }
        }
        // What is no part of the list begins at the margin.
        let next = rows.get(row + 1);
        if next.is_some_and(|next| next.starts_with(|letter: char| letter.is_ascii_lowercase())) {
            break;
        }
    }
    name.to_string()
}

/// The column at which a line begins with a field.
fn begins(line: &str, field: &str) -> Option<usize> {
    let bare = line.trim_start_matches(['-', ' ']);
    let rest = bare.strip_prefix(field)?;
    rest.trim_start().starts_with(':').then_some(line.len() - bare.len() + 1)
}

/// The column at which a field stands within `{…}`.
fn within(line: &str, field: &str) -> Option<usize> {
    let mut found = line.match_indices(field);
    let is_key = |(at, _): &(usize, &str)| {
        let before = line[..*at].trim_end().chars().next_back();
        matches!(before, Some('{' | ',')) && line[at + field.len()..].trim_start().starts_with(':')
    };
    found.find(is_key).map(|(at, _)| line[..at].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "title: T\nsections:\n  - game: a\n    count: 2\n\n  # more\n  - {game: b, count: 3}\n  - count: 4\n    game: c\nfirst-number: 3\n";

    #[test]
    fn a_field_is_found_by_its_line() {
        assert_eq!(place_of("b.yaml", BOOK, "game", 0), "b.yaml:3:5");
        assert_eq!(place_of("b.yaml", BOOK, "title", 1), "b.yaml");
    }

    #[test]
    fn a_field_of_a_section_is_found_in_lines_and_in_braces() {
        let place = |field, nth| section_place("b.yaml", BOOK, field, nth);
        assert_eq!(place("count", 0), "b.yaml:4:5");
        assert_eq!(place("count", 1), "b.yaml:7:15");
        assert_eq!(place("game", 2), "b.yaml:9:5");
        assert_eq!(place("seed", 2), "b.yaml:8:5");
        assert_eq!(place("seed", 3), "b.yaml");
        let parts = "title: T\nparts: [page: a.md, page: b.md]\n";
        assert_eq!(place_of_value("b", parts, "page", "b.md"), "b:2:27");
        assert_eq!(place_of_value("b", parts, "page", "c.md"), "b");
        let flush = "sections:\n- game: a\n- game: b\n  count: 0\ntitle: T\n";
        assert_eq!(section_place("b", flush, "count", 1), "b:4:3");
        let braces = "sections: [{game: a, rules: {draw: 3}}, {game: b,\n  count: 2}]\ntitle: {game: x}\n";
        assert_eq!(section_place("b", braces, "game", 0), "b:1:13");
        assert_eq!(section_place("b", braces, "game", 1), "b:1:42");
        assert_eq!(section_place("b", braces, "game", 2), "b");
    }
}
