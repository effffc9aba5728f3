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
  for (let offset = 0; offset < line.length; offset += 1) {
    const [sign = '', next = ''] = [line[offset], line[offset + 1]]
    if (sign === '#') return true
    if (sign === '<' && next === '<') return false
    // Character literals and variables such as `$'` look like the start of a string.
    if ((sign === '?' || sign === '$') && /["'`#%/]/.test(next)) return false
    if (sign === '%' && /[A-Za-z]?[^\sA-Za-z0-9]/.test(line.slice(offset + 1, offset + 3))) {
      const opening = /[A-Za-z]/.test(next) ? offset + 2 : offset + 1
      offset = endOfLiteral(line, opening, CLOSING[line[opening] ?? ''] ?? line[opening] ?? '')
    } else if (/["'`/]/.test(sign)) offset = endOfLiteral(line, offset, sign)
    if (offset === -1) return false
  }
  return true
}

/**
 * Returns the index at which a literal that opens here ends on its line; -1 if it doesn't end there, nests or
 * interpolates.
 */
function endOfLiteral(line: string, opening: number, closing: string): number {
  for (let offset = opening + 1; offset < line.length; offset += 1) {
    const sign = line[offset]
    if (sign === '\\') offset += 1
    else if (sign === closing) return offset
    else if (sign === line[opening] || (sign === '#' && line[offset + 1] === '{')) return -1
  }
  return -1
}
