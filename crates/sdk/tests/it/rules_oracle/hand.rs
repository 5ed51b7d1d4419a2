//! Which rules are tried together.

use super::call::Call;
use super::place::Place;
use super::tables::{TOPICS, Table, Topic};

/// Rules for one process, and the topics whose calls it makes.
#[derive(Clone, Default)]
pub(super) struct Hand {
    pub(super) allow: Vec<&'static str>,
    pub(super) deny: Vec<&'static str>,
    /// Topics by their place, each with the rule that is tried on its calls.
    pub(super) topics: Vec<(usize, &'static str)>,
}

impl Hand {
    /// No rules, and all calls of a table.
    pub(super) fn without_rules(table: Table) -> Self {
        Self {
            topics: of(table).map(|(place, _)| (place, "no rule")).collect(),
            ..Self::default()
        }
    }

    fn alone(topic: usize, rule: &'static str) -> Self {
        Self {
            topics: vec![(topic, rule)],
            ..Self::default()
        }
    }

    /// The calls, each with a number that is the same in every hand, and the rule it is tried with.
    pub(super) fn calls(&self) -> impl Iterator<Item = (usize, Call, &'static str)> {
        self.topics.iter().flat_map(|(place, rule)| {
            let earlier: usize = TOPICS[..*place].iter().map(Topic::size).sum();
            let calls = TOPICS[*place].calls();
            calls
                .enumerate()
                .map(move |(index, call)| (earlier + index, call, *rule))
        })
    }
}

/// The single rules of those that are tried together, about a place.
pub(super) fn rules(together: &[&str], place: &Place) -> Vec<String> {
    let single = together.iter().flat_map(|rules| rules.split(", "));
    single.map(|rule| place.fill(rule)).collect()
}

/// Deals the rules of all topics.
pub(super) fn hands() -> Vec<Hand> {
    let mut hands = Vec::new();
    for table in Table::ALL {
        hands.extend(dealt(
            table,
            |topic| topic.allow,
            |hand, rule| hand.allow.push(rule),
        ));
        hands.extend(dealt(
            table,
            |topic| topic.deny,
            |hand, rule| hand.deny.push(rule),
        ));
    }
    for (place, topic) in TOPICS.iter().enumerate() {
        for rule in topic.allow_alone {
            let mut hand = Hand::alone(place, rule);
            hand.allow.push(rule);
            hands.push(hand);
        }
        for (whole, rule) in topic.deny_beside {
            let mut hand = Hand::alone(place, rule);
            hand.allow.push(whole);
            hand.deny.push(rule);
            hands.push(hand);
        }
    }
    hands
}

fn of(table: Table) -> impl Iterator<Item = (usize, &'static Topic)> {
    let all = TOPICS.iter().enumerate();
    all.filter(move |(_, topic)| topic.table == table)
}

/// The first hand gets the first rule of every topic of a table, and so on.
fn dealt(
    table: Table,
    rules: impl Fn(&Topic) -> &'static [&'static str],
    give: impl Fn(&mut Hand, &'static str),
) -> Vec<Hand> {
    let most = of(table).map(|(_, topic)| rules(topic).len()).max();
    let hand = |round: usize| {
        let mut hand = Hand::default();
        for (place, topic) in of(table) {
            if let Some(rule) = rules(topic).get(round) {
                give(&mut hand, rule);
                hand.topics.push((place, rule));
            }
        }
        hand
    };
    (0..most.unwrap_or_default()).map(hand).collect()
}
