//! The limits of a plan: the `rate_limit_event` message.

use std::collections::BTreeMap;

use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A change of the plan's limits.
    pub struct RateLimitEvent {
        rate_limit_info: RateLimitInfo,
    }
}

wire_struct! {
    /// The state of the plan's limits.
    pub struct RateLimitInfo {
        status: Option<RateLimitStatus>,
        /// When the limit resets, in seconds since 1970.
        resets_at: Option<u64> = "resetsAt",
        rate_limit_type: Option<RateLimitType> = "rateLimitType",
        /// The used share; 1 is all.
        utilization: Option<f64>,
        /// Whether requests beyond the plan are accepted.
        overage_status: Option<RateLimitStatus> = "overageStatus",
        /// When that limit resets, in seconds since 1970.
        overage_resets_at: Option<u64> = "overageResetsAt",
        /// Why usage beyond the plan is not available.
        overage_disabled_reason: Option<OverageDisabledReason> = "overageDisabledReason",
        is_using_overage: Option<bool> = "isUsingOverage",
        /// Usage beyond the plan is in progress.
        overage_in_use: Option<bool> = "overageInUse",
        /// Usage beyond the plan is enabled.
        overage_enabled: Option<bool> = "overageEnabled",
        /// The threshold that was exceeded.
        surpassed_threshold: Option<f64> = "surpassedThreshold",
        limit_scope: Option<LimitScope> = "limitScope",
        error_code: Option<String> = "errorCode",
        /// Whether the user can buy credits.
        can_user_purchase_credits: Option<bool> = "canUserPurchaseCredits",
        /// Whether a payment method is saved.
        has_chargeable_saved_payment_method: Option<bool> = "hasChargeableSavedPaymentMethod",
        unified_windows: BTreeMap<String, RateLimitWindow> = "unifiedWindows",
        daily_cap_paused: Option<RawJson> = "dailyCapPaused",
        rate_limit_grace_active: Option<RawJson> = "rateLimitGraceActive",
        /// Usage beyond the plan in this month.
        overage_period_monthly: Option<OveragePeriod> = "overagePeriodMonthly",
        /// Usage beyond the plan through this channel.
        overage_period_channel: Option<OveragePeriod> = "overagePeriodChannel",
        usage_credit_offer: Option<RawJson> = "usageCreditOffer",
        admin_request_offer: Option<RawJson> = "adminRequestOffer",
    }

    /// A window of a limit.
    pub struct RateLimitWindow {
        /// The used share; 1 is all.
        utilization: Option<f64>,
        /// When it resets, in seconds since 1970.
        resets_at: Option<u64> = "resetsAt",
        status: Option<RateLimitStatus>,
        surpassed_threshold: Option<f64> = "surpassedThreshold",
    }

    /// Usage beyond the plan.
    pub struct OveragePeriod {
        /// The used share; 1 is all.
        utilization: Option<f64>,
    }
}

wire_string! {
    /// Whether requests are accepted.
    pub enum RateLimitStatus {
        /// Accepted.
        "allowed" => Allowed,
        /// Accepted, but the limit is near.
        "allowed_warning" => AllowedWarning,
        /// Rejected.
        "rejected" => Rejected,
    }

    /// The type of a limit.
    pub enum RateLimitType {
        /// Five hours.
        "five_hour" => FiveHour,
        /// Seven days.
        "seven_day" => SevenDay,
        /// Seven days, for Opus models.
        "seven_day_opus" => SevenDayOpus,
        /// Seven days, for Sonnet models.
        "seven_day_sonnet" => SevenDaySonnet,
        /// Seven days, including usage beyond the plan.
        "seven_day_overage_included" => SevenDayOverageIncluded,
        /// Usage beyond the plan.
        "overage" => Overage,
    }

    /// Why usage beyond the plan is not available.
    pub enum OverageDisabledReason {
        /// It was never set up.
        "overage_not_provisioned" => NotProvisioned,
        /// The organization disabled it.
        "org_level_disabled" => OrganizationDisabled,
        /// The organization disabled it temporarily.
        "org_level_disabled_until" => OrganizationDisabledUntil,
        /// The credits are used up.
        "out_of_credits" => OutOfCredits,
        /// It is disabled for this seat tier.
        "seat_tier_level_disabled" => SeatTierDisabled,
        /// It is disabled for this member.
        "member_level_disabled" => MemberDisabled,
        /// This seat tier has no credits.
        "seat_tier_zero_credit_limit" => SeatTierZeroCredits,
        /// The group has no credits.
        "group_zero_credit_limit" => GroupZeroCredits,
        /// This member has no credits.
        "member_zero_credit_limit" => MemberZeroCredits,
        /// The service is disabled for the organization.
        "org_service_level_disabled" => OrganizationServiceDisabled,
        /// No limits are configured.
        "no_limits_configured" => NoLimitsConfigured,
        /// The request failed.
        "fetch_error" => FetchError,
        /// Any other reason.
        "unknown" => Unspecified,
    }

    /// The scope of a limit.
    pub enum LimitScope {
        /// The service.
        "service" => Service,
        /// The channel.
        "channel" => Channel,
        /// The group.
        "group_pool" => GroupPool,
    }
}
