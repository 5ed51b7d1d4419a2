//! Rules over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::NoContent;
use pilothouse_api::host::Scope;
use pilothouse_api::rules::{NewRule, Rule, RuleScope, RuleTrial};

use super::body::{Created, Payload};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::problem::Problem;
use crate::rules;
use crate::session::Input;
use crate::store::{Store, now_ms};

pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<Rule>>, Problem> {
    app.store.run(Store::rules).await.map(Json)
}

/// Adds a rule. One that holds for more than a session needs all rights.
pub(super) async fn add(
    State(app): State<App>,
    caller: Caller,
    Payload(new): Payload<NewRule>,
) -> Result<Created<Rule>, Problem> {
    need(&caller, &new.scope)?;
    rules::check(&new)?;
    let rule = match &new.scope {
        RuleScope::Session { id } => grant(&app, &caller, id, &new).await?,
        _ => {
            let rule = Rule {
                id: uuid::Uuid::new_v4().simple().to_string(),
                behavior: new.behavior,
                rule: new.rule.trim().to_owned(),
                scope: new.scope,
                created_at: now_ms(),
                by: caller.device.name.clone(),
            };
            let rule = app.store.run(move |store| {
                store.put_rule(&rule)?;
                Ok(rule)
            });
            let rule = rule.await?;
            app.registry.shared.rules_changed();
            rule
        }
    };
    let name = rules::name(rule.behavior, &rule.rule);
    tracing::info!(rule = %name, by = %rule.by, "a rule was added");
    Ok(Created(rule))
}

/// Writes a rule of a session into its log, from where it comes into the store.
async fn grant(app: &App, caller: &Caller, session: &str, new: &NewRule) -> Result<Rule, Problem> {
    let granted = app.registry.ask(session, |reply| Input::GrantRule {
        key: format!("rule-{}", caller.command_id()),
        behavior: new.behavior,
        rule: new.rule.trim().to_owned(),
        who: caller.who(),
        reply,
    });
    let id = granted.await?;
    let rule = app.store.run(move |store| store.rule(&id)).await?;
    rule.ok_or_else(|| Problem::not_found("rule"))
}

pub(super) async fn remove(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<NoContent, Problem> {
    let name = id.clone();
    let rule = app.store.run(move |store| store.rule(&name)).await?;
    let rule = rule.ok_or_else(|| Problem::not_found("rule"))?;
    need(&caller, &rule.scope)?;
    if let RuleScope::Session { id: session } = &rule.scope {
        // The session's log must say that it holds no longer.
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
    let store = Arc::clone(&app.store);
    blocking(move || rules::attempt(&store, &new).map(Json)).await
}

fn need(caller: &Caller, scope: &RuleScope) -> Result<(), Problem> {
    caller.need(match scope {
        RuleScope::Host | RuleScope::Project { .. } => Scope::Admin,
        RuleScope::Session { .. } => Scope::Control,
    })
}
