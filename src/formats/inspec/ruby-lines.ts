/** What ends the literal that a bracket opens; any other sign ends it itself. */
const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** The line behind which Ruby reads no code. */
export const DATA_LINE = '__END__'

/**
 * Whether every line of Ruby code may be indented, because none begins inside a literal, a here-document or a comment of
 * several lines. It looks at each character once and says no where it is not sure.
 */
export function isIndentable(code: string): boolean {
  return code.split('\n').every((line) => !/^=begin\b/.test(line) && line !== DATA_LINE && isClosed(line))
}

/** Whether all literals of a line end on it. */
function isClosed(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) {
    const [sign = '', next = ''] = [line[at], line[at + 1]]
    if (sign === '#') return true
    if (sign === '<' && next === '<') return false
    // Literals of one character and variables such as `$'` look like the beginning of a text.
    if ((sign === '?' || sign === '$') && /["'`#%/]/.test(next)) return false
    if (sign === '%' && /[A-Za-z]?[^\sA-Za-z0-9]/.test(line.slice(at + 1, at + 3))) {
      const opening = /[A-Za-z]/.test(next) ? at + 2 : at + 1
      at = endOfLiteral(line, opening, CLOSING[line[opening] ?? ''] ?? line[opening] ?? '')
    } else if (/["'`/]/.test(sign)) at = endOfLiteral(line, at, sign)
    if (at === -1) return false
  }
  return true
}

/** Where a literal that opens here ends on its line; -1 where it does not, nests or interpolates. */
function endOfLiteral(line: string, opening: number, closing: string): number {
  for (let at = opening + 1; at < line.length; at += 1) {
    const sign = line[at]
    if (sign === '\\') at += 1
    else if (sign === closing) return at
    else if (sign === line[opening] || (sign === '#' && line[at + 1] === '{')) return -1
  }
  return -1
}
