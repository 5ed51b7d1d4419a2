//! In-process servers that connect late: those of the command line at startup, those of `initialize` when the next turn
//! starts.

use std::rc::Rc;

use serde_json::Value;

use super::{Server, Status};
use crate::cli::session::Sim;

impl Sim {
    /// Connects the in-process servers of the command line.
    pub(in crate::cli) fn connect_configured(self: &Rc<Self>) {
        if self.features().connects_servers_at_turn {
            for name in self.configured_sdk_servers() {
                self.add_and_connect(&name);
            }
        }
    }

    /// Stores the names of an `initialize` request for the next turn.
    pub(in crate::cli) fn name_servers(&self, request: &Value) {
        let names = request["sdkMcpServers"].as_array().into_iter().flatten();
        let names = names.filter_map(Value::as_str).map(str::to_owned);
        self.state.borrow_mut().servers.named.extend(names);
    }

    /// Connects the named servers, and reconnects those whose handshake has not finished.
    pub(in crate::cli) fn connect_at_turn(self: &Rc<Self>) {
        if !self.features().connects_servers_at_turn {
            return;
        }
        let names: Vec<String> = {
            let servers = &mut self.state.borrow_mut().servers;
            let named = std::mem::take(&mut servers.named);
            let waiting = |server: &&Server| server.is_sdk() && server.status == Status::Pending;
            let unfinished = servers.list.iter().filter(waiting);
            let unfinished = unfinished.map(|server| server.name.clone());
            let new = named
                .into_iter()
                .filter(|name| servers.find(name).is_none());
            unfinished.chain(new).collect()
        };
        for name in names {
            self.add_and_connect(&name);
        }
    }

    fn add_and_connect(self: &Rc<Self>, name: &str) {
        {
            let servers = &mut self.state.borrow_mut().servers;
            if servers.find(name).is_none() {
                servers.list.push(Server::new(name, "sdk", Value::Null));
            }
        }
        self.start_handshake(name);
    }
}
