import { isCheckHeader } from './check-text.ts'

const MARK = '### '
const ESCAPED = /^\\*### \[Check system: .*\]$/

/** A line of all checks as Markdown: the header of a further check is a heading, and lines like it are escaped. */
export function checkLine(line: string): string {
  if (isCheckHeader(line)) return `${MARK}${line}`
  return ESCAPED.test(line) ? `\\${line}` : line
}

/** The text of all checks as it was before `checkLine`. */
export function withoutCheckHeadings(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (!ESCAPED.test(line)) return line
      return line.startsWith('\\') ? line.slice(1) : line.slice(MARK.length)
    })
    .join('\n')
}
