const HOST = String.raw`[\p{L}\p{N}._~!$&'()*+,;=-]`
const BYTE = '%[0-9A-Fa-f]{2}'
const PLACE = String.raw`(?:[\p{L}\p{N}._~!$&'()*+,;=:@/-]|${BYTE})*`
const REST = String.raw`(?:[\p{L}\p{N}._~!$&'()*+,;=:@/?-]|${BYTE})*`
const AUTHORITY = String.raw`//(?:(?:${HOST}|:|${BYTE})*@)?(?:${HOST}|${BYTE})*(?::\d{0,5})?(?=[/?#]|$)`
const ABSOLUTE = new RegExp(
  String.raw`^[A-Za-z][A-Za-z\d+.-]*:(?:${AUTHORITY})?(?!//)${PLACE}(?:\?${REST})?(?:#${REST})?$`,
  'u',
)

/**
 * A text as the URI that a schema asks for: an absolute one as it is, any other text as a relative one that says the same,
 * percent-encoded where it must be. `uriSaid` reads it back (rule C-72).
 */
export function uriOf(text: string): string {
  if (ABSOLUTE.test(text)) return text
  return encodeURI(text.toWellFormed())
    .replaceAll(/[:#]/g, encodeURIComponent)
    .replace(/^\/+/, (slashes) => '%2F'.repeat(slashes.length))
}

/** The text that a URI was written for; one that no text of ours gives is itself. */
export function uriSaid(uri: string): string {
  if (uri.includes(':')) return uri
  try {
    const text = decodeURIComponent(uri)
    return text.includes('\0') ? uri : text
  } catch {
    return uri
  }
}
