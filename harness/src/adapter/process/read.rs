//! The answer to a run, read exactly. Pure: no pipe, no clock.

use super::excerpt::excerpt;
use super::object::Object;
use crate::adapter::protocol::{Lacking, Reply, Trouble};
use crate::adapter::{Answer, Fault, FaultCode, Feature, Observation};

/// A line that could not be read, and which run it was about, if that much is sure.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) seq: Option<u64>,
    pub(super) fault: Box<Fault>,
}

/// Reads the answer to a run: its number, and what was answered.
pub(super) fn read_answer(line: &[u8]) -> Result<(u64, Answer), Broken> {
    let broken = |seq: Option<u64>, fault: Fault| Broken {
        seq,
        fault: Box::new(fault),
    };
    let object = Object::read(line).map_err(|fault| broken(None, fault))?;
    let seq = object.member("seq").and_then(|text| text.parse().ok());
    answer_of(object).map_err(|fault| broken(seq, fault))
}

fn answer_of(mut object: Object<'_>) -> Result<(u64, Answer), Fault> {
    let duplicate_keys = object.duplicates()?;
    // The tree has served its purpose, and is larger than the text.
    object.forget_tree();
    let reply: Reply = object.typed()?;
    let answer = match (reply.observation, reply.unsupported, reply.error) {
        (Some(observation), None, None) => Answer::Observed(Observation {
            duplicate_keys,
            ..observation
        }),
        (None, Some(lacking), None) => lacking_of(&object, &lacking)?,
        (None, None, Some(trouble)) => Answer::Fault(own_trouble(&trouble)),
        _ => {
            let message =
                "beside `seq` stands not exactly one of `observation`, `unsupported`, `error`";
            return Err(object.fault(FaultCode::WrongShape, message));
        }
    };
    Ok((reply.seq, answer))
}

fn lacking_of(object: &Object<'_>, lacking: &Lacking) -> Result<Answer, Fault> {
    if let Some(feature) = Feature::from_name(&lacking.feature) {
        let reason = bounded(&lacking.reason);
        return Ok(Answer::Unsupported { feature, reason });
    }
    let known = Feature::ALL.map(Feature::name).join(", ");
    let named = excerpt(lacking.feature.as_bytes(), 0);
    let message = format!("unsupported.feature: `{named}` is none of {known}");
    Err(object.fault(FaultCode::WrongShape, &message))
}

/// The adapter's own words, bounded.
fn own_trouble(trouble: &Trouble) -> Fault {
    let message = excerpt(trouble.message.as_bytes(), 0);
    let mut fault = Fault::of_adapter(FaultCode::AdapterError, message);
    fault.detail = trouble.detail.as_deref().map(bounded);
    fault
}

/// An adapter's traceback may be longer than an excerpt; its end says most.
fn bounded(detail: &str) -> String {
    const SHOWN: usize = 4000;
    match detail.char_indices().rev().nth(SHOWN) {
        Some((at, c)) => format!("…{}", &detail[at + c.len_utf8()..]),
        None => detail.to_owned(),
    }
}
