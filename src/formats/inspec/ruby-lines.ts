/** Closing brackets of literals; other delimiters close themselves. */
const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** The line after which Ruby reads no code. */
export const DATA_LINE = '__END__'

/**
 * Whether all lines may be indented, because none starts inside a literal, heredoc or block comment. Runs in linear
 * time; false if unsure.
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
    // Character literals and variables such as `$'` look like the start of a string.
    if ((sign === '?' || sign === '$') && /["'`#%/]/.test(next)) return false
    if (sign === '%' && /[A-Za-z]?[^\sA-Za-z0-9]/.test(line.slice(at + 1, at + 3))) {
      const opening = /[A-Za-z]/.test(next) ? at + 2 : at + 1
      at = endOfLiteral(line, opening, CLOSING[line[opening] ?? ''] ?? line[opening] ?? '')
    } else if (/["'`/]/.test(sign)) at = endOfLiteral(line, at, sign)
    if (at === -1) return false
  }
  return true
}

/**
 * Returns the index at which a literal that opens here ends on its line; -1 if it doesn't end there, nests or
 * interpolates.
 */
function endOfLiteral(line: string, opening: number, closing: string): number {
  for (let at = opening + 1; at < line.length; at += 1) {
    const sign = line[at]
    if (sign === '\\') at += 1
    else if (sign === closing) return at
    else if (sign === line[opening] || (sign === '#' && line[at + 1] === '{')) return -1
  }
  return -1
}
