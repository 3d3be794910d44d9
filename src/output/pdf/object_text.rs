//! An object of a PDF file as the file holds it.

use lopdf::{Dictionary, Object, StringFormat};
use std::io::Write;

/// What may not stand in a name as it is (ISO 32000-1, 7.3.5).
const NOT_IN_NAMES: &[u8] = b"()<>[]{}/%#";

/// Adds an object's text.
pub(super) fn push_object(bytes: &mut Vec<u8>, object: &Object) {
    match object {
        Object::Null => bytes.extend(b"null"),
        Object::Boolean(value) => push(bytes, value),
        Object::Integer(value) => push(bytes, value),
        Object::Real(value) => push(bytes, value),
        Object::Name(name) => push_name(bytes, name),
        Object::String(text, StringFormat::Literal) => push_literal(bytes, text),
        Object::String(text, StringFormat::Hexadecimal) => push_hexadecimal(bytes, text),
        Object::Reference((number, generation)) => push(bytes, format_args!("{number} {generation} R")),
        Object::Array(all) => {
            bytes.push(b'[');
            for (index, object) in all.iter().enumerate() {
                if index > 0 && begins_bare(object) {
                    bytes.push(b' ');
                }
                push_object(bytes, object);
            }
            bytes.push(b']');
        }
        Object::Dictionary(dictionary) => push_dictionary(bytes, dictionary),
        Object::Stream(stream) => {
            push_dictionary(bytes, &stream.dict);
            bytes.extend(b"stream\n");
            bytes.extend(&stream.content);
            bytes.extend(b"\nendstream");
        }
    }
}

fn push_dictionary(bytes: &mut Vec<u8>, dictionary: &Dictionary) {
    bytes.extend(b"<<");
    for (key, value) in dictionary {
        push_name(bytes, key);
        if begins_bare(value) {
            bytes.push(b' ');
        }
        push_object(bytes, value);
    }
    bytes.extend(b">>");
}

/// Whether an object begins with a letter or a figure, and so needs a space before it.
fn begins_bare(object: &Object) -> bool {
    matches!(
        object,
        Object::Null | Object::Boolean(_) | Object::Integer(_) | Object::Real(_) | Object::Reference(_)
    )
}

fn push(bytes: &mut Vec<u8>, value: impl std::fmt::Display) {
    // Memory takes all that is written.
    let _ = write!(bytes, "{value}");
}

fn push_name(bytes: &mut Vec<u8>, name: &[u8]) {
    bytes.push(b'/');
    for &byte in name {
        match byte.is_ascii_graphic() && !NOT_IN_NAMES.contains(&byte) {
            true => bytes.push(byte),
            false => push(bytes, format_args!("#{byte:02X}")),
        }
    }
}

fn push_literal(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.push(b'(');
    for &byte in text {
        match byte {
            b'(' | b')' | b'\\' => bytes.extend([b'\\', byte]),
            // A line's end would be read as another.
            b'\r' => bytes.extend(b"\\r"),
            _ => bytes.push(byte),
        }
    }
    bytes.push(b')');
}

fn push_hexadecimal(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.push(b'<');
    text.iter().for_each(|byte| push(bytes, format_args!("{byte:02X}")));
    bytes.push(b'>');
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::dictionary;

    fn text(object: impl Into<Object>) -> String {
        let mut bytes = Vec::new();
        push_object(&mut bytes, &object.into());
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn objects_stand_apart_only_where_they_must() {
        let all: Vec<Object> = vec![1.into(), Object::Real(-0.5), Object::Null, (7, 0).into(), "N".into()];
        let dictionary = dictionary! {"A" => all, "B" => true, "C" => dictionary! {"D" => vec![]}};
        assert_eq!(text(dictionary), "<</A[1 -0.5 null 7 0 R/N]/B true/C<</D[]>>>>");
    }

    #[test]
    fn marks_in_strings_and_names_are_escaped() {
        assert_eq!(text(Object::string_literal("a (b) \\ c\r")), r"(a \(b\) \\ c\r)");
        assert_eq!(text(Object::String(vec![0xFE, 0x0A], StringFormat::Hexadecimal)), "<FE0A>");
        assert_eq!(text(Object::Name(b"A B#/\xC9".to_vec())), "/A#20B#23#2F#C9");
    }
}
