//! Structs read from rows by the names of their columns.
//!
//! `sqlx` derives the same, but its macros need a second build of both databases and of all that they
//! depend on: a third of the crates of `brelan`.

use sqlx::Row as _;
use sqlx::any::AnyRow;

/// Implements `FromRow` for a struct: the columns with the names of fields, then the other fields.
macro_rules! from_row {
    ($row:ident => $type:ident { $($column:ident),* } $($field:ident: $value:expr),*) => {
        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $type {
            fn from_row($row: &'r sqlx::any::AnyRow) -> sqlx::Result<Self> {
                use sqlx::Row as _;
                Ok(Self {
                    $($column: $row.try_get(stringify!($column))?,)*
                    $($field: $value,)*
                })
            }
        }
    };
}
pub(crate) use from_row;

/// The column `number`, which is never negative.
pub(crate) fn number(row: &AnyRow) -> sqlx::Result<u64> {
    let number: i64 = row.try_get("number")?;
    number
        .try_into()
        .map_err(|error| sqlx::Error::ColumnDecode {
            index: "number".to_owned(),
            source: Box::new(error),
        })
}
