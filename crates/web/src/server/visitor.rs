//! Where a request comes from, for limits that are a visitor's own.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::Hub;
use crate::failure::Failure;
use crate::secret::{Digest, Secret};

/// An address that limits are counted by: of IPv6 the network, since one household has 2^64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor(IpAddr);

impl Visitor {
    pub(crate) fn at(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl Visitor {
    /// In whose name the house does what nobody asked for.
    pub(crate) const fn nobody() -> Self {
        Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// Who asks: an address, and what its browser says of itself.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) from: Visitor,
    pub(crate) who: Option<Digest>,
}

impl FromRequestParts<Hub> for Asker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, hub: &Hub) -> Result<Self, Failure> {
        let secret = Secret::of_cookie(&parts.headers);
        Ok(Self {
            from: Visitor::from_request_parts(parts, hub).await?,
            who: secret.map(|secret| secret.digest()),
        })
    }
}

impl FromRequestParts<Hub> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, hub: &Hub) -> Result<Self, Failure> {
        let connected = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = connected.map(|ConnectInfo(address)| address.ip());
        let peer = peer.ok_or_else(|| Failure::Broken("a request without address".to_owned()))?;
        Ok(Self::at(behind(peer, hub.proxies(), &parts.headers)))
    }
}

/// The address that a trusted proxy says it speaks for: the last one that is no trusted proxy
/// itself, since whatever stands before it could be anybody's invention.
fn behind(peer: IpAddr, trusted: &[IpAddr], headers: &HeaderMap) -> IpAddr {
    let trusts = |address: &IpAddr| trusted.contains(&address.to_canonical());
    if !trusts(&peer) {
        return peer;
    }
    let values = headers.get_all("x-forwarded-for").iter();
    let values = values.filter_map(|value| value.to_str().ok());
    let said: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
    let mut known = peer;
    for text in said.into_iter().rev() {
        match text.trim().parse() {
            Ok(address) => known = address,
            Err(_) => return known,
        }
        if !trusts(&known) {
            return known;
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forwarded_address_counts_from_a_trusted_proxy_alone() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxies = [address("10.0.0.1"), address("10.0.0.2")];
        let cases = [
            ("192.0.2.7", "203.0.113.5", "192.0.2.7"),
            ("10.0.0.1", "203.0.113.5", "203.0.113.5"),
            ("10.0.0.1", "198.51.100.1, 203.0.113.5", "203.0.113.5"),
            ("10.0.0.1", "203.0.113.5, 10.0.0.2", "203.0.113.5"),
            ("10.0.0.1", "203.0.113.5, x", "10.0.0.1"),
            ("::ffff:10.0.0.1", "203.0.113.5", "203.0.113.5"),
        ];
        for (peer, forwarded, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            let found = behind(address(peer), &proxies, &headers);
            assert_eq!(found, address(expected), "{peer} for {forwarded}");
        }
    }

    #[test]
    fn a_household_is_one_visitor() {
        let visitor = |text: &str| Visitor::at(text.parse().unwrap());
        assert_eq!(visitor("2001:db8::1"), visitor("2001:db8::ffff:1"));
        assert_ne!(visitor("2001:db8::1"), visitor("2001:db8:0:1::1"));
        assert_eq!(visitor("::ffff:192.0.2.7"), visitor("192.0.2.7"));
    }
}
