//! Who made a file and what it is called, once for old readers and once, as XMP, for new ones.

use super::finish::text_string;
use super::object_file::ObjectFile;
use super::{BadPdf, PdfDocument};
use lopdf::{ObjectId, Stream, dictionary};

/// The program that made a file.
pub(super) const PRODUCER: &str = concat!("dealpress ", env!("CARGO_PKG_VERSION"));

/// What is said of a file: for old readers and for new ones.
pub(super) struct Metadata {
    /// What old readers show.
    pub(super) info: ObjectId,
    /// The packet that new ones read.
    pub(super) packet: ObjectId,
}

/// Adds both. A file whose every part `is_told` says that it keeps the rules of PDF/UA-1.
pub(super) fn add(file: &mut ObjectFile, document: &PdfDocument, is_told: bool) -> Result<Metadata, BadPdf> {
    let mut info = dictionary! {
        "Title" => text_string(&document.title),
        "Producer" => text_string(PRODUCER),
    };
    if !document.author.is_empty() {
        info.set("Author", text_string(&document.author));
    }
    let info = file.add(info)?;

    let dictionary = dictionary! {"Type" => "Metadata", "Subtype" => "XML"};
    let packet = xmp(document, is_told).into_bytes();
    // Programs that know no PDF look for the packet, so it stays as it is.
    let stream = Stream::new(dictionary, packet).with_compression(false);
    let packet = file.add(stream)?;
    Ok(Metadata { info, packet })
}

fn xmp(document: &PdfDocument, is_told: bool) -> String {
    let mut about = String::new();
    let title = escaped(&document.title);
    about += &format!(
        "   <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\n"
    );
    if !document.author.is_empty() {
        let author = escaped(&document.author);
        about += &format!("   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n");
    }
    if !document.language.is_empty() {
        let language = escaped(&document.language);
        about += &format!("   <dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>\n");
    }
    about += "   <dc:format>application/pdf</dc:format>\n";
    about += &format!("   <pdf:Producer>{PRODUCER}</pdf:Producer>\n");
    about += &format!("   <xmp:CreatorTool>{PRODUCER}</xmp:CreatorTool>\n");
    if is_told && !document.title.is_empty() && !document.language.is_empty() {
        about += "   <pdfuaid:part>1</pdfuaid:part>\n";
    }
    format!(
        "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n \
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n  \
         <rdf:Description rdf:about=\"\"\n    \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"\n    \
         xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\"\n    \
         xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"\n    \
         xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\n\
         {about}  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>"
    )
}

/// A text as XML holds it.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no way to write them.
            control if control.is_control() => {}
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_xml_are_escaped_and_control_characters_left_out() {
        assert_eq!(escaped("<a & \"b\">\u{7}"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
