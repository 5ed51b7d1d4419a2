//! Rules over HTTP.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::NoContent;
use pilothouse_api::host::Scope;
use pilothouse_api::rules::{NewRule, Rule, RuleScope, RuleTrial};

use super::body::{Created, Payload};
use crate::app::{App, AppState, blocking};
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::rules;
use crate::session::Input;
use crate::store::{Store, now_ms};

pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<Rule>>, Problem> {
    Ok(Json(app.store.run(Store::rules).await?))
}

/// Adds a rule. One that holds for more than a session needs all rights.
pub(super) async fn add(
    State(app): State<App>,
    caller: Caller,
    Payload(new): Payload<NewRule>,
) -> Result<Created<Rule>, Problem> {
    need(&caller, &new.scope)?;
    rules::check(&new)?;
    if let RuleScope::Session { id } = &new.scope {
        let (behavior, rule) = (new.behavior, new.rule.trim().to_owned());
        let who = caller.who();
        let grant = |reply| Input::GrantRule {
            behavior,
            rule,
            who,
            reply,
        };
        let rule = app.registry.ask(id, grant).await?;
        return Ok(added(rule));
    }
    let rule = Rule {
        id: uuid::Uuid::new_v4().simple().to_string(),
        behavior: new.behavior,
        rule: new.rule.trim().to_owned(),
        scope: new.scope,
        created_at: now_ms(),
        by: caller.device.name.clone(),
    };
    let kept = rule.clone();
    app.store.run(move |store| store.put_rule(&kept)).await?;
    app.registry.shared.rules_changed();
    Ok(added(rule))
}

fn added(rule: Rule) -> Created<Rule> {
    let name = rules::name(rule.behavior, &rule.rule);
    tracing::info!(rule = %name, by = %rule.by, "a rule was added");
    Created(rule)
}

pub(super) async fn remove(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<NoContent, Problem> {
    let wanted = id.clone();
    let rule = app.store.run(move |store| store.rule(&wanted)).await?;
    let rule = rule.ok_or_else(|| Problem::not_found("rule"))?;
    need(&caller, &rule.scope)?;
    if let RuleScope::Session { id: session } = &rule.scope {
        // It may stand in the session's log, which must say that it holds no longer.
        let who = caller.who();
        let rule = Box::new(rule.clone());
        let handle = app.registry.get(session).await?;
        handle
            .ask(|reply| Input::RevokeRule { rule, who, reply })
            .await?;
    }
    app.store.run(move |store| store.remove_rule(&id)).await?;
    app.registry.shared.rules_changed();
    Ok(NoContent)
}

/// Tells what a rule would have decided. Nothing is written.
pub(super) async fn attempt(
    State(app): State<App>,
    Payload(new): Payload<NewRule>,
) -> Result<Json<RuleTrial>, Problem> {
    let attempt = move |app: &AppState| rules::attempt(&app.store, &new);
    blocking(&app, attempt).await.map(Json)
}

fn need(caller: &Caller, scope: &RuleScope) -> Result<(), Problem> {
    caller.need(match scope {
        RuleScope::Host | RuleScope::Project { .. } => Scope::Admin,
        RuleScope::Session { .. } => Scope::Control,
    })
}
