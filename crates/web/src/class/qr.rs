//! QR pictures of links.

use axum::extract::Query;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use crate::error::{ErrorBody, RequestError};

const LONGEST_TEXT: usize = 300;

/// The text of a QR picture.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct QrQuery {
    /// The text, at most 300 bytes.
    text: String,
}

/// Responds with a text as a QR picture.
#[utoipa::path(get, path = "/api/qr", params(QrQuery),
    responses((status = 200, content_type = "image/svg+xml"), (status = 400, body = ErrorBody)))]
pub(crate) async fn qr(Query(query): Query<QrQuery>) -> Result<Response, RequestError> {
    let too_long = || RequestError::Malformed("text".to_owned());
    if query.text.len() > LONGEST_TEXT {
        return Err(too_long());
    }
    let code = QrCode::new(&query.text).map_err(|_| too_long())?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture(&code)).into_response())
}

/// The picture as SVG, black on white in every theme: telephones read nothing else reliably.
fn picture(code: &QrCode) -> String {
    let mut picture = code.render::<svg::Color<'_>>();
    picture.module_dimensions(1, 1).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_three_corners_of_every_qr_code() {
        let svg = picture(&QrCode::new("http://127.0.0.1:4210/j/ABC123").unwrap());
        // The middles of the finder patterns of a code of 29 modules with its margin.
        for at in ["M7 7h", "M29 7h", "M7 29h"] {
            assert!(svg.contains(at), "{at} in {svg}");
        }
        assert!(svg.contains(r#"viewBox="0 0 37 37""#));
    }
}
