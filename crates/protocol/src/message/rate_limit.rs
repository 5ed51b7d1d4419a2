//! The limits of a plan: the `rate_limit_event` message.

use std::collections::BTreeMap;

use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// The state of the plan's limits changed.
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
        /// How much of it is used; 1 is all.
        utilization: Option<f64>,
        /// Whether requests beyond the plan are served.
        overage_status: Option<RateLimitStatus> = "overageStatus",
        /// When that limit resets, in seconds since 1970.
        overage_resets_at: Option<u64> = "overageResetsAt",
        /// Why there is nothing beyond the plan.
        overage_disabled_reason: Option<OverageDisabledReason> = "overageDisabledReason",
        is_using_overage: Option<bool> = "isUsingOverage",
        /// Something beyond the plan is in use.
        overage_in_use: Option<bool> = "overageInUse",
        /// Requests beyond the plan are switched on.
        overage_enabled: Option<bool> = "overageEnabled",
        /// The share whose passing is being told.
        surpassed_threshold: Option<f64> = "surpassedThreshold",
        limit_scope: Option<LimitScope> = "limitScope",
        error_code: Option<String> = "errorCode",
        /// Whether the user may buy credits.
        can_user_purchase_credits: Option<bool> = "canUserPurchaseCredits",
        /// Whether there is a way to pay for them.
        has_chargeable_saved_payment_method: Option<bool> = "hasChargeableSavedPaymentMethod",
        unified_windows: BTreeMap<String, RateLimitWindow> = "unifiedWindows",
        daily_cap_paused: Option<RawJson> = "dailyCapPaused",
        rate_limit_grace_active: Option<RawJson> = "rateLimitGraceActive",
        /// Use beyond the plan in this month.
        overage_period_monthly: Option<OveragePeriod> = "overagePeriodMonthly",
        /// Use beyond the plan by this channel.
        overage_period_channel: Option<OveragePeriod> = "overagePeriodChannel",
        usage_credit_offer: Option<RawJson> = "usageCreditOffer",
        admin_request_offer: Option<RawJson> = "adminRequestOffer",
    }

    /// One window of a limit.
    pub struct RateLimitWindow {
        /// How much of it is used; 1 is all.
        utilization: Option<f64>,
        /// When it resets, in seconds since 1970.
        resets_at: Option<u64> = "resetsAt",
        status: Option<RateLimitStatus>,
        surpassed_threshold: Option<f64> = "surpassedThreshold",
    }

    /// Use beyond the plan.
    pub struct OveragePeriod {
        /// How much of it is used; 1 is all.
        utilization: Option<f64>,
    }
}

wire_string! {
    /// Whether requests are served.
    pub enum RateLimitStatus {
        /// They are.
        "allowed" => Allowed,
        /// They are, but the limit is near.
        "allowed_warning" => AllowedWarning,
        /// They are not.
        "rejected" => Rejected,
    }

    /// Which limit it is.
    pub enum RateLimitType {
        /// Of five hours.
        "five_hour" => FiveHour,
        /// Of a week.
        "seven_day" => SevenDay,
        /// Of a week, for Opus models.
        "seven_day_opus" => SevenDayOpus,
        /// Of a week, for Sonnet models.
        "seven_day_sonnet" => SevenDaySonnet,
        /// Of a week, with what is beyond the plan.
        "seven_day_overage_included" => SevenDayOverageIncluded,
        /// Of what is beyond the plan.
        "overage" => Overage,
    }

    /// Why there is nothing beyond the plan.
    pub enum OverageDisabledReason {
        /// It was never set up.
        "overage_not_provisioned" => NotProvisioned,
        /// The organization switched it off.
        "org_level_disabled" => OrganizationDisabled,
        /// The organization switched it off for a while.
        "org_level_disabled_until" => OrganizationDisabledUntil,
        /// The credits are used up.
        "out_of_credits" => OutOfCredits,
        /// It is off for this kind of seat.
        "seat_tier_level_disabled" => SeatTierDisabled,
        /// It is off for this member.
        "member_level_disabled" => MemberDisabled,
        /// This kind of seat has no credits.
        "seat_tier_zero_credit_limit" => SeatTierZeroCredits,
        /// The group has no credits.
        "group_zero_credit_limit" => GroupZeroCredits,
        /// This member has no credits.
        "member_zero_credit_limit" => MemberZeroCredits,
        /// The service is off for the organization.
        "org_service_level_disabled" => OrganizationServiceDisabled,
        /// There are no limits.
        "no_limits_configured" => NoLimitsConfigured,
        /// It could not be found out.
        "fetch_error" => FetchError,
        /// Something else.
        "unknown" => Unspecified,
    }

    /// Whose limit it is.
    pub enum LimitScope {
        /// The service's.
        "service" => Service,
        /// The channel's.
        "channel" => Channel,
        /// The group's.
        "group_pool" => GroupPool,
    }
}
