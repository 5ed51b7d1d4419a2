//! Who gets in and who does not.

use crate::client::Host;

#[tokio::test]
async fn without_a_login_nothing_is_told() {
    let host = Host::start().await;
    assert_eq!(host.request("GET", "/healthz", &[], "").await.body, "ok\n");
    for path in [
        "/api/sessions",
        "/api/host",
        "/api/devices",
        "/api/ws",
        "/api/projects",
    ] {
        let answer = host.request("GET", path, &[], "").await;
        assert_eq!(answer.status, 401, "{path}");
        assert_eq!(answer.json()["code"], "notSignedIn", "{path}");
    }
}

#[tokio::test]
async fn a_link_lets_one_device_in() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    assert_eq!(
        host.request("GET", "/api/sessions", &device.headers(), "")
            .await
            .status,
        200
    );
    let again = format!(r#"{{"token":"{}"}}"#, host.token);
    assert_eq!(
        host.request("POST", "/api/login", &[], &again).await.status,
        403
    );
}

#[tokio::test]
async fn the_cookie_is_hidden_from_scripts_and_other_sites() {
    let host = Host::start().await;
    let body = format!(r#"{{"token":"{}"}}"#, host.token);
    let answer = host.request("POST", "/api/login", &[], &body).await;
    assert!(
        answer.head.contains("httponly; samesite=strict"),
        "{}",
        answer.head
    );
}

#[tokio::test]
async fn a_cookie_without_its_key_is_not_enough() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let [cookie, key] = device.headers();
    assert_eq!(
        host.request("GET", "/api/sessions", &[cookie], "")
            .await
            .status,
        401
    );
    assert_eq!(
        host.request("GET", "/api/sessions", &[key], "")
            .await
            .status,
        401
    );
    let wrong = [cookie, ("x-pilothouse-key", "0000")];
    assert_eq!(
        host.request("GET", "/api/sessions", &wrong, "")
            .await
            .status,
        401
    );
}

#[tokio::test]
async fn another_name_for_this_address_is_refused() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let [cookie, key] = device.headers();
    let answer = host
        .request(
            "GET",
            "/api/sessions",
            &[cookie, key, ("host", "evil.example:80")],
            "",
        )
        .await;
    assert_eq!(answer.status, 403);
    let port = host.address.port();
    let local = format!("localhost:{port}");
    let twice = [
        cookie,
        key,
        ("host", local.as_str()),
        ("host", "evil.example"),
    ];
    let answer = host.request("GET", "/api/sessions", &twice, "").await;
    assert_eq!(answer.status, 403, "one name of two is another");
    let elsewhere = "http://evil.example/api/sessions";
    let answer = host
        .request("GET", elsewhere, &[cookie, key, ("host", &local)], "")
        .await;
    assert_eq!(answer.status, 403, "the address names another");
    let answer = host
        .request("GET", "/api/sessions", &[cookie, key, ("host", &local)], "")
        .await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn a_page_of_another_site_is_refused() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let [cookie, key] = device.headers();
    for foreign in [
        ("origin", "http://evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("origin", "null"),
    ] {
        let answer = host
            .request("GET", "/api/sessions", &[cookie, key, foreign], "")
            .await;
        assert_eq!(answer.status, 403, "{foreign:?}");
    }
    let own = format!("http://{}", host.address);
    let answer = host
        .request("GET", "/api/sessions", &[cookie, key, ("origin", &own)], "")
        .await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn a_revoked_device_is_out() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let list = host
        .request("GET", "/api/devices", &device.headers(), "")
        .await
        .json();
    let id = list[0]["id"].as_str().unwrap();
    let answer = host
        .request(
            "DELETE",
            &format!("/api/devices/{id}"),
            &device.headers(),
            "",
        )
        .await;
    assert_eq!(answer.status, 204);
    assert_eq!(
        host.request("GET", "/api/sessions", &device.headers(), "")
            .await
            .status,
        401
    );
}

#[tokio::test]
async fn a_token_does_what_its_scope_allows() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let made = host
        .request(
            "POST",
            "/api/tokens",
            &device.headers(),
            r#"{"name":"ci","scope":"view"}"#,
        )
        .await;
    let bearer = format!("Bearer {}", made.json()["token"].as_str().unwrap());
    let token = [("authorization", bearer.as_str())];
    assert_eq!(
        host.request("GET", "/api/sessions", &token, "")
            .await
            .status,
        200
    );
    let refused = host
        .request("POST", "/api/sessions", &token, r#"{"project":"/"}"#)
        .await;
    assert_eq!(
        (refused.status, refused.json()["code"].clone()),
        (403, "forbidden".into())
    );
    let refused = host
        .request(
            "POST",
            "/api/tokens",
            &token,
            r#"{"name":"x","scope":"admin"}"#,
        )
        .await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn guessing_is_slowed_down() {
    let host = Host::start().await;
    let mut statuses = Vec::new();
    for _ in 0..25 {
        statuses.push(
            host.request("POST", "/api/login", &[], r#"{"token":"guess"}"#)
                .await
                .status,
        );
    }
    assert_eq!(statuses.first(), Some(&403));
    assert_eq!(statuses.last(), Some(&429));
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let body = format!(r#"{{"project":"{}"}}"#, "x".repeat(9 << 20));
    let answer = host
        .request("POST", "/api/sessions", &device.headers(), &body)
        .await;
    assert_eq!(answer.status, 413);
}

#[tokio::test]
async fn a_directory_that_is_not_there_is_named() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let answer = host
        .request(
            "POST",
            "/api/sessions",
            &device.headers(),
            r#"{"project":"/no/such/place"}"#,
        )
        .await;
    assert_eq!(answer.status, 422);
    assert!(
        answer.json()["title"]
            .as_str()
            .unwrap()
            .contains("/no/such/place")
    );
}

#[tokio::test]
async fn a_session_that_is_not_there_is_not_found() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    for id in ["0000", "..%2F..%2Fetc", "a%00b"] {
        let answer = host
            .request("GET", &format!("/api/sessions/{id}"), &device.headers(), "")
            .await;
        assert!(
            matches!(answer.status, 400 | 404),
            "{id}: {}",
            answer.status
        );
    }
}
