//! Drive one Claude Code session: permissions, hooks, tools, interrupts, resume.
