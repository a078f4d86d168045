//! `CallSignature`: the roles of a student routine's dummy arguments, and the form of its grid.

use subject::{Function, Type};

use super::grammar::listed;
use super::source::{Declaration, FortranProcedure, FortranSources, ProcedureScope};

/// The way to call a student's routine in place of the subject's.
#[derive(Clone, Debug)]
pub(super) struct CallSignature {
    /// Role of each dummy argument, in order.
    pub(super) roles: Vec<ArgumentRole>,
    /// Form of the grid argument, if there is one.
    pub(super) grid: Option<GridArgument>,
    pub(super) answer: ReturnKind,
}

/// The role of a dummy argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentRole {
    Grid,
    Line,
    Column,
    /// A colour or the content of a cell.
    Colour,
    StepX,
    StepY,
    /// The result of a subroutine.
    Answer,
}

impl ArgumentRole {
    /// The driver's variable that is passed for this role.
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

    /// The role of a parameter of the subject.
    pub(super) fn from_subject(parameter: &str) -> Self {
        match parameter {
            "ligne" => Self::Line,
            "colonne" => Self::Column,
            "dir_x" => Self::StepX,
            "dir_y" => Self::StepY,
            "grille" => Self::Grid,
            _ => Self::Colour,
        }
    }

    /// The role that a student's name suggests.
    fn from_name(name: &str) -> Option<Self> {
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

/// The form in which a routine takes the grid. `lower` is the lower bound of each dimension.
#[derive(Clone, Debug)]
pub(super) enum GridArgument {
    /// An assumed shape, `(:, :)` or `(0:, 0:)`, to which any array section can be passed.
    Assumed { lower: [i64; 2] },
    /// An array with bounds of its own, to which contiguous cells are passed.
    Explicit {
        extents: GridExtents,
        lower: [i64; 2],
    },
    /// A derived type with an array component.
    Derived {
        name: String,
        scope: ProcedureScope,
        component: String,
        allocatable: bool,
        extents: GridExtents,
        lower: [i64; 2],
    },
}

/// The size of a grid array and the order of its dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridExtents {
    /// Whether the border is part of the array: 8 × 9 cells instead of 6 × 7.
    pub(super) with_border: bool,
    /// Whether the first index is the column.
    pub(super) columns_first: bool,
}

impl GridExtents {
    /// All extents, in the order in which they are tried.
    pub(super) const ALL: [Self; 4] = [
        Self::new(false, false),
        Self::new(true, false),
        Self::new(false, true),
        Self::new(true, true),
    ];

    const fn new(with_border: bool, columns_first: bool) -> Self {
        Self {
            with_border,
            columns_first,
        }
    }

    fn from_size(size: [i64; 2]) -> Option<Self> {
        match size {
            [6, 7] => Some(Self::new(false, false)),
            [8, 9] => Some(Self::new(true, false)),
            [7, 6] => Some(Self::new(false, true)),
            [9, 8] => Some(Self::new(true, true)),
            _ => None,
        }
    }

    /// The number of these extents in `kit.f90`, from 1.
    fn number(self) -> u8 {
        1 + u8::from(self.with_border) + 2 * u8::from(self.columns_first)
    }
}

impl GridArgument {
    /// The number of this form in `kit.f90`; `assumed` are the extents of assumed shapes.
    pub(super) fn form(&self, assumed: GridExtents) -> u8 {
        match self {
            Self::Assumed { lower } => actual_extents(*lower, assumed).number(),
            // Contiguous cells: 5 or 7 with the border, 6 or 8 without.
            Self::Explicit { extents, .. } => {
                5 + u8::from(!extents.with_border) + 2 * u8::from(extents.columns_first)
            }
            Self::Derived { .. } => 0,
        }
    }

    /// Fortran expression of the cell at a line and column of the dummy argument `name`.
    pub(super) fn cell(
        &self,
        name: &str,
        assumed: GridExtents,
        line: &str,
        column: &str,
    ) -> String {
        let (extents, lower, part) = match self {
            Self::Assumed { lower } => (actual_extents(*lower, assumed), lower, String::new()),
            Self::Explicit { extents, lower } => (*extents, lower, String::new()),
            Self::Derived {
                extents,
                lower,
                component,
                ..
            } => (*extents, lower, format!("%{component}")),
        };
        let first = i64::from(!extents.with_border);
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

/// The extents of an assumed shape: with the border if its indices begin at zero.
fn actual_extents(lower: [i64; 2], assumed: GridExtents) -> GridExtents {
    GridExtents {
        with_border: assumed.with_border || lower == [0, 0],
        ..assumed
    }
}

/// The type of a routine's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReturnKind {
    Nothing,
    Integer,
    Logical,
    Character,
}

impl ReturnKind {
    /// The driver's variable that receives the result.
    pub(super) fn variable(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Integer => "brelan_int",
            Self::Logical => "brelan_log",
            Self::Character => "brelan_chr",
        }
    }

    fn from_declaration(declared: Option<&Declaration>) -> Option<Self> {
        match declared.map_or("integer", |it| it.kind.as_str()) {
            _ if declared.is_some_and(|it| it.bounds.is_some()) => None,
            "integer" => Some(Self::Integer),
            "logical" => Some(Self::Logical),
            "character" => Some(Self::Character),
            _ => None,
        }
    }
}

/// The way to call a procedure as a function of the subject; `None` when its arguments do not tell.
pub(super) fn resolve(
    procedure: &FortranProcedure,
    function: &Function,
    sources: &FortranSources,
) -> Option<CallSignature> {
    let mut roles: Vec<Option<ArgumentRole>> = vec![None; procedure.arguments.len()];
    let mut grid = None;
    for (index, name) in procedure.arguments.iter().enumerate() {
        let found = procedure
            .declared
            .get(name)
            .and_then(|it| grid_form(it, sources));
        if found.is_some() {
            roles[index] = Some(ArgumentRole::Grid);
            // A routine with two grids cannot be called.
            if grid.is_some() {
                return None;
            }
            grid = found;
        }
    }
    let answer = match &procedure.result {
        Some(result) => ReturnKind::from_declaration(procedure.declared.get(result))?,
        None if function.returns == Type::Nothing => ReturnKind::Nothing,
        None => {
            let index = output(procedure, function, &roles)?;
            roles[index] = Some(ArgumentRole::Answer);
            ReturnKind::from_declaration(procedure.declared.get(&procedure.arguments[index]))?
        }
    };
    let wanted = function
        .parameters
        .iter()
        .map(|it| ArgumentRole::from_subject(it.name));
    let wanted: Vec<ArgumentRole> = wanted.filter(|it| *it != ArgumentRole::Grid).collect();
    if grid.is_none() && function.parameters.iter().any(|it| it.name == "grille") {
        return None;
    }
    assign(&mut roles, &procedure.arguments, &wanted);
    let required = (function.parameters.iter()).filter(|it| it.default.is_none());
    let missing = required
        .map(|it| ArgumentRole::from_subject(it.name))
        .any(|it| !roles.contains(&Some(it)));
    let roles: Option<Vec<ArgumentRole>> = roles.into_iter().collect();
    let roles = roles.filter(|_| !missing)?;
    let scalar = |(role, name): (&ArgumentRole, &String)| {
        let declared = procedure.declared.get(name);
        matches!(role, ArgumentRole::Grid | ArgumentRole::Answer)
            || declared.is_none_or(|it| it.kind == "integer" && it.bounds.is_none())
    };
    let scalars = roles.iter().zip(&procedure.arguments).all(scalar);
    scalars.then_some(CallSignature {
        roles,
        grid,
        answer,
    })
}

/// Assigns the wanted roles by the arguments' names, and the others in the subject's order.
fn assign(roles: &mut [Option<ArgumentRole>], names: &[String], wanted: &[ArgumentRole]) {
    for (index, name) in names.iter().enumerate() {
        let role = ArgumentRole::from_name(name).filter(|it| wanted.contains(it));
        if let Some(role) = role.filter(|it| !roles.contains(&Some(*it))) {
            roles[index] = roles[index].or(Some(role));
        }
    }
    let left: Vec<ArgumentRole> = (wanted.iter().copied())
        .filter(|it| !roles.contains(&Some(*it)))
        .collect();
    let free = roles.iter_mut().filter(|it| it.is_none());
    for (place, role) in free.zip(left) {
        *place = Some(role);
    }
}

/// Index of the argument that holds a subroutine's result: the only `intent(out)`, else the last.
fn output(
    procedure: &FortranProcedure,
    function: &Function,
    roles: &[Option<ArgumentRole>],
) -> Option<usize> {
    let free = |index: &usize| roles[*index].is_none();
    let is_output = |index: &usize| {
        let declared = procedure.declared.get(&procedure.arguments[*index]);
        declared.is_some_and(|it| it.is_output)
    };
    let scalars: Vec<usize> = (0..roles.len()).filter(free).collect();
    let outputs: Vec<usize> = scalars.iter().copied().filter(is_output).collect();
    let inputs = function.parameters.iter().filter(|it| it.name != "grille");
    let fewest = inputs.filter(|it| it.default.is_none()).count();
    match outputs.as_slice() {
        [one] => Some(*one),
        [] if scalars.len() > fewest => scalars.last().copied(),
        _ => None,
    }
}

/// The form of a grid argument; `None` for an argument that is not a grid.
fn grid_form(declared: &Declaration, sources: &FortranSources) -> Option<GridArgument> {
    if let Some(bounds) = declared
        .bounds
        .as_deref()
        .filter(|_| declared.kind == "integer")
    {
        let [one, other] = two(bounds)?;
        let lower = [lower_of(&one, sources)?, lower_of(&other, sources)?];
        if one.ends_with(':') && other.ends_with(':') {
            return Some(GridArgument::Assumed { lower });
        }
        let extents = extents_of(&[one, other], sources)?;
        return Some(GridArgument::Explicit { extents, lower });
    }
    let name = declared.kind.strip_prefix("type(")?.strip_suffix(')')?;
    let (scope, components) = sources.types.get(name)?;
    let is_grid = |it: &(&String, &Declaration)| {
        it.1.kind == "integer" && it.1.bounds.as_deref().is_some_and(|it| two(it).is_some())
    };
    let (component, cells) = components.iter().find(is_grid)?;
    let [one, other] = two(cells.bounds.as_deref()?)?;
    let (extents, lower) = if cells.is_allocatable {
        (GridExtents::new(true, false), [0, 0])
    } else {
        let lower = [lower_of(&one, sources)?, lower_of(&other, sources)?];
        (extents_of(&[one, other], sources)?, lower)
    };
    (*scope != ProcedureScope::External).then(|| GridArgument::Derived {
        name: name.to_owned(),
        scope: scope.clone(),
        component: component.clone(),
        allocatable: cells.is_allocatable,
        extents,
        lower,
    })
}

/// The two dimensions of an array; `None` for another number.
fn two(bounds: &str) -> Option<[String; 2]> {
    let squeezed: String = bounds.chars().filter(|c| *c != ' ').collect();
    listed(&squeezed).try_into().ok()
}

fn lower_of(dimension: &str, sources: &FortranSources) -> Option<i64> {
    match dimension.split_once(':') {
        Some(("", _)) | None => Some(1),
        Some((lower, _)) => sources.value(lower),
    }
}

/// The size of a dimension; `None` for an asterisk.
fn size_of(dimension: &str, sources: &FortranSources) -> Option<i64> {
    let upper = dimension.rsplit(':').next()?;
    Some(sources.value(upper)? - lower_of(dimension, sources)? + 1)
}

fn extents_of([one, other]: &[String; 2], sources: &FortranSources) -> Option<GridExtents> {
    let one = size_of(one, sources)?;
    let other = if other.ends_with('*') {
        match one {
            6 | 8 => one + 1,
            _ => one - 1,
        }
    } else {
        size_of(other, sources)?
    };
    GridExtents::from_size([one, other])
}
