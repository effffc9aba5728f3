/** Hyphens, dashes and the minus sign, which spreadsheets and word processors put in place of `-`. */
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g

/** A text with every kind of dash as `-`. */
export function plainDashes(text: string): string {
  return text.replaceAll(DASHES, '-')
}

/** A text for comparison: letter case, runs of white space, kinds of dashes and blanks around them do not count. */
export function plainText(text: string): string {
  return plainDashes(text).replaceAll(/\s+/g, ' ').replaceAll(/ ?- ?/g, '-').trim().toLowerCase()
}

/** An identifier for comparison, such as an SRG id or a displayed name. */
export function plainId(text: string): string {
  return plainDashes(text).trim().toUpperCase()
}

/** A header for comparison: `STIG ID`, `STIG-ID` and `stigid` are one. */
export function headerKey(header: string): string {
  return plainDashes(header.slice(0, 200))
    .replaceAll(/[\s_-]+/g, '')
    .toLowerCase()
}

/** The beginning of a text on one line, for messages. */
export function excerpt(text: string, most = 60): string {
  const line = text
    .slice(0, most * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : line
}
