const SCHEME = /^[A-Za-z][A-Za-z\d+.-]*$/
const USER = /^(?:[\p{L}\p{N}._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*$/u
const HOST = /^(?:[\p{L}\p{N}._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/u
const PORT = /^\d{0,5}$/
const PATH = /^(?:[\p{L}\p{N}._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/u
const QUERY = /^(?:[\p{L}\p{N}._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/u

/**
 * Converts a text to a URI: absolute URIs unchanged, other texts as percent-encoded relative references. `decodeUri`
 * reverts it (rule C-72).
 */
export function toUri(text: string): string {
  if (isAbsoluteUri(text)) return text
  return encodeURI(text.toWellFormed())
    .replaceAll(/[:#]/g, encodeURIComponent)
    .replace(/^\/+/, (slashes) => '%2F'.repeat(slashes.length))
}

/** Whether a text is an absolute URI by RFC 3986, with letters of any script. */
function isAbsoluteUri(text: string): boolean {
  const [scheme, rest] = splitAtFirst(text, ':')
  if (rest === null || !SCHEME.test(scheme)) return false
  const [unfragmented, fragment] = splitAtFirst(rest, '#')
  const [hierarchy, query] = splitAtFirst(unfragmented, '?')
  if (!QUERY.test(fragment ?? '') || !QUERY.test(query ?? '')) return false
  if (!hierarchy.startsWith('//')) return PATH.test(hierarchy)
  const [authority, path] = splitAtFirst(hierarchy.slice(2), '/')
  return isAuthority(authority) && !path?.startsWith('/') && PATH.test(path ?? '')
}

function isAuthority(text: string): boolean {
  const [user, afterUser] = splitAtFirst(text, '@')
  const [host, port] = splitAtFirst(afterUser ?? text, ':')
  return HOST.test(host) && PORT.test(port ?? '') && (afterUser === null || USER.test(user))
}

/** Splits at the first separator; null without one. */
function splitAtFirst(text: string, separator: string): [string, string | null] {
  const offset = text.indexOf(separator)
  return offset === -1 ? [text, null] : [text.slice(0, offset), text.slice(offset + 1)]
}

/** Reverts `toUri`; other URIs are unchanged. */
export function decodeUri(uri: string): string {
  if (uri.includes(':')) return uri
  try {
    const text = decodeURIComponent(uri)
    return text.includes('\0') ? uri : text
  } catch {
    return uri
  }
}
