use serde_json::{Value, json};

use super::*;

fn scenario(name: &str, text: &str) -> Scenario {
    Scenario {
        name: name.to_owned(),
        area: "turns".to_owned(),
        source: json!({"name": name, "steps": [{"turn": {"text": text}}]}),
        ..Scenario::default()
    }
}

fn lanes(frames: &[Value], spine: &[&str]) -> Lanes {
    let mut lanes = Lanes::default();
    let name = "response host-1".to_owned();
    lanes
        .lanes
        .insert(name, vec![frames.to_vec(), vec![json!("raw")]]);
    lanes.spine = spine.iter().map(|note| (*note).to_owned()).collect();
    lanes
}

fn saved(directory: &Path) -> Golden {
    let mut golden = Golden::load(directory, "1.0.0").unwrap();
    let first = [json!({"type": "a", "x": 1}), json!({"type": "b"})];
    let second = [json!({"type": "b"})];
    golden.add(
        &scenario("one", "hello"),
        lanes(&first, &["system/init", "result"]),
    );
    golden.add(
        &scenario("one", "hello"),
        lanes(&first, &["result", "system/init"]),
    );
    golden.add(&scenario("two", "hello"), lanes(&second, &[]));
    golden.save().unwrap();
    golden
}

#[test]
fn fixtures_are_read_as_they_were_written() {
    let directory = tempfile::tempdir().unwrap();
    let written = saved(directory.path());
    let read = Golden::load(directory.path(), "1.0.0").unwrap();
    assert_eq!(read.entries, written.entries);
    let seen = read.seen(&scenario("one", "hello")).unwrap();
    assert_eq!(seen.len(), 2);
    let other = Golden::load(directory.path(), "2.0.0").unwrap();
    assert_eq!(other.seen(&scenario("one", "hello")), None);
}

#[test]
fn a_changed_scenario_makes_its_fixture_stale_and_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let mut golden = saved(directory.path());
    assert!(golden.seen(&scenario("one", "changed")).is_none());
    assert!(golden.seen(&scenario("two", "hello")).is_some());
    golden.add(&scenario("one", "changed"), lanes(&[json!({})], &["x"]));
    assert_eq!(golden.seen(&scenario("one", "changed")).unwrap().len(), 1);
    assert!(golden.seen(&scenario("one", "hello")).is_none());
}

#[test]
fn a_fixture_without_a_scenario_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let mut golden = saved(directory.path());
    let mut left = vec![scenario("one", "hello"), scenario("two", "hello")];
    assert!(golden.orphans(&left).is_empty());
    left[1].skip.insert("1.0.0".to_owned(), "cannot".to_owned());
    assert_eq!(golden.orphans(&left), ["two"]);
    golden.remove("two");
    golden.save().unwrap();
    let read = Golden::load(directory.path(), "1.0.0").unwrap();
    assert!(read.orphans(&left).is_empty());
}

#[test]
fn an_output_may_match_any_observed_one() {
    let directory = tempfile::tempdir().unwrap();
    let golden = saved(directory.path());
    let seen = golden.seen(&scenario("one", "hello")).unwrap();
    let frames = [json!({"type": "a", "x": 1}), json!({"type": "b"})];
    let differences = |spine: &[&str]| closest(seen, &lanes(&frames, spine));
    assert!(differences(&["system/init", "result"]).is_empty());
    assert!(differences(&["result", "system/init"]).is_empty());
    assert_eq!(
        differences(&["system/init", "system/init", "result"]).len(),
        1
    );
}

#[test]
fn a_damaged_fixture_is_an_error_or_a_difference() {
    let directory = tempfile::tempdir().unwrap();
    saved(directory.path());
    let area = directory.path().join("1.0.0/turns.txt");
    let frames = directory.path().join("1.0.0").join(FRAMES);
    let text = std::fs::read_to_string(&area).unwrap();
    let damage = |path: &Path, from: &str, to: &str| {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{text}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    };
    damage(&area, "result", "results");
    let golden = Golden::load(directory.path(), "1.0.0").unwrap();
    let honest = [json!({"type": "a", "x": 1}), json!({"type": "b"})];
    let seen = golden.seen(&scenario("one", "hello")).unwrap();
    assert!(!closest(seen, &lanes(&honest, &["system/init", "result"])).is_empty());

    std::fs::write(&area, text.replacen(" | ", " | 00000000 ", 1)).unwrap();
    let error = format!("{:#}", Golden::load(directory.path(), "1.0.0").unwrap_err());
    assert!(
        error.contains("line 2 is damaged: no frame 00000000"),
        "{error}"
    );

    std::fs::write(&area, text).unwrap();
    damage(&frames, "\"x\":1", "\"x\":2");
    assert!(Golden::load(directory.path(), "1.0.0").is_err());
}
