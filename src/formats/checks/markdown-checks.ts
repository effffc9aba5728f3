import { isCheckHeader } from './check-text.ts'

const MARK = '### '
const ESCAPED = /^\\*### \[Check system: .*\]$/

/** Converts a line of all checks to Markdown: headers become headings, and similar lines are escaped. */
export function checkLine(line: string): string {
  if (isCheckHeader(line)) return `${MARK}${line}`
  return ESCAPED.test(line) ? `\\${line}` : line
}

/** Reverts `checkLine`. */
export function removeCheckHeadings(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (!ESCAPED.test(line)) return line
      return line.startsWith('\\') ? line.slice(1) : line.slice(MARK.length)
    })
    .join('\n')
}
