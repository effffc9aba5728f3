const NOT_CARRIED = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** What XML can carry of a text: it has no place for most control characters, not even as references. */
export function carriedByXml(text: string): string {
  return text.replaceAll(NOT_CARRIED, '')
}

/** A text inside an element: what XML cannot carry at all is left out; carriage returns survive as references. */
export function xmlText(text: string): string {
  return carriedByXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

/** The value of an attribute, with its quotes; line breaks and tabs in it survive. */
export function xmlAttribute(text: string): string {
  return `"${xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
}
