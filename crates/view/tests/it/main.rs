//! Tests of the view over fixtures and recordings.

mod fixtures;
