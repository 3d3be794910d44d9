//! PDF/X-1a:2001 (ISO 15930-1), the file that some print shops ask for: what it says of itself.
//!
//! The rest of the standard every press file keeps anyway: fonts embedded, inks and no lights, nothing that
//! can be seen through, no notes, boxes for the sheet and the cut page.

use super::finish::text_string;
use super::metadata::PRODUCER;
use super::object_file::ObjectFile;
use super::{BadPdf, PdfDocument};
use lopdf::{Object, ObjectId, dictionary};

/// The version of PDF that the standard builds on.
pub(super) const VERSION: &str = "1.3";

/// The standard wants a day, and a file knows no clock: the same book is the same file on any day.
const DAY: &str = "D:20260101000000Z";

/// For what press the inks are meant: offset on coated paper, as printers in the United States know it. One
/// that the registry of the ICC holds needs no profile in the file.
const CONDITION: &str = "CGATS TR 001";

/// What a file says of itself.
pub(super) struct Exchange {
    /// The claim, the day and the title.
    pub(super) info: ObjectId,
    /// The press.
    pub(super) intent: ObjectId,
}

/// Adds the claim, the day, the title and the press.
pub(super) fn add(file: &mut ObjectFile, document: &PdfDocument) -> Result<Exchange, BadPdf> {
    let title = match document.title.is_empty() {
        true => PRODUCER,
        false => &document.title,
    };
    let info = file.add(dictionary! {
        "Title" => text_string(title),
        "Creator" => text_string(PRODUCER),
        "Producer" => text_string(PRODUCER),
        "CreationDate" => Object::string_literal(DAY),
        "ModDate" => Object::string_literal(DAY),
        "Trapped" => Object::Name(b"False".to_vec()),
        "GTS_PDFXVersion" => Object::string_literal("PDF/X-1:2001"),
        "GTS_PDFXConformance" => Object::string_literal("PDF/X-1a:2001"),
    })?;
    let intent = file.add(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => Object::string_literal(CONDITION),
        "OutputCondition" => Object::string_literal("SWOP (Publication) printing, offset, coated paper"),
        "RegistryName" => Object::string_literal("http://www.color.org"),
    })?;
    Ok(Exchange { info, intent })
}
