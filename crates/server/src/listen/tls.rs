//! TLS by certificate files, which may be renewed while the server runs.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use rustls::ServerConfig;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use crate::blocking::blocking;

/// How often the files are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// A certificate chain and its key, both PEM files.
#[derive(Debug)]
pub(crate) struct Certificates {
    certificate: PathBuf,
    key: PathBuf,
    provider: Arc<CryptoProvider>,
    loaded: RwLock<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    /// The chain that new connections are shown.
    chain: Arc<CertifiedKey>,
    /// When the files were written that were last read, whether or not they could be used.
    written: Written,
}

/// When the two files were written.
type Written = (SystemTime, SystemTime);

impl Certificates {
    /// Reads the files.
    pub(crate) fn load(certificate: &Path, key: &Path) -> io::Result<Arc<Self>> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let written = written(certificate, key)?;
        let chain = read(certificate, key, &provider)?;
        Ok(Arc::new(Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            provider,
            loaded: RwLock::new(Loaded { chain, written }),
        }))
    }

    /// Accepts connections with the newest chain that could be read.
    pub(crate) fn acceptor(self: Arc<Self>) -> io::Result<TlsAcceptor> {
        let mut config = ServerConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_no_client_auth()
            .with_cert_resolver(self);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    /// Reads the files again whenever they change, until the server ends.
    pub(crate) async fn follow(self: Arc<Self>, closing: CancellationToken) {
        let mut every = tokio::time::interval(LOOK_EVERY);
        loop {
            tokio::select! {
                () = closing.cancelled() => return,
                _ = every.tick() => {}
            }
            let certificates = Arc::clone(&self);
            match blocking(move || Ok(certificates.renew()?)).await {
                Ok(true) => tracing::info!("the new TLS certificate is in use"),
                Ok(false) => {}
                Err(problem) => tracing::warn!(
                    ?problem,
                    "cannot use the new TLS certificate; the old one stays"
                ),
            }
        }
    }

    /// Reads the files if they changed. Returns whether there is a new chain. Blocks.
    ///
    /// Certificate and key are two files, so they may not fit for a moment: the next change is read again.
    fn renew(&self) -> io::Result<bool> {
        let written = written(&self.certificate, &self.key)?;
        if written == self.loaded().written {
            return Ok(false);
        }
        let read = read(&self.certificate, &self.key, &self.provider);
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        loaded.written = written;
        loaded.chain = read?;
        Ok(true)
    }

    fn loaded(&self) -> std::sync::RwLockReadGuard<'_, Loaded> {
        self.loaded.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.loaded().chain))
    }
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("cannot use {}: {error}", path.display()))
}

fn written(certificate: &Path, key: &Path) -> io::Result<Written> {
    let modified = |path: &Path| {
        let about = std::fs::metadata(path).and_then(|about| about.modified());
        about.map_err(|error| failed(path, &error))
    };
    Ok((modified(certificate)?, modified(key)?))
}

fn read(
    certificate: &Path,
    key: &Path,
    provider: &CryptoProvider,
) -> io::Result<Arc<CertifiedKey>> {
    let chain = chain(certificate)?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| failed(key, &error))?;
    let certified = CertifiedKey::from_der(chain, secret, provider);
    certified.map(Arc::new).map_err(|error| failed(key, &error))
}

/// Reads a certificate chain; there is at least one in it.
fn chain(path: &Path) -> io::Result<Vec<CertificateDer<'static>>> {
    let chain = CertificateDer::pem_file_iter(path)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| failed(path, &error))?;
    if chain.is_empty() {
        return Err(failed(path, &"it holds no certificate"));
    }
    Ok(chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/it/keys")
            .join(name)
    }

    /// Copies a file to another and gives it a time, as the clock of a file system is coarse.
    fn put(from: &Path, to: &Path, seconds: u64) {
        std::fs::copy(from, to).unwrap();
        let file = std::fs::File::options().write(true).open(to).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        file.set_modified(time).unwrap();
    }

    #[test]
    fn a_renewed_certificate_is_shown_and_a_broken_one_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let (certificate, key) = (
            directory.path().join("host.crt"),
            directory.path().join("host.key"),
        );
        put(&source("test.crt"), &certificate, 1);
        put(&source("test.key"), &key, 1);
        let certificates = Certificates::load(&certificate, &key).unwrap();
        let shown = || certificates.loaded().chain.cert[0].clone();
        let first = shown();
        assert!(!certificates.renew().unwrap(), "nothing changed");

        put(&source("renewed.crt"), &certificate, 2);
        assert!(certificates.renew().is_err(), "the key is not yet there");
        assert_eq!(shown(), first);
        assert!(!certificates.renew().unwrap(), "a failure is told once");

        put(&source("renewed.key"), &key, 3);
        assert!(certificates.renew().unwrap());
        assert_ne!(shown(), first);
    }
}
