//! How calls are made, and what an adapter announces.

use flowdrop_conformance::adapter::Feature;

use super::variant;
use crate::mutant::Mutant;
use crate::runtime::{Calls, FEATURES, HONEST, Repeats, Wiring};

pub(crate) static TABLE: &[Mutant] = &[
    variant(
        "base",
        "the runtime as it is: a hidden port is stripped, delivery is on the turn",
        HONEST,
    ),
    variant(
        "sequential",
        "calls one after another, and no concurrency claimed",
        Wiring {
            calls: Calls::OneByOne,
            features: &[
                Feature::Passes,
                Feature::NullId,
                Feature::RepeatedId,
                Feature::Raises,
                Feature::DataAny,
                Feature::Exposure,
            ],
            ..HONEST
        },
    ),
    variant(
        "pooled",
        "a thread a call, even for one",
        Wiring {
            calls: Calls::Pooled,
            ..HONEST
        },
    ),
    variant(
        "repeats-run-again",
        "a call with a known id is invoked again",
        Wiring {
            repeats: Repeats::Invoked,
            ..HONEST
        },
    ),
    variant(
        "repeats-dropped",
        "a repeat gets no second message",
        Wiring {
            repeats: Repeats::Dropped,
            ..HONEST
        },
    ),
    variant(
        "raise-aborts-after-delivery",
        "a tool's exception ends the run; what was collected before is delivered",
        Wiring {
            ends: |done| done.raised(),
            ..HONEST
        },
    ),
    variant(
        "single-pass",
        "one pass is all it can",
        Wiring {
            features: &[
                Feature::ConcurrentCalls,
                Feature::NullId,
                Feature::Raises,
                Feature::DataAny,
            ],
            ..HONEST
        },
    ),
    variant(
        "no-null-ids",
        "a call must have an id",
        Wiring {
            features: &[
                Feature::ConcurrentCalls,
                Feature::Passes,
                Feature::RepeatedId,
                Feature::Raises,
                Feature::DataAny,
            ],
            ..HONEST
        },
    ),
    variant(
        "no-raises",
        "tools cannot throw",
        Wiring {
            features: &[
                Feature::ConcurrentCalls,
                Feature::Passes,
                Feature::NullId,
                Feature::RepeatedId,
                Feature::DataAny,
            ],
            ..HONEST
        },
    ),
    variant(
        "no-repeated-ids",
        "two calls of a run never have the same id",
        Wiring {
            features: &[
                Feature::ConcurrentCalls,
                Feature::Passes,
                Feature::NullId,
                Feature::Raises,
                Feature::DataAny,
            ],
            ..HONEST
        },
    ),
    variant(
        "map-data-only",
        "data is always a map",
        Wiring {
            features: FEATURES.split_at(5).0,
            ..HONEST
        },
    ),
];
