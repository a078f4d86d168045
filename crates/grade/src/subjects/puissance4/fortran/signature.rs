//! What each dummy of a student's routine stands for, and how the grid comes in.

use house::subject::{Function, Type};

use super::grammar::listed;
use super::source::{Declared, Place, Procedure, Sources};

/// A routine that can be called as one of the subject's.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    /// What each dummy is, in order.
    pub(super) roles: Vec<Role>,
    pub(super) grid: Option<Grid>,
    pub(super) answer: Answer,
}

/// What a dummy stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Grid,
    Line,
    Column,
    /// A colour, or the content of a cell.
    Colour,
    StepX,
    StepY,
    /// What a subroutine gives back.
    Answer,
}

impl Role {
    /// The driver's variable.
    pub(super) fn variable(self) -> &'static str {
        match self {
            Self::Line => "brelan_ligne",
            Self::Column => "brelan_colonne",
            Self::Colour => "brelan_couleur",
            Self::StepX => "brelan_dir_x",
            Self::StepY => "brelan_dir_y",
            Self::Grid | Self::Answer => "",
        }
    }

    /// Of a parameter of the subject.
    pub(super) fn of(parameter: &str) -> Self {
        match parameter {
            "ligne" => Self::Line,
            "colonne" => Self::Column,
            "dir_x" => Self::StepX,
            "dir_y" => Self::StepY,
            "grille" => Self::Grid,
            _ => Self::Colour,
        }
    }

    /// What a student's name says.
    fn named(name: &str) -> Option<Self> {
        let name: String = name.chars().filter(|c| c.is_alphabetic()).collect();
        let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
        if begins(&["dirx", "dx", "dcol", "dc", "pasx", "deltax", "incx", "dirc"]) {
            Some(Self::StepX)
        } else if begins(&["diry", "dy", "dlig", "dl", "pasy", "deltay", "incy", "dirl"]) {
            Some(Self::StepY)
        } else if begins(&[
            "coul", "jet", "jou", "pion", "case", "color", "contenu", "val",
        ]) {
            Some(Self::Colour)
        } else if begins(&["col", "numcol", "nocol"]) || ["c", "j", "x"].contains(&&*name) {
            Some(Self::Column)
        } else if begins(&["lig", "numlig", "nolig"]) || ["l", "i", "y"].contains(&&*name) {
            Some(Self::Line)
        } else {
            None
        }
    }
}

/// How a routine takes the grid.
#[derive(Clone, Debug)]
pub(super) enum Grid {
    /// `(:, :)` or `(0:, 0:)`: any section.
    Assumed { lower: [i64; 2] },
    /// Bounds of its own: the packed cells.
    Explicit { extents: Extents, lower: [i64; 2] },
    /// A type of the student that holds the cells.
    Derived {
        name: String,
        place: Place,
        component: String,
        allocatable: bool,
        extents: Extents,
        lower: [i64; 2],
    },
}

/// With its border or without, lines first or columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extents {
    pub(super) whole: bool,
    pub(super) columns_first: bool,
}

impl Extents {
    /// In the order in which they are tried.
    pub(super) const ALL: [Self; 4] = [
        Self::new(false, false),
        Self::new(true, false),
        Self::new(false, true),
        Self::new(true, true),
    ];

    const fn new(whole: bool, columns_first: bool) -> Self {
        Self {
            whole,
            columns_first,
        }
    }

    fn of(size: [i64; 2]) -> Option<Self> {
        match size {
            [6, 7] => Some(Self::new(false, false)),
            [8, 9] => Some(Self::new(true, false)),
            [7, 6] => Some(Self::new(false, true)),
            [9, 8] => Some(Self::new(true, true)),
            _ => None,
        }
    }

    /// The kit's number for it, from 1.
    fn number(self) -> u8 {
        1 + u8::from(self.whole) + 2 * u8::from(self.columns_first)
    }
}

impl Grid {
    /// The kit's number of the form, where `usual` is that of assumed shapes.
    pub(super) fn form(&self, usual: Extents) -> u8 {
        match self {
            Self::Assumed { lower } => shown(*lower, usual).number(),
            // Packed cells: with their border 5 or 7, without it 6 or 8.
            Self::Explicit { extents, .. } => {
                5 + u8::from(!extents.whole) + 2 * u8::from(extents.columns_first)
            }
            Self::Derived { .. } => 0,
        }
    }

    /// The cell of a line and a column, where the dummy is called `name`.
    pub(super) fn cell(&self, name: &str, usual: Extents, line: &str, column: &str) -> String {
        let (extents, lower, part) = match self {
            Self::Assumed { lower } => (shown(*lower, usual), lower, String::new()),
            Self::Explicit { extents, lower } => (*extents, lower, String::new()),
            Self::Derived {
                extents,
                lower,
                component,
                ..
            } => (*extents, lower, format!("%{component}")),
        };
        let first = i64::from(!extents.whole);
        let index = |at: &str, lower: i64| format!("({at})+({})", lower - first);
        let (one, other) = if extents.columns_first {
            (column, line)
        } else {
            (line, column)
        };
        format!(
            "{name}{part}({},{})",
            index(one, lower[0]),
            index(other, lower[1])
        )
    }

    pub(super) fn is_assumed(&self) -> bool {
        matches!(self, Self::Assumed { .. })
    }
}

/// Who begins at zero wants the border too.
fn shown(lower: [i64; 2], usual: Extents) -> Extents {
    Extents {
        whole: usual.whole || lower == [0, 0],
        ..usual
    }
}

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Nothing,
    Integer,
    Logical,
    Character,
}

impl Answer {
    pub(super) fn variable(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Integer => "brelan_int",
            Self::Logical => "brelan_log",
            Self::Character => "brelan_chr",
        }
    }

    fn of(declared: Option<&Declared>) -> Option<Self> {
        match declared.map_or("integer", |it| it.kind.as_str()) {
            _ if declared.is_some_and(|it| it.bounds.is_some()) => None,
            "integer" => Some(Self::Integer),
            "logical" => Some(Self::Logical),
            "character" => Some(Self::Character),
            _ => None,
        }
    }
}

/// How a procedure is called as a function of the subject; none when its dummies do not tell.
pub(super) fn resolve(
    procedure: &Procedure,
    function: &Function,
    sources: &Sources,
) -> Option<Signature> {
    let mut roles: Vec<Option<Role>> = vec![None; procedure.arguments.len()];
    let mut grid = None;
    for (index, name) in procedure.arguments.iter().enumerate() {
        let found = procedure
            .declared
            .get(name)
            .and_then(|it| grid_of(it, sources));
        if found.is_some() {
            roles[index] = Some(Role::Grid);
            // Two grids are one too many.
            if grid.is_some() {
                return None;
            }
            grid = found;
        }
    }
    let answer = match &procedure.result {
        Some(result) => Answer::of(procedure.declared.get(result))?,
        None if function.returns == Type::Nothing => Answer::Nothing,
        None => {
            let index = output(procedure, function, &roles)?;
            roles[index] = Some(Role::Answer);
            Answer::of(procedure.declared.get(&procedure.arguments[index]))?
        }
    };
    let wanted = function.parameters.iter().map(|it| Role::of(it.name));
    let wanted: Vec<Role> = wanted.filter(|it| *it != Role::Grid).collect();
    if grid.is_none() && function.parameters.iter().any(|it| it.name == "grille") {
        return None;
    }
    assign(&mut roles, &procedure.arguments, &wanted);
    let required = (function.parameters.iter()).filter(|it| it.default.is_none());
    let missing = required
        .map(|it| Role::of(it.name))
        .any(|it| !roles.contains(&Some(it)));
    let roles: Option<Vec<Role>> = roles.into_iter().collect();
    let roles = roles.filter(|_| !missing)?;
    let scalar = |(role, name): (&Role, &String)| {
        let declared = procedure.declared.get(name);
        matches!(role, Role::Grid | Role::Answer)
            || declared.is_none_or(|it| it.kind == "integer" && it.bounds.is_none())
    };
    let scalars = roles.iter().zip(&procedure.arguments).all(scalar);
    scalars.then_some(Signature {
        roles,
        grid,
        answer,
    })
}

/// Roles by name first, the others in the order of the subject.
fn assign(roles: &mut [Option<Role>], names: &[String], wanted: &[Role]) {
    for (index, name) in names.iter().enumerate() {
        let role = Role::named(name).filter(|it| wanted.contains(it));
        if let Some(role) = role.filter(|it| !roles.contains(&Some(*it))) {
            roles[index] = roles[index].or(Some(role));
        }
    }
    let left: Vec<Role> = (wanted.iter().copied())
        .filter(|it| !roles.contains(&Some(*it)))
        .collect();
    let free = roles.iter_mut().filter(|it| it.is_none());
    for (place, role) in free.zip(left) {
        *place = Some(role);
    }
}

/// The dummy that a subroutine answers with: the one that is meant to, else the last.
fn output(procedure: &Procedure, function: &Function, roles: &[Option<Role>]) -> Option<usize> {
    let free = |index: &usize| roles[*index].is_none();
    let is_output = |index: &usize| {
        let declared = procedure.declared.get(&procedure.arguments[*index]);
        declared.is_some_and(|it| it.is_output)
    };
    let scalars: Vec<usize> = (0..roles.len()).filter(free).collect();
    let meant: Vec<usize> = scalars.iter().copied().filter(is_output).collect();
    let inputs = function.parameters.iter().filter(|it| it.name != "grille");
    let fewest = inputs.filter(|it| it.default.is_none()).count();
    match meant.as_slice() {
        [one] => Some(*one),
        [] if scalars.len() > fewest => scalars.last().copied(),
        _ => None,
    }
}

fn grid_of(declared: &Declared, sources: &Sources) -> Option<Grid> {
    if let Some(bounds) = declared
        .bounds
        .as_deref()
        .filter(|_| declared.kind == "integer")
    {
        let [one, other] = two(bounds)?;
        let lower = [lower_of(&one, sources)?, lower_of(&other, sources)?];
        if one.ends_with(':') && other.ends_with(':') {
            return Some(Grid::Assumed { lower });
        }
        let extents = extents_of(&[one, other], sources)?;
        return Some(Grid::Explicit { extents, lower });
    }
    let name = declared.kind.strip_prefix("type(")?.strip_suffix(')')?;
    let (place, components) = sources.types.get(name)?;
    let is_grid = |it: &(&String, &Declared)| {
        it.1.kind == "integer" && it.1.bounds.as_deref().is_some_and(|it| two(it).is_some())
    };
    let (component, cells) = components.iter().find(is_grid)?;
    let [one, other] = two(cells.bounds.as_deref()?)?;
    let (extents, lower) = if cells.is_allocatable {
        (Extents::new(true, false), [0, 0])
    } else {
        let lower = [lower_of(&one, sources)?, lower_of(&other, sources)?];
        (extents_of(&[one, other], sources)?, lower)
    };
    (*place != Place::Alone).then(|| Grid::Derived {
        name: name.to_owned(),
        place: place.clone(),
        component: component.clone(),
        allocatable: cells.is_allocatable,
        extents,
        lower,
    })
}

fn two(bounds: &str) -> Option<[String; 2]> {
    let squeezed: String = bounds.chars().filter(|c| *c != ' ').collect();
    listed(&squeezed).try_into().ok()
}

fn lower_of(dimension: &str, sources: &Sources) -> Option<i64> {
    match dimension.split_once(':') {
        Some(("", _)) | None => Some(1),
        Some((lower, _)) => sources.value(lower),
    }
}

/// The size of a dimension; none where an asterisk leaves it open.
fn size_of(dimension: &str, sources: &Sources) -> Option<i64> {
    let upper = dimension.rsplit(':').next()?;
    Some(sources.value(upper)? - lower_of(dimension, sources)? + 1)
}

fn extents_of([one, other]: &[String; 2], sources: &Sources) -> Option<Extents> {
    let one = size_of(one, sources)?;
    let other = if other.ends_with('*') {
        match one {
            6 | 8 => one + 1,
            _ => one - 1,
        }
    } else {
        size_of(other, sources)?
    };
    Extents::of([one, other])
}
