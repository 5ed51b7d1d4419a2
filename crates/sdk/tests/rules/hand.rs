//! Combines rules that are tested together.

use super::call::Call;
use super::place::Place;
use super::tables::{TOPICS, Table, Topic};

/// Rules for one process, and the topics of its calls.
#[derive(Clone, Default)]
pub(crate) struct Hand {
    pub(crate) allow: Vec<&'static str>,
    pub(crate) deny: Vec<&'static str>,
    /// The indexes of the topics, each with the rule that is tested with its calls.
    topics: Vec<(usize, &'static str)>,
}

/// A rule of a hand with the calls of its topic.
pub(super) struct Row {
    topic: usize,
    /// The rule and its kind: allow or deny.
    pub(super) name: String,
}

impl Hand {
    fn alone(topic: usize, rule: &'static str) -> Self {
        Self {
            topics: vec![(topic, rule)],
            ..Self::default()
        }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row> {
        self.topics.iter().map(|(topic, rule)| Row {
            topic: *topic,
            name: match (self.allow.first(), self.deny.first()) {
                (None, None) => "none".to_owned(),
                (Some(_), None) => format!("allow {rule}"),
                (None, Some(_)) => format!("deny {rule}"),
                (Some(whole), Some(_)) => format!("deny {rule} beside {whole}"),
            },
        })
    }

    /// The calls, each with a number that is the same in all hands.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (usize, Call)> {
        let rows = self.topics.iter();
        rows.flat_map(|(topic, _)| numbered_calls(*topic))
    }
}

impl Row {
    pub(super) fn calls(&self) -> impl Iterator<Item = (usize, Call)> + use<> {
        numbered_calls(self.topic)
    }

    /// The key of its verdicts.
    pub(super) fn key(&self) -> (usize, String) {
        (self.topic, self.name.clone())
    }

    /// The key of the verdicts without any rule.
    pub(super) fn key_without_rules(&self) -> (usize, String) {
        (self.topic, "none".to_owned())
    }
}

fn numbered_calls(topic: usize) -> impl Iterator<Item = (usize, Call)> {
    let earlier: usize = TOPICS[..topic].iter().map(Topic::size).sum();
    let calls = TOPICS[topic].calls().enumerate();
    calls.map(move |(index, call)| (earlier + index, call))
}

/// The single rules of a combined rule, with the paths of a place.
pub(crate) fn rules(together: &[&str], place: &Place) -> Vec<String> {
    let single = together.iter().flat_map(|rules| rules.split(", "));
    single.map(|rule| place.fill(rule)).collect()
}

/// Distributes the rules of all topics to hands, and adds a hand without rules for each table.
pub(crate) fn hands() -> Vec<Hand> {
    let bare = |table| Hand {
        topics: of(table).map(|(place, _)| (place, "")).collect(),
        ..Hand::default()
    };
    let mut hands = Table::ALL.map(bare).to_vec();
    for table in Table::ALL {
        hands.extend(allowing(table));
        hands.extend(denying(table));
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

/// A few hands with a limited number of calls: commands, files in commands, other tools.
pub(crate) fn sample() -> Vec<Hand> {
    let dealt = [
        allowing(Table::Commands),
        denying(Table::Paths),
        denying(Table::Tools),
    ];
    dealt
        .into_iter()
        .map(|mut hands| hands.pop().unwrap())
        .collect()
}

fn allowing(table: Table) -> Vec<Hand> {
    dealt(
        table,
        |topic| topic.allow,
        |hand, rule| hand.allow.push(rule),
    )
}

fn denying(table: Table) -> Vec<Hand> {
    dealt(table, |topic| topic.deny, |hand, rule| hand.deny.push(rule))
}

fn of(table: Table) -> impl Iterator<Item = (usize, &'static Topic)> {
    let all = TOPICS.iter().enumerate();
    all.filter(move |(_, topic)| topic.table == table)
}

/// The first hand has the first rule of every topic of a table, and so on.
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
