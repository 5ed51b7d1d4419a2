use pilothouse_sdk::{Result, disk::Store};

fn main() -> Result<()> {
    let store = Store::locate()?;
    for session in store.list()? {
        println!("{} {session}", session.id);
        for message in store.read(&session.session_id())?.messages {
            println!("  {:?}: {}", message.speaker, message.text);
        }
    }
    Ok(())
}
