//! Cron jobs and wake-ups, as they are shown.

use pilothouse_protocol::fold::{Schedule as Scheduled, ScheduleKind as Kind};

use crate::change::Change;
use crate::session::{Schedule, ScheduleKind};
use crate::text::cut_head;

use super::SessionFold;

impl SessionFold {
    /// Shows what the CLI will start by itself, if that has changed.
    pub(super) fn show_schedules(&mut self) {
        let scheduled = self.state.schedules.jobs();
        if scheduled.is_empty() && self.view.schedules.is_empty() {
            return;
        }
        let schedules: Vec<Schedule> = scheduled.iter().map(shown).collect();
        if schedules != self.view.schedules {
            self.emit(Change::SchedulesSet { schedules });
        }
    }

    /// Whether the CLI will still start something by itself.
    pub fn has_schedule(&self, at_ms: u64) -> bool {
        self.state.schedules.is_pending(at_ms)
    }
}

fn shown(job: &Scheduled) -> Schedule {
    Schedule {
        id: job.id.clone(),
        schedule: match job.kind {
            Kind::Wakeup => ScheduleKind::Wakeup,
            _ => ScheduleKind::Cron,
        },
        text: job.text.clone(),
        prompt: cut_head(&job.prompt),
        recurring: job.recurring,
        next_at: job.next_at,
    }
}
