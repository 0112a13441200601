//! The XML of test suites.

use std::io::{self, Write};

use flowdrop_conformance::report::safe;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{Test, TestSuite, Told, Word};

/// The whole document.
pub(super) fn document(name: &str, suites: &[TestSuite]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all = |word: Word| {
        suites
            .iter()
            .map(|suite| suite.count(word))
            .sum::<usize>()
            .to_string()
    };
    let tests: usize = suites.iter().map(|suite| suite.tests.len()).sum();
    writer
        .create_element("testsuites")
        .with_attributes([
            ("name", safe(name).as_ref()),
            ("tests", &tests.to_string()),
            ("failures", &all(Word::Failure)),
            ("errors", &all(Word::Error)),
        ])
        .write_inner_content(|writer| suites.iter().try_for_each(|suite| suite.write(writer)))?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

impl TestSuite {
    fn count(&self, word: Word) -> usize {
        let told = self.tests.iter().filter_map(|test| test.told.as_ref());
        told.filter(|told| told.word == word).count()
    }

    fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        writer
            .create_element("testsuite")
            .with_attributes([
                ("name", self.name.as_str()),
                ("tests", &self.tests.len().to_string()),
                ("failures", &self.count(Word::Failure).to_string()),
                ("errors", &self.count(Word::Error).to_string()),
                ("skipped", &self.count(Word::Skipped).to_string()),
            ])
            .write_inner_content(|writer| {
                if !self.properties.is_empty() {
                    self.write_properties(writer)?;
                }
                self.tests.iter().try_for_each(|test| test.write(writer))
            })?;
        Ok(())
    }

    fn write_properties<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        let properties = writer.create_element("properties");
        properties.write_inner_content(|writer| {
            for (name, value) in &self.properties {
                let (name, value) = (safe(name), safe(value));
                let property = writer.create_element("property");
                property
                    .with_attributes([("name", name.as_ref()), ("value", value.as_ref())])
                    .write_empty()?;
            }
            Ok(())
        })?;
        Ok(())
    }
}

impl Test {
    fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        let test = writer
            .create_element("testcase")
            .with_attributes([("name", self.name.as_str()), ("classname", &self.class)]);
        match &self.told {
            None => test.write_empty()?,
            Some(told) => test.write_inner_content(|writer| told.write(writer))?,
        };
        Ok(())
    }
}

impl Told {
    fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        let name = match self.word {
            Word::Failure => "failure",
            Word::Error => "error",
            Word::Skipped => "skipped",
        };
        let element = writer
            .create_element(name)
            .with_attributes([("type", self.kind), ("message", &self.message)]);
        if self.text.is_empty() {
            element.write_empty()?;
        } else {
            element.write_text_content(BytesText::new(&self.text))?;
        }
        Ok(())
    }
}
