//! The addresses of the page: the hosts and origins that requests may name, the addresses that the
//! command line prints, and whether cookies need TLS.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use table::Explain;
use url::{Position, Url};

/// Scheme, host and port as browsers write them: lower case, without the scheme's own port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

/// A text that is no origin, such as one with a path.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("web-bad-origin", text = _0)]
pub struct NoOrigin(pub String);

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let no_origin = || NoOrigin(text.to_owned());
        let url = Url::parse(text).map_err(|_| no_origin())?;
        let is_web = matches!(url.scheme(), "http" | "https");
        let is_bare = url.username().is_empty()
            && url.password().is_none()
            && matches!(&url[Position::BeforePath..], "" | "/");
        (is_web && is_bare)
            .then(|| Self(url.origin().ascii_serialization()))
            .ok_or_else(no_origin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Origin {
    /// The value of a browser's `Host` header.
    fn host(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, host)| host)
    }
}

/// The origins of one server.
#[derive(Clone, Debug)]
pub struct Site {
    origins: Vec<Origin>,
    /// Number of origins that are printed, from the first on.
    printed: usize,
}

impl From<Origin> for Site {
    /// A server with one origin, behind TLS or a proxy.
    fn from(origin: Origin) -> Self {
        Self {
            origins: vec![origin],
            printed: 1,
        }
    }
}

impl Site {
    /// A server with the origins of the address it listens on: the given names, every address of this
    /// machine that reaches it, and the loopback names.
    pub fn at(address: SocketAddr, names: &[String]) -> Result<Self, NoOrigin> {
        let own = match address.ip() {
            every if every.is_unspecified() => machine_addresses(every),
            one => vec![one],
        };
        let printed = names.iter().cloned().chain(own.into_iter().map(url_host));
        let printed: Vec<String> = printed.collect();
        let loopback = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned);
        let (count, port) = (printed.len(), address.port());
        let hosts = printed.into_iter().chain(loopback);
        let origins = hosts.map(|host| format!("http://{host}:{port}").parse());
        Ok(Self {
            origins: origins.collect::<Result<_, _>>()?,
            printed: count,
        })
    }

    /// The origins to print for people.
    pub fn printed(&self) -> &[Origin] {
        &self.origins[..self.printed]
    }

    pub(crate) fn is_secure(&self) -> bool {
        let secure = |origin: &Origin| origin.0.starts_with("https:");
        self.origins.iter().all(secure)
    }

    pub(crate) fn has_host(&self, host: &str) -> bool {
        self.origins.iter().any(|origin| origin.host() == host)
    }

    /// Whether the header `Origin` is an origin of this server, and the header `Host` is its host.
    pub(crate) fn has_origin(&self, origin: &str, host: &str) -> bool {
        let is_it = |known: &Origin| known.0 == origin && known.host() == host;
        self.origins.iter().any(is_it)
    }
}

fn url_host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// The addresses of this machine that reach a listener on `every`, loopback last. Link-local addresses
/// are left out: browsers have no form for them.
fn machine_addresses(every: IpAddr) -> Vec<IpAddr> {
    let known = if_addrs::get_if_addrs().unwrap_or_default();
    let reaches = |address: &IpAddr| match address {
        IpAddr::V4(address) => !address.is_link_local(),
        IpAddr::V6(address) => every.is_ipv6() && !address.is_unicast_link_local(),
    };
    let mut known: Vec<IpAddr> = known.iter().map(if_addrs::Interface::ip).collect();
    known.retain(reaches);
    known.sort_by_key(IpAddr::is_loopback);
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(site: &Site) -> Vec<String> {
        site.printed().iter().map(Origin::to_string).collect()
    }

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        let cases = [
            ("https://jeux.example", "https://jeux.example"),
            ("https://Jeux.Example:443/", "https://jeux.example"),
            ("http://jeux.example:80", "http://jeux.example"),
            ("http://jeux.example:8080", "http://jeux.example:8080"),
            ("https://échecs.example", "https://xn--checs-9ra.example"),
            ("http://[::1]:4210", "http://[::1]:4210"),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), expected);
        }
        let none = [
            "jeux.example",
            "ftp://jeux.example",
            "https://jeux.example/brelan",
            "https://ana@jeux.example",
            "https://jeux.example?x",
            "",
        ];
        for text in none {
            assert_eq!(text.parse::<Origin>(), Err(NoOrigin(text.to_owned())));
        }
    }

    #[test]
    fn a_given_origin_is_the_only_one() {
        let site = Site::from("https://jeux.example".parse::<Origin>().unwrap());
        assert!(site.is_secure());
        assert!(site.has_host("jeux.example") && !site.has_host("127.0.0.1:4210"));
        assert!(site.has_origin("https://jeux.example", "jeux.example"));
        assert!(!site.has_origin("http://jeux.example", "jeux.example"));
    }

    #[test]
    fn port_80_is_left_out() {
        let address = "192.168.1.20:80".parse().unwrap();
        let site = Site::at(address, &["classe".to_owned()]).unwrap();
        assert_eq!(printed(&site), ["http://classe", "http://192.168.1.20"]);
        assert!(site.has_host("192.168.1.20") && site.has_host("localhost"));
        assert!(!site.is_secure());
    }

    /// Every machine has a loopback address.
    #[test]
    fn a_server_on_every_address_prints_the_addresses_of_the_machine() {
        let site = Site::at("0.0.0.0:4210".parse().unwrap(), &[]).unwrap();
        let printed = printed(&site);
        assert_eq!(
            printed.last().unwrap(),
            "http://127.0.0.1:4210",
            "{printed:?}"
        );
        assert!(!printed.contains(&"http://0.0.0.0:4210".to_owned()));
        for origin in &printed {
            assert!(site.has_host(origin.trim_start_matches("http://")));
        }
    }

    #[test]
    fn a_name_that_no_url_can_have_is_refused() {
        let address = "127.0.0.1:4210".parse().unwrap();
        let refused = Site::at(address, &["a b".to_owned()]);
        assert!(refused.is_err(), "{refused:?}");
    }
}
