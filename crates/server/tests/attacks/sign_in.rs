//! Getting in without an invitation.

use crate::client::Host;
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "Sign-in",
        vec![
            attack!(
                a_used_link_lets_nobody_else_in,
                "Open a sign-in link that somebody used already",
                "A link works once"
            ),
            attack!(
                wrong_links_do_not_lock_out_the_right_one,
                "Send wrong tokens until the right one is refused too",
                "The token is checked before attempts are counted"
            ),
            elsewhere(
                "pilothouse-server auth::tests::a_link_lives_ten_minutes",
                "Find an old link in a log or a history",
                "A link lives ten minutes",
            ),
            elsewhere(
                "pilothouse::it link::without_a_terminal_no_link_is_printed",
                "Read the link of an admin in the journal of a service",
                "The server prints a link to a terminal only, unless `--print-link` is given; `pilothouse link` makes one",
            ),
            elsewhere(
                "pilothouse-server::it login::guessing_is_slowed_down",
                "Guess the token of a sign-in link",
                "256 random bits; wrong attempts are limited to 20 a minute",
            ),
            elsewhere(
                "pilothouse-server::it login::a_cookie_without_its_key_is_not_enough",
                "Read the cookie with a server on another port of the same machine, and use it",
                "The page also sends a key that only its own origin can read",
            ),
            elsewhere(
                "pilothouse-server::it login::another_name_for_this_address_is_refused",
                "Make another name resolve to 127.0.0.1 (DNS rebinding)",
                "`Host` must be one of the server's own names, everywhere a request names one",
            ),
            elsewhere(
                "pilothouse-server::it login::a_page_of_another_site_is_refused",
                "Send requests from a page of another site",
                "`Origin` and `Sec-Fetch-Site` are checked on every API request",
            ),
        ],
    )
}

async fn a_used_link_lets_nobody_else_in() {
    let host = Host::start().await;
    host.sign_in().await;
    let again = format!(r#"{{"token":"{}"}}"#, host.token);
    let answer = host.request("POST", "/api/login", &[], &again).await;
    assert_eq!(answer.status, 403);
}

async fn wrong_links_do_not_lock_out_the_right_one() {
    let host = Host::start().await;
    let mut last = 0;
    for _ in 0..25 {
        let answer = host.request("POST", "/api/login", &[], r#"{"token":"guess"}"#);
        last = answer.await.status;
    }
    assert_eq!(last, 429, "wrong links are limited");
    host.sign_in().await;
}
