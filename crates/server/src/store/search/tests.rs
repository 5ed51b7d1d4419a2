use super::*;

fn store_with(texts: &[(&str, &str, &str)]) -> Store {
    let store = Store::in_memory().unwrap();
    for (session, entry, text) in texts {
        store
            .write(|connection| put(connection, session, entry, 1, text))
            .unwrap();
    }
    store
}

fn found(store: &Store, query: &str) -> Vec<(String, String)> {
    let search = Search {
        query,
        ..Search::default()
    };
    let hits = store.search(&search).unwrap().hits;
    hits.into_iter()
        .map(|hit| (hit.session, hit.entry))
        .collect()
}

#[test]
fn words_phrases_and_beginnings_are_found() {
    let store = store_with(&[
        ("a", "1", "The deployment of the billing_service failed"),
        ("b", "1", "failed deployment"),
    ]);
    assert_eq!(found(&store, "deploy failed").len(), 2);
    assert_eq!(
        found(&store, "\"failed deployment\""),
        [("b".to_owned(), "1".to_owned())]
    );
    assert_eq!(
        found(&store, "billing_service"),
        [("a".to_owned(), "1".to_owned())]
    );
    assert!(found(&store, "billing missing").is_empty());
}

#[test]
fn nothing_in_a_query_is_read_as_an_operator() {
    let store = store_with(&[("a", "1", "alpha NOT beta (gamma) text:delta")]);
    for query in [
        "alpha NOT beta",
        "(gamma",
        "text:delta",
        "alpha AND",
        "^alpha",
        "alpha*",
        "NEAR(alpha beta)x\"",
        "\"alpha\" - \"beta\"",
    ] {
        let search = Search {
            query,
            ..Search::default()
        };
        store.search(&search).unwrap();
    }
    assert_eq!(found(&store, "alpha NOT beta").len(), 1);
    assert_eq!(found(&store, "text:delta").len(), 1);
    for nothing in ["", "   ", "\"", "*", "\" ( \"", "--"] {
        assert!(found(&store, nothing).is_empty(), "{nothing:?}");
    }
}

#[test]
fn snippets_mark_what_was_found_and_nothing_else() {
    let mut text = String::new();
    add(
        &mut text,
        "a \u{e000}forged\u{e001} mark beside a true word",
    );
    let store = store_with(&[("a", "1", &text)]);
    let search = Search {
        query: "true",
        ..Search::default()
    };
    let hits = store.search(&search).unwrap().hits;
    assert_eq!(
        hits[0].snippet,
        "a forged mark beside a \u{e000}true\u{e001} word"
    );
}

#[test]
fn a_text_is_replaced_and_a_session_is_forgotten() {
    let store = store_with(&[("a", "1", "old words"), ("a", "1", "new words")]);
    assert!(found(&store, "old").is_empty());
    assert_eq!(found(&store, "new").len(), 1);
    store.write(|connection| forget(connection, "a")).unwrap();
    assert!(found(&store, "new").is_empty());
}

#[test]
fn pages_go_on_where_the_last_one_ended() {
    let store = Store::in_memory().unwrap();
    for number in 0..70 {
        let entry = number.to_string();
        store
            .write(|connection| put(connection, "a", &entry, number, "the same text"))
            .unwrap();
    }
    let first = store
        .search(&Search {
            query: "same",
            ..Search::default()
        })
        .unwrap();
    let skip = first.next.unwrap().parse().unwrap();
    let second = store
        .search(&Search {
            query: "same",
            skip,
            ..Search::default()
        })
        .unwrap();
    let mut all: Vec<_> = first.hits.into_iter().chain(second.hits).collect();
    assert!(second.next.is_none());
    all.sort_by_key(|hit| hit.at);
    all.dedup_by_key(|hit| hit.at);
    assert_eq!(all.len(), 70);
}
