/** A check of a requirement, as archives and exports name its fields. */
export interface Check {
  system: string | null
  content_ref_name: string | null
  content_ref_href: string | null
  content: string | null
}

const HEADER = /^\[Check system: (.*)\]$/
const ESCAPED = /^\\+\[Check system: .*\]$/
/** Values of a header: quoted ones may contain anything, others no commas or quotes. */
const FIELD = /^(?:, (name|file): )?(?:"((?:[^"\\]|\\.)*)"|([^",]*))/

/** Formats a further check: a header line with its system and reference, then its content. */
export function formatFurtherChecks(check: Check): string {
  const { system, content_ref_name: name, content_ref_href: href, content } = check
  const source = [
    system === null ? 'none' : toValue(system),
    ...(name === null ? [] : [`name: ${toValue(name)}`]),
    ...(href === null ? [] : [`file: ${toValue(href)}`]),
  ]
  const header = `[Check system: ${source.join(', ')}]`
  return content?.trim() ? `${header}\n${escapeHeaders(content)}` : header
}

/** Formats all checks as one text: the content of the first, then each further one below its header. */
export function formatAllChecks(check: string | null, further: readonly Check[]): string {
  const first = further.length > 0 ? escapeHeaders(check ?? '') : (check ?? '')
  return [first, ...further.map(formatFurtherChecks)].filter((text) => text !== '').join('\n\n')
}

/** Formats a list of checks as one text; null without a text. */
export function formatChecks([first, ...further]: readonly Check[]): string | null {
  return further.length === 0 ? (first?.content ?? null) : formatAllChecks(first?.content ?? null, further)
}

/** Parses a text of `formatAllChecks`; `further` is null for a text without headers, which is only the first check. */
export function readChecksText(text: string): { check: string; further: Check[] | null } {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const starts = lines.flatMap((line, index) => (HEADER.test(line) ? index : []))
  const [first] = starts
  if (first === undefined) return { check: text, further: null }
  const further = starts.map((start, index): Check => {
    const content = toContent(
      lines.slice(start + 1, starts[index + 1] ?? lines.length),
      index < starts.length - 1,
    )
    return { ...parseSource(lines[start] ?? ''), content: content === '' ? null : content }
  })
  return { check: toContent(lines.slice(0, first), true), further }
}

/** Whether a line is the header of a further check. */
export const isCheckHeader = (line: string): boolean => HEADER.test(line)

/** A blank line separates a check from the next one. */
function toContent(lines: readonly string[], isFollowed: boolean): string {
  const contentLines = isFollowed && lines.at(-1) === '' ? lines.slice(0, -1) : lines
  return contentLines.map((line) => (ESCAPED.test(line) ? line.slice(1) : line)).join('\n')
}

/** Escapes lines that look like a header with a backslash. */
function escapeHeaders(text: string): string {
  if (!text.includes('[Check system: ')) return text
  return text
    .split('\n')
    .map((line) => (HEADER.test(line) || ESCAPED.test(line) ? `\\${line}` : line))
    .join('\n')
}

/** Formats a header value, as JSON if it could not be parsed otherwise. */
function toValue(text: string): string {
  const isPlain = text !== '' && text !== 'none' && text === text.trim() && !/["\\,\p{Cc}]/u.test(text)
  return isPlain ? text : JSON.stringify(text)
}

function parseSource(header: string): Omit<Check, 'content'> {
  const source: Omit<Check, 'content'> = { system: null, content_ref_name: null, content_ref_href: null }
  let rest = HEADER.exec(header)?.[1] ?? ''
  let isFirst = true
  while (rest !== '') {
    const [match = '', field, quoted, plain = ''] = FIELD.exec(rest) ?? []
    if (match === '' || (!isFirst && field === undefined)) {
      return { ...source, system: HEADER.exec(header)?.[1] ?? '' }
    }
    const fieldValue = quoted === undefined ? plain : unquote(quoted)
    if (field === 'name') source.content_ref_name = fieldValue
    else if (field === 'file') source.content_ref_href = fieldValue
    else source.system = quoted === undefined && fieldValue === 'none' ? null : fieldValue
    rest = rest.slice(match.length)
    isFirst = false
  }
  return source
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
