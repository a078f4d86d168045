//! Where browsers find the page: the one source of hosts and origins that are let in, of the
//! addresses people are told, and of whether cookies need TLS.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use url::{Position, Url};

/// Scheme, host and port as browsers write them: lower case, without the usual port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

/// A text that is no origin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not where a page can be: write https://jeux.example, without a path")]
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
    /// What a browser says in `Host`.
    fn host(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, host)| host)
    }
}

/// The origins of one server.
#[derive(Clone, Debug)]
pub struct Site {
    origins: Vec<Origin>,
    /// How many of them people are told.
    told: usize,
}

impl From<Origin> for Site {
    /// A server that is found there and nowhere else: behind TLS, or a proxy.
    fn from(origin: Origin) -> Self {
        Self {
            origins: vec![origin],
            told: 1,
        }
    }
}

impl Site {
    /// A server that is found where it listens: under the names it was given, at every address of
    /// this machine that leads there, and from this machine itself.
    ///
    /// # Errors
    /// A name that no address can have.
    pub fn at(address: SocketAddr, names: &[String]) -> Result<Self, NoOrigin> {
        let own = match address.ip() {
            every if every.is_unspecified() => machine(every),
            one => vec![one],
        };
        let told = names.iter().cloned().chain(own.into_iter().map(shown));
        let told: Vec<String> = told.collect();
        let loopback = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned);
        let (count, port) = (told.len(), address.port());
        let hosts = told.into_iter().chain(loopback);
        let origins = hosts.map(|host| format!("http://{host}:{port}").parse());
        Ok(Self {
            origins: origins.collect::<Result<_, _>>()?,
            told: count,
        })
    }

    /// Where to tell people that the page is.
    pub fn told(&self) -> &[Origin] {
        &self.origins[..self.told]
    }

    /// Whether the page is found over TLS alone.
    pub(crate) fn is_secure(&self) -> bool {
        let secure = |origin: &Origin| origin.0.starts_with("https:");
        self.origins.iter().all(secure)
    }

    /// Whether a page of ours says this in `Host`.
    pub(crate) fn has_host(&self, host: &str) -> bool {
        self.origins.iter().any(|origin| origin.host() == host)
    }

    /// Whether a page of ours that was asked from `host` says this in `Origin`.
    pub(crate) fn has_origin(&self, origin: &str, host: &str) -> bool {
        let is_it = |known: &Origin| known.0 == origin && known.host() == host;
        self.origins.iter().any(is_it)
    }
}

/// An address as it stands in a URL.
fn shown(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// The addresses of this machine that lead to whoever listens on `every`, this machine's own last.
/// Those of one link alone have no form that browsers take.
fn machine(every: IpAddr) -> Vec<IpAddr> {
    let known = if_addrs::get_if_addrs().unwrap_or_default();
    let leads = |address: &IpAddr| match address {
        IpAddr::V4(address) => !address.is_link_local(),
        IpAddr::V6(address) => every.is_ipv6() && !address.is_unicast_link_local(),
    };
    let mut known: Vec<IpAddr> = known.iter().map(if_addrs::Interface::ip).collect();
    known.retain(leads);
    known.sort_by_key(IpAddr::is_loopback);
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(site: &Site) -> Vec<String> {
        site.told().iter().map(Origin::to_string).collect()
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
    fn on_the_usual_port_browsers_leave_it_out() {
        let address = "192.168.1.20:80".parse().unwrap();
        let site = Site::at(address, &["classe".to_owned()]).unwrap();
        assert_eq!(told(&site), ["http://classe", "http://192.168.1.20"]);
        assert!(site.has_host("192.168.1.20") && site.has_host("localhost"));
        assert!(!site.is_secure());
    }

    /// Every machine has its loopback address, whatever else it has.
    #[test]
    fn a_server_for_every_address_is_told_by_those_it_has() {
        let site = Site::at("0.0.0.0:4210".parse().unwrap(), &[]).unwrap();
        let told = told(&site);
        assert_eq!(told.last().unwrap(), "http://127.0.0.1:4210", "{told:?}");
        assert!(!told.contains(&"http://0.0.0.0:4210".to_owned()));
        for origin in &told {
            assert!(site.has_host(origin.trim_start_matches("http://")));
        }
    }

    #[test]
    fn a_name_that_cannot_be_is_refused() {
        let address = "127.0.0.1:4210".parse().unwrap();
        let refused = Site::at(address, &["a b".to_owned()]);
        assert!(refused.is_err(), "{refused:?}");
    }
}
