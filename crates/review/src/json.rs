//! A review as the JSON object that `brelan review --json` prints.

use serde_json::{Map, Value as Json, json};

use crate::{Choice, Gain, Opening, Ply, PlyKind, Review, Sum};
use text::Language;

impl Review {
    /// The review as one object. Shares are the first side's; reasons are sentences in `language`.
    /// Cheats count in `terms` and are not listed in `moves`.
    pub fn json(&self, language: Language) -> Json {
        let moves = self.plies.iter().enumerate();
        let moves = moves.filter_map(|(number, ply)| ply.json(number + 1, language));
        json!({
            "game": self.game.name,
            "players": self.players.each_ref().map(ToString::to_string),
            "result": self.result(),
            "terms": self.sum.json(),
            "moves": moves.collect::<Vec<_>>(),
        })
    }
}

impl Sum {
    fn json(&self) -> Json {
        let mut terms = Map::new();
        let mut add = |name: &str, value: Json| terms.insert(name.to_owned(), value);
        match self.opening {
            Opening::Seat(seat) => add("seat", json!(seat)),
            Opening::Deal(deal) => add("deal", json!(deal)),
        };
        let [first, second] = self.mistakes;
        add("luck", json!(self.luck));
        add("mistakes", json!({"first": first, "second": second}));
        add("cheats", json!(self.cheats));
        add("forfeit", json!(self.forfeit));
        for (name, value) in [("hidden", self.hidden), ("error", self.error)] {
            if let Some(value) = value {
                add(name, json!(value));
            }
        }
        Json::Object(terms)
    }
}

impl Ply {
    fn json(&self, number: usize, language: Language) -> Option<Json> {
        let kind = match self.kind {
            PlyKind::Choice(_) => "choice",
            PlyKind::Chance(_) => "chance",
            PlyKind::Cheat(_) => return None,
        };
        let mut object = json!({
            "ply": number,
            "side": self.side.to_string(),
            "kind": kind,
            "position": self.position,
            "move": self.text,
            "value": self.value.value(),
        });
        match &self.kind {
            PlyKind::Choice(choice) => choice.write(&mut object, language),
            PlyKind::Chance(Some(Gain { value, error })) => {
                object["luck"] = json!(value);
                write_doubt(&mut object, *error);
            }
            PlyKind::Chance(None) | PlyKind::Cheat(_) => {
                write_doubt(&mut object, self.value.doubt());
            }
        }
        Some(object)
    }
}

impl Choice {
    fn write(&self, object: &mut Json, language: Language) {
        let values = self.values.iter();
        let values: Map<_, _> = values
            .map(|(mv, share)| (mv.clone(), json!(share.value())))
            .collect();
        object["values"] = Json::Object(values);
        object["best"] = json!(self.best);
        if self.loss.is_closed() {
            object["loss"] = json!(self.loss.value());
        }
        if let Some(behind) = self.behind {
            object["behind"] = json!(behind);
        }
        if let Some(name) = self.name {
            object["name"] = json!(name.word());
        }
        if !self.why.is_empty() {
            let why = self.why.iter().map(|message| language.say(message));
            object["why"] = json!(why.collect::<Vec<_>>());
        }
        write_doubt(object, self.loss.doubt());
    }
}

/// Adds the possible error of a value that is not exact.
fn write_doubt(object: &mut Json, doubt: f64) {
    if doubt > 0.0 {
        object["error"] = json!(doubt);
    }
}
