//! The view of every recording, and of the tour, as a person would read it.

use crate::outline::outline;
use crate::recording::{self, fold};

#[test]
fn views_of_the_recordings() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _scope = settings.bind_to_scope();
    for recording in recording::all() {
        let (_, view) = fold(&recording.records);
        let name = recording.name.replace('/', "-");
        insta::assert_snapshot!(name, outline(&view));
    }
}
