//! `CallSignature`: the roles of a student routine's dummy arguments, and the form of its grid.

use subject::{Function, Parameter, Type};

use super::grammar::listed;
use super::source::{Declaration, FortranProcedure, FortranSources, ProcedureScope};

/// The way to call a student's routine in place of the subject's.
#[derive(Clone, Debug)]
pub(super) struct CallSignature {
    /// Role of each dummy argument, in order.
    pub(super) roles: Vec<ArgumentRole>,
    pub(super) grid: Option<GridArgument>,
    pub(super) answer: ReturnKind,
}

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
        let colours = [
            "coul", "jet", "jou", "pion", "case", "color", "contenu", "val",
        ];
        match name.as_str() {
            _ if begins(&["dirx", "dx", "dcol", "dc", "pasx", "deltax", "incx", "dirc"]) => {
                Some(Self::StepX)
            }
            _ if begins(&["diry", "dy", "dlig", "dl", "pasy", "deltay", "incy", "dirl"]) => {
                Some(Self::StepY)
            }
            _ if begins(&colours) => Some(Self::Colour),
            _ if begins(&["col", "numcol", "nocol"]) => Some(Self::Column),
            _ if begins(&["lig", "numlig", "nolig"]) => Some(Self::Line),
            "c" | "j" | "x" => Some(Self::Column),
            "l" | "i" | "y" => Some(Self::Line),
            _ => None,
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
        let sizes = [[6, 7], [8, 9], [7, 6], [9, 8]];
        let at = sizes.into_iter().position(|it| it == size)?;
        Some(Self::ALL[at])
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
        let mut at = [line, column];
        if extents.columns_first {
            at.reverse();
        }
        let [one, other] = [index(at[0], lower[0]), index(at[1], lower[1])];
        format!("{name}{part}({one},{other})")
    }
}

/// The extents of an assumed shape: with the border if its indices begin at zero.
fn actual_extents(lower: [i64; 2], assumed: GridExtents) -> GridExtents {
    GridExtents {
        with_border: assumed.with_border || lower == [0, 0],
        ..assumed
    }
}

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
        let declared = procedure.declared.get(name);
        let found = declared.and_then(|it| grid_form(it, sources));
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
    let role = |it: &Parameter| ArgumentRole::from_subject(it.name);
    let mut wanted: Vec<ArgumentRole> = function.parameters.iter().map(role).collect();
    if grid.is_none() && wanted.contains(&ArgumentRole::Grid) {
        return None;
    }
    wanted.retain(|it| *it != ArgumentRole::Grid);
    assign(&mut roles, &procedure.arguments, &wanted);
    let mut required = function.parameters.iter().filter(|it| it.default.is_none());
    if required.any(|it| !roles.contains(&Some(role(it)))) {
        return None;
    }
    let roles: Vec<ArgumentRole> = roles.into_iter().collect::<Option<_>>()?;
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
    if declared.kind == "integer" && declared.bounds.is_some() {
        let bounds = dimensions(declared)?;
        let lower = lower_of(&bounds, sources)?;
        if bounds.iter().all(|it| it.ends_with(':')) {
            return Some(GridArgument::Assumed { lower });
        }
        let extents = extents_of(&bounds, sources)?;
        return Some(GridArgument::Explicit { extents, lower });
    }
    let name = declared.kind.strip_prefix("type(")?.strip_suffix(')')?;
    let (scope, components) = sources.types.get(name)?;
    let (component, cells, bounds) = components.iter().find_map(|(name, it)| {
        let bounds = dimensions(it).filter(|_| it.kind == "integer")?;
        Some((name, it, bounds))
    })?;
    let (extents, lower) = if cells.is_allocatable {
        (GridExtents::new(true, false), [0, 0])
    } else {
        (extents_of(&bounds, sources)?, lower_of(&bounds, sources)?)
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
fn dimensions(array: &Declaration) -> Option<[String; 2]> {
    let squeezed = array.bounds.as_ref()?.replace(' ', "");
    listed(&squeezed).try_into().ok()
}

fn lower_of([one, other]: &[String; 2], sources: &FortranSources) -> Option<[i64; 2]> {
    let lower = |dimension: &str| match dimension.split_once(':') {
        Some(("", _)) | None => Some(1),
        Some((lower, _)) => sources.value(lower),
    };
    Some([lower(one)?, lower(other)?])
}

/// The extents of an array, whose last upper bound may be an asterisk.
fn extents_of(bounds: &[String; 2], sources: &FortranSources) -> Option<GridExtents> {
    let lower = lower_of(bounds, sources)?;
    let size = |at: usize| {
        let upper = bounds[at].rsplit(':').next()?;
        Some(sources.value(upper)? - lower[at] + 1)
    };
    let one = size(0)?;
    let other = match one {
        _ if !bounds[1].ends_with('*') => size(1)?,
        6 | 8 => one + 1,
        _ => one - 1,
    };
    GridExtents::from_size([one, other])
}
