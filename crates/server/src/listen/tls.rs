//! TLS by certificate files.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

fn failed(path: &Path, error: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("cannot use {}: {error}", path.display()))
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

/// Reads the certificate that the server shows for itself, as DER.
pub(crate) fn leaf(certificate: &Path) -> io::Result<Vec<u8>> {
    let mut chain = chain(certificate)?;
    Ok(chain.swap_remove(0).to_vec())
}

/// Reads a certificate chain and its key, both PEM.
pub(crate) fn acceptor(certificate: &Path, key: &Path) -> io::Result<TlsAcceptor> {
    let chain = chain(certificate)?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| failed(key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| failed(key, &error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
