//! Another user of the machine listens where a browser may look for the server.

use tokio::net::TcpListener;

use crate::client::{Host, request};
use crate::table::{Area, attack};

pub(crate) fn area() -> Area {
    Area::new(
        "Other users of the machine",
        vec![
            attack!(
                a_program_on_the_other_loopback_address_is_sent_no_cookie_and_no_key,
                "Listen on `[::1]` at the server's port, so that a browser at `localhost` sends its cookie and key",
                "Nobody can sign in at `localhost`: the API refuses the name and pages are redirected to `127.0.0.1`"
            ),
            attack!(
                the_server_takes_both_loopback_addresses,
                "The same after the server has started",
                "The server listens on `127.0.0.1` and `[::1]`"
            ),
            attack!(
                a_page_is_served_at_one_name_only,
                "The same while the server is stopped, for a browser that signed in at `localhost` before",
                "Pages are redirected to `127.0.0.1` even if both addresses are the server's, so no browser has a cookie or a key for `localhost`"
            ),
        ],
    )
}

/// A host header for another name of this server.
fn localhost(host: &Host) -> String {
    format!("localhost:{}", host.address.port())
}

async fn a_program_on_the_other_loopback_address_is_sent_no_cookie_and_no_key() {
    // On a machine without IPv6 nobody can listen there; `localhost` is the server's then.
    let other = TcpListener::bind("[::1]:0").await;
    let port = other
        .as_ref()
        .map_or(0, |other| other.local_addr().unwrap().port());
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let host = Host::at(listener, |_| {}).await;
    let name = localhost(&host);
    let body = format!(r#"{{"token":"{}"}}"#, host.token);
    let login = host
        .request("POST", "/api/login", &[("host", &name)], &body)
        .await;
    assert_eq!(login.status, if other.is_ok() { 403 } else { 200 });
    assert_eq!(login.cookie.is_some(), other.is_err());
    let page = host.request("GET", "/", &[("host", &name)], "").await;
    assert_eq!(page.status, 307);
    let home = format!("location: http://{}/\r", host.address);
    assert!(page.head.contains(home.trim_end()), "{}", page.head);
}

async fn the_server_takes_both_loopback_addresses() {
    let host = Host::start().await;
    let other = format!("[::1]:{}", host.address.port()).parse().unwrap();
    let taken = TcpListener::bind(other).await;
    assert!(taken.is_err(), "another program can listen on {other}");
    if taken.is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse) {
        let answer = request(other, "GET", "/healthz", &[], "").await.unwrap();
        assert_eq!(answer.body, "ok\n");
    }
}

async fn a_page_is_served_at_one_name_only() {
    let host = Host::start().await;
    let port = host.address.port();
    for name in [localhost(&host), format!("[::1]:{port}")] {
        for path in ["/", "/index.html", "/s/1?x=y"] {
            let page = host.request("GET", path, &[("host", &name)], "").await;
            assert_eq!(page.status, 307, "{name}{path}");
            let home = format!("location: http://127.0.0.1:{port}{path}");
            assert!(page.head.contains(&home), "{}", page.head);
        }
    }
    let page = host.request("GET", "/s/1", &[], "").await;
    assert_ne!(page.status, 307);
}
