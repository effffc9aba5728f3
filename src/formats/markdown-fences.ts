/** Languages of the code blocks that an export writes. */
export type FenceLanguage = 'ruby' | 'console'

const OPENING = /^(`{3,})(?:ruby|console)$/
const ESCAPED = /^\\+`{3,}(?:ruby|console)$/
/** A command after a shell prompt. */
const COMMAND = /^[ \t]*[$#] \S/

/** Puts lines into a code block whose fence is longer than any run of backticks in them. */
export function writeFence(lines: readonly string[], language: FenceLanguage): string[] {
  const longest = lines.reduce(
    (longest, line) =>
      (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), longest),
    2,
  )
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, ...lines, fence]
}

/** The lines of a text with its commands in code blocks. `escape` changes lines outside of them. */
export function withFencedCommands(lines: readonly string[], escape: (line: string) => string): string[] {
  const output: string[] = []
  let commands: string[] = []
  const flush = () => {
    if (commands.length > 0) output.push(...writeFence(commands, 'console'))
    commands = []
  }
  for (const line of lines) {
    if (COMMAND.test(line)) {
      commands.push(line)
      continue
    }
    flush()
    output.push(escape(OPENING.test(line) || ESCAPED.test(line) ? `\\${line}` : line))
  }
  flush()
  return output
}

/** The closing fence of the code block that a line opens; null if it opens none. */
export function matchFence(line: string): string | null {
  return OPENING.exec(line)?.[1] ?? null
}

/** Reverts the escape of `withFencedCommands`. */
export function unescapeFence(line: string): string {
  return ESCAPED.test(line) ? line.slice(1) : line
}
