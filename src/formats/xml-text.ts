const INVALID = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Removes characters that XML cannot represent, such as most control characters. */
export function removeInvalidCharacters(text: string): string {
  return text.replaceAll(INVALID, '')
}

/** Escapes text for an element: removes invalid characters, and writes carriage returns as references. */
export function escapeXmlText(text: string): string {
  return removeInvalidCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

/** Formats a quoted attribute value; line breaks and tabs are preserved. */
export function escapeXmlAttribute(text: string): string {
  return `"${escapeXmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
}
