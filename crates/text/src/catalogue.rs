//! The Fluent catalogue of one crate, and the bundles made of all of them.

use std::sync::LazyLock;

use fluent_bundle::FluentResource;
use fluent_bundle::concurrent::FluentBundle;
use unic_langid::LanguageIdentifier;

use crate::Language;

/// The messages of one crate as Fluent resources, the same keys and variables in both languages.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The French resource.
    pub french: &'static str,
    /// The English resource.
    pub english: &'static str,
}

inventory::collect!(Catalogue);

/// Registers the catalogue of the calling crate: `catalogues/fr.ftl` and `catalogues/en.ftl`.
///
/// Defines the constant `CATALOGUE` in the calling module.
#[macro_export]
macro_rules! catalogue {
    () => {
        /// The messages of this crate.
        pub(crate) const CATALOGUE: $crate::Catalogue = $crate::Catalogue {
            french: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogues/fr.ftl")),
            english: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogues/en.ftl")),
        };
        $crate::inventory::submit! { CATALOGUE }
    };
}

impl Catalogue {
    /// The catalogues of every crate in the program, in no fixed order.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        inventory::iter::<Self>.into_iter()
    }

    /// The resource in one language.
    pub const fn resource(&self, language: Language) -> &'static str {
        match language {
            Language::French => self.french,
            Language::English => self.english,
        }
    }
}

pub(crate) type Bundle = FluentBundle<FluentResource>;

/// All messages, by language.
pub(crate) static BUNDLES: LazyLock<[Bundle; 2]> = LazyLock::new(|| Language::ALL.map(bundle));

/// Merges all catalogues of one language. A message that Fluent cannot parse is skipped and its key
/// is shown instead; a test parses every catalogue of the workspace.
fn bundle(language: Language) -> Bundle {
    let tag: LanguageIdentifier = language
        .to_string()
        .parse()
        .expect("`fr` and `en` are language tags");
    let mut bundle = Bundle::new_concurrent(vec![tag]);
    // Isolation marks around variables would change the bytes that the subjects prescribe.
    bundle.set_use_isolating(false);
    for catalogue in Catalogue::all() {
        let parsed = FluentResource::try_new(catalogue.resource(language).to_owned());
        let resource = parsed.unwrap_or_else(|(valid, _)| valid);
        // An error means a duplicate key; a test checks that there is none.
        let _ = bundle.add_resource(resource);
    }
    bundle
}
