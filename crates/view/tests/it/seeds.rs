//! What the protocol reference of 2.1.38 (sections 3 to 22) says a front end must show.

mod asks;
mod conversation;
mod session;
mod work;

use pilothouse_view::SessionView;

use crate::recording;

fn view(name: &str) -> SessionView {
    recording::fold(&recording::named(name).records).1
}

fn kinds(view: &SessionView) -> Vec<String> {
    let json = serde_json::to_value(view).unwrap();
    let entries = json["entries"].as_array().unwrap().iter();
    entries
        .map(|entry| entry["body"]["kind"].as_str().unwrap().to_owned())
        .collect()
}
