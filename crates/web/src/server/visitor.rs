//! The sender of a request: its address, by which limits count, and its browser's token.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::Hub;
use crate::error::RequestError;
use crate::server::secret::{Secret, SecretDigest};

/// An IPv4 address or an IPv6 network of 64 bits, by which limits count: one household has 2^64 IPv6
/// addresses.
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

    /// The networks of the visitor from the widest to its own, by which queues share their permits: of
    /// 48, 56 and 64 bits for IPv6; of 24 bits and the address itself for IPv4, as an IPv6 network.
    pub(crate) fn networks(self) -> [Network; 3] {
        let (bits, lengths) = match self.0 {
            IpAddr::V6(address) => (address.to_bits(), [48, 56, 64]),
            IpAddr::V4(address) => (address.to_ipv6_mapped().to_bits(), [120, 128, 128]),
        };
        lengths.map(|length| Network {
            bits: bits & (u128::MAX << (u128::BITS - length)),
            length,
        })
    }

    /// The server itself, for work that no request asked for.
    pub(crate) const fn server() -> Self {
        Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

/// The first bits of IPv6 addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Network {
    bits: u128,
    length: u32,
}

/// The address of a request, and the digest of its browser's token.
#[derive(Clone, Debug)]
pub(crate) struct Requester {
    pub(crate) from: Visitor,
    /// None for a browser without a cookie.
    pub(crate) who: Option<SecretDigest>,
}

impl FromRequestParts<Hub> for Requester {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, hub: &Hub) -> Result<Self, RequestError> {
        let token = Secret::from_cookie(&parts.headers);
        Ok(Self {
            from: Visitor::from_request_parts(parts, hub).await?,
            who: token.map(|token| token.digest()),
        })
    }
}

impl FromRequestParts<Hub> for Visitor {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, hub: &Hub) -> Result<Self, RequestError> {
        let connected = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = connected.map(|ConnectInfo(address)| address.ip());
        let peer =
            peer.ok_or_else(|| RequestError::Internal("the connection has no address".to_owned()))?;
        Ok(Self::at(client_address(
            peer,
            hub.proxies(),
            &parts.headers,
        )))
    }
}

/// The address that a trusted proxy forwards for: the last in `X-Forwarded-For` that is no trusted
/// proxy itself. A client can write the ones before it.
fn client_address(peer: IpAddr, trusted: &[IpAddr], headers: &HeaderMap) -> IpAddr {
    let trusts = |address: &IpAddr| trusted.contains(&address.to_canonical());
    if !trusts(&peer) {
        return peer;
    }
    let values = headers.get_all("x-forwarded-for").iter();
    let values = values.filter_map(|value| value.to_str().ok());
    let forwarded: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
    let mut known = peer;
    for text in forwarded.into_iter().rev() {
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
    fn a_forwarded_address_counts_from_a_trusted_proxy_only() {
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
            let found = client_address(address(peer), &proxies, &headers);
            assert_eq!(found, address(expected), "{peer} for {forwarded}");
        }
    }

    #[test]
    fn visitors_of_one_block_share_its_networks() {
        let shared = |one: &str, other: &str| {
            let [one, other] =
                [one, other].map(|text| Visitor::at(text.parse().unwrap()).networks());
            one.iter()
                .zip(&other)
                .filter(|(one, other)| one == other)
                .count()
        };
        let cases = [
            ("2001:db8:7:1::1", "2001:db8:7:1::2", 3),
            ("2001:db8:7:1::1", "2001:db8:7:2::1", 2),
            ("2001:db8:7:1::1", "2001:db8:7:100::1", 1),
            ("2001:db8:7::1", "2001:db8:8::1", 0),
            ("192.0.2.1", "192.0.2.1", 3),
            ("192.0.2.1", "192.0.2.2", 1),
            ("192.0.2.1", "192.0.3.1", 0),
        ];
        for (one, other, expected) in cases {
            assert_eq!(shared(one, other), expected, "{one} {other}");
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
