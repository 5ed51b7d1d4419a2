use pilothouse_sdk::{Cli, Result};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Review {
    summary: String,
    stars: u8,
}

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let review: Review = Cli::locate()?.session().prompt_as(prompt).await?;
    println!("{} stars: {}", review.stars, review.summary);
    Ok(())
}
