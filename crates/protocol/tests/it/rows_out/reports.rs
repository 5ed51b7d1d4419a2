//! The numbers and origins inside the rows.

use pilothouse_protocol::message::{
    ContextUsage, ExtraUsage, MessageOrigin, PlanLimit, RateLimitEvent, RateLimitInfo,
    SessionUsage, UsageReport,
};
use pilothouse_protocol::usage::{ModelUsage, Usage};
use pilothouse_protocol::wire::Wire;

use super::{LINES, name_of, reads_part, whole};

#[test]
fn usage() {
    reads_part!(
        Usage,
        r#"{"input_tokens":1,"output_tokens":2,"cache_creation_input_tokens":3,"cache_read_input_tokens":4,
            "cache_creation":{"ephemeral_1h_input_tokens":5,"ephemeral_5m_input_tokens":6},
            "server_tool_use":{"web_search_requests":7,"web_fetch_requests":8},"service_tier":"standard",
            "inference_geo":"x","speed":"fast","iterations":[1],"output_tokens_details":{"thinking_tokens":9},
            "fallback_credit":{"a":1}}"#,
        input_tokens,
        output_tokens,
        cache_creation_input_tokens,
        cache_read_input_tokens,
        cache_creation,
        server_tool_use,
        service_tier,
        inference_geo,
        speed,
        iterations,
        output_tokens_details,
        fallback_credit,
    );
    reads_part!(
        ModelUsage,
        r#"{"inputTokens":1,"outputTokens":2,"thinkingTokens":3,"cacheReadInputTokens":4,"cacheCreationInputTokens":5,
            "cacheCreationEphemeral5mInputTokens":6,"cacheCreationEphemeral1hInputTokens":7,"webSearchRequests":8,
            "costUSD":0.125,"contextWindow":200000,"maxOutputTokens":64000,"canonicalModel":"m","provider":"p",
            "costBasis":"list"}"#,
        input_tokens = "inputTokens",
        output_tokens = "outputTokens",
        thinking_tokens = "thinkingTokens",
        cache_read_input_tokens = "cacheReadInputTokens",
        cache_creation_input_tokens = "cacheCreationInputTokens",
        cache_creation_ephemeral_5m_input_tokens = "cacheCreationEphemeral5mInputTokens",
        cache_creation_ephemeral_1h_input_tokens = "cacheCreationEphemeral1hInputTokens",
        web_search_requests = "webSearchRequests",
        cost_usd = "costUSD",
        context_window = "contextWindow",
        max_output_tokens = "maxOutputTokens",
        canonical_model = "canonicalModel",
        provider,
        cost_basis = "costBasis",
    );
}

#[test]
fn context_usage() {
    let usage = reads_part!(
        ContextUsage,
        r#"{"model":"m","total_tokens":1,"raw_max_tokens":2,"percentage":3,
            "over_limit":{"tokens_over":4,"kind":"hard_limit"},
            "categories":[{"name":"Messages","tokens":5,"kind":"used"}],
            "mcp_tools":[{"name":"t","server_name":"s","tokens":6}],
            "memory_files":[{"path":"/m","type":"Project","tokens":7}],
            "agents":[{"agent_type":"a","source":"built-in","tokens":8}],
            "skills":[{"name":"k","source":"user","plugin_name":"p","tokens":9}]}"#,
        model,
        total_tokens,
        raw_max_tokens,
        percentage,
        over_limit,
        categories,
        mcp_tools,
        memory_files,
        agents,
        skills,
    );
    assert_eq!(usage.categories[0].name, "Messages");
    assert_eq!(usage.memory_files[0].kind.as_deref(), Some("Project"));
}

#[test]
fn usage_report() {
    let report = reads_part!(
        UsageReport,
        r#"{"session":{"total_cost_usd":0.5},"rate_limits":{"limits":[{"kind":"five_hour"}],"extra_usage":{"is_enabled":true}}}"#,
        session,
        rate_limits,
    );
    assert!(
        report
            .rate_limits
            .is_some_and(|limits| limits.limits.len() == 1 && limits.extra_usage.is_some())
    );
    reads_part!(
        SessionUsage,
        r#"{"total_cost_usd":0.5,"total_api_duration_ms":1,"total_duration_ms":2,"total_lines_added":3,
            "total_lines_removed":4,"model_usage":{"m":{"inputTokens":1}}}"#,
        total_cost_usd,
        total_api_duration_ms,
        total_duration_ms,
        total_lines_added,
        total_lines_removed,
        model_usage,
    );
    let limit = reads_part!(
        PlanLimit,
        r#"{"kind":"seven_day","group":"g","percent":12.5,"resets_at":"2026-01-02T03:04:05Z",
            "scope":{"model":{"display_name":"Opus"},"surface":null},"severity":"info","is_active":true}"#,
        kind,
        group,
        percent,
        resets_at,
        scope,
        severity,
        is_active,
    );
    let model = limit
        .scope
        .and_then(|scope| scope.model)
        .and_then(|model| model.display_name);
    assert_eq!(model.as_deref(), Some("Opus"));
    reads_part!(
        ExtraUsage,
        r#"{"is_enabled":true,"monthly_limit":100,"used_credits":12.5,"utilization":0.125,"currency":"EUR"}"#,
        is_enabled,
        monthly_limit,
        used_credits,
        utilization,
        currency,
    );
}

#[test]
fn rate_limits() {
    let line = LINES
        .lines()
        .find(|line| name_of(line) == "rate_limit_event")
        .unwrap();
    let info = RateLimitEvent::from_json(line).unwrap().rate_limit_info;
    reads_part!(
        RateLimitInfo,
        &info.to_json(),
        status,
        resets_at = "resetsAt",
        rate_limit_type = "rateLimitType",
        utilization,
        overage_status = "overageStatus",
        overage_resets_at = "overageResetsAt",
        overage_disabled_reason = "overageDisabledReason",
        is_using_overage = "isUsingOverage",
        overage_in_use = "overageInUse",
        overage_enabled = "overageEnabled",
        surpassed_threshold = "surpassedThreshold",
        limit_scope = "limitScope",
        error_code = "errorCode",
        can_user_purchase_credits = "canUserPurchaseCredits",
        has_chargeable_saved_payment_method = "hasChargeableSavedPaymentMethod",
        unified_windows = "unifiedWindows",
        daily_cap_paused = "dailyCapPaused",
        rate_limit_grace_active = "rateLimitGraceActive",
        overage_period_monthly = "overagePeriodMonthly",
        overage_period_channel = "overagePeriodChannel",
        usage_credit_offer = "usageCreditOffer",
        admin_request_offer = "adminRequestOffer",
    );
    assert_eq!(
        info.unified_windows["five_hour"].resets_at,
        Some(1_767_000_000)
    );
}

#[test]
fn every_origin_is_its_own_variant() {
    let origins = [
        r#"{"kind":"human"}"#,
        r#"{"kind":"channel","server":"s"}"#,
        r#"{"kind":"peer","from":"f","fromMode":"bypass","name":"n","fromSession":"s","inbound_origin":"i","senderTaskId":"t","body":"b","verifiedPeerPid":1,"handback":true,"flagged":true,"handbackNote":"h","handbackReportText":"r","members":[{"body":"m"}]}"#,
        r#"{"kind":"task-notification","subkind":"session-inbox","fireReason":"f","producer":"session-task","runId":"r","taskKind":"mcp-task"}"#,
        r#"{"kind":"coordinator"}"#,
        r#"{"kind":"unclassified"}"#,
        r#"{"kind":"observer","from":"f","senderTaskId":"t"}"#,
        r#"{"kind":"auto-continuation"}"#,
        r#"{"kind":"observer-activity"}"#,
        r#"{"kind":"voice-call","requestUuid":"u-1","inReplyToUuid":"u-2","saidAt":"now"}"#,
    ];
    let tags: Vec<_> = origins
        .iter()
        .map(|text| whole::<MessageOrigin>(text).tag().to_owned())
        .collect();
    assert_eq!(tags, MessageOrigin::TAGS);
    let MessageOrigin::Peer(peer) = whole::<MessageOrigin>(origins[2]) else {
        panic!("no peer")
    };
    assert_eq!(
        (peer.from.as_deref(), peer.verified_peer_pid),
        (Some("f"), Some(1))
    );
}
