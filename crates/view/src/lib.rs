//! What a person sees of a session: a pure fold from log records to a view and its changes.
