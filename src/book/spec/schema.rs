//! The JSON Schema of a `book.yaml`, made from the structs that read it.

use super::BookSpec;
use crate::book::asks::Asks;
use crate::book::trim::NAMED;
use crate::grade::Level;
use schemars::{Schema, SchemaGenerator, json_schema, schema_for};

/// The schema as text, for editors.
///
/// # Panics
/// Never: a schema is plain JSON.
pub fn schema() -> String {
    let mut text = serde_json::to_string_pretty(&schema_for!(BookSpec)).expect("a schema is plain JSON");
    text.push('\n');
    text
}

pub(super) fn trim(_: &mut SchemaGenerator) -> Schema {
    let measure = r"^ *[0-9.]+ *(mm|in|MM|IN) *$";
    json_schema!({
        "anyOf": [
            { "type": "string", "examples": NAMED.map(|named| named.0) },
            {
                "type": "object",
                "additionalProperties": false,
                "required": ["width", "height"],
                "properties": {
                    "width": { "type": "string", "pattern": measure, "description": "Such as 148mm or 5.8in." },
                    "height": { "type": "string", "pattern": measure, "description": "Such as 210mm or 8.3in." },
                },
            },
        ]
    })
}

pub(super) fn profile(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ["press", "screen"] })
}

pub(super) fn levels(_: &mut SchemaGenerator) -> Schema {
    let word = json_schema!({ "enum": Level::ALL.map(Level::code) });
    json_schema!({ "anyOf": [word, { "type": "array", "items": word }] })
}

pub(super) fn form(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Asks::all().map(Asks::code).collect::<Vec<_>>() })
}

pub(super) fn per_page(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": [1, 2, 4] })
}

pub(super) fn rules(_: &mut SchemaGenerator) -> Schema {
    let number =
        |what: &str| json_schema!({ "type": "integer", "minimum": 0, "maximum": 255, "description": what });
    json_schema!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "draw": number("How many cards are turned from the stock at a time."),
            "passes": {
                "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 100 }, { "const": "unlimited" }],
                "description": "How many runs through the stock there are.",
            },
            "fill": { "enum": ["king", "any", "double", "none"], "description": "What may enter a space." },
            "unit": { "enum": ["card", "sequence", "whole", "group"], "description": "What moves in one move." },
            "build": {
                "enum": ["alternate-colour", "alternate-color", "suit", "any", "somerset"],
                "description": "How columns are built down.",
            },
            "return": { "type": "boolean", "description": "Whether a card may come back from a foundation." },
            "ranks": number("How many ranks each suit has."),
            "columns": number("How many columns there are."),
            "packs": number("How many packs are shuffled together."),
        },
    })
}
