/** Hyphens, dashes and the minus sign, which spreadsheets and word processors put in place of `-`. */
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g

/** Replaces all kinds of dashes with `-`. */
export function replaceDashes(text: string): string {
  return text.replaceAll(DASHES, '-')
}

/** Normalizes text for comparison: letter case, white space and dashes. */
export function toPlainText(text: string): string {
  return replaceDashes(text).replaceAll(/\s+/g, ' ').replaceAll(/ ?- ?/g, '-').trim().toLowerCase()
}

/** Normalizes an identifier for comparison, such as an SRG id or a displayed name. */
export function toPlainId(text: string): string {
  return replaceDashes(text).trim().toUpperCase()
}

/** Normalizes a header for comparison: `STIG ID`, `STIG-ID:`, `stigid` and `STIGID *` (required) are equal. */
export function toHeaderKey(header: string): string {
  return replaceDashes(header.slice(0, 200))
    .replaceAll(/[\s_:*-]+/g, '')
    .toLowerCase()
}

/** The beginning of a text on one line, for messages. */
export function toExcerpt(text: string, maxLength = 60): string {
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : line
}
