import type { RequirementRow } from '../spreadsheet/requirements.ts'
import type { ArchivedText } from './text-archive.ts'

/** What a file of a folder of ours says of its requirement, or what is wrong with it. */
export interface MarkdownRequirement {
  file: string
  line: number
  /** The displayed name. */
  id: string | null
  texts: Omit<RequirementRow, 'row'>
  fault: string | null
}

const HEADING = /^## .* <!-- (\w+) -->$/
const ESCAPED = /^\\+## .* <!-- \w+ -->$/
/** The sections, by the field that each holds. */
const FIELDS = [
  'title',
  'vuln_discussion',
  'check_content',
  'fixtext',
  'status_justification',
  'mitigations',
  'artifact_description',
  'vendor_comments',
  'inspec_control_body',
] as const
/** What of the front matter may change, and the field that it is. */
const FACTS = { status: 'status', severity: 'severity', cci: 'ident' } as const

class Fault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads the file of a requirement as `requirementFile` writes it: JSON values in front, then sections whose texts are
 * exact. A section that is not there says nothing, and one without a text that its field is empty.
 */
export function markdownRequirement({ path: file, text }: ArchivedText): MarkdownRequirement {
  const read: MarkdownRequirement = { file, line: 1, id: null, texts: {}, fault: null }
  try {
    const lines = text.replace(/^\ufeff/, '').split('\n')
    const { facts, next } = factsOf(lines)
    const { id } = facts
    if (typeof id !== 'string' || id.trim() === '') throw new Fault(1, 'The front matter has no id.')
    read.id = id
    for (const [name, field] of Object.entries(FACTS)) {
      const value = facts[name]
      if (value !== undefined && typeof value !== 'string') throw new Fault(1, `${name} must be a text.`)
      if (value !== undefined) read.texts[field] = value
    }
    Object.assign(read.texts, sectionsOf(lines, next))
    return read
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { ...read, texts: {}, line: error.line, fault: `Line ${error.line}: ${error.message}` }
  }
}

function factsOf(lines: string[]): { facts: Record<string, unknown>; next: number } {
  if (lines[0] !== '---') throw new Fault(1, 'The file does not begin with front matter.')
  const end = lines.indexOf('---', 1)
  if (end === -1) throw new Fault(1, 'The front matter does not end.')
  const facts: Record<string, unknown> = {}
  for (const [index, line] of lines.slice(1, end).entries()) {
    if (line.trim() === '') continue
    const [, name, value] = /^(\w+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined || Object.hasOwn(facts, name))
      throw new Fault(index + 2, 'The line is no fact, or the second of its name.')
    if (name !== '__proto__') facts[name] = valueOf(value)
  }
  return { facts, next: end + 1 }
}

/** JSON as we write it, or the plain text that somebody wrote by hand. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

function sectionsOf(lines: string[], from: number): Record<string, string> {
  const heads = lines.flatMap((line, at) => {
    const field = at < from ? undefined : HEADING.exec(line)?.[1]
    return field === undefined ? [] : [{ at, field }]
  })
  const sections: Record<string, string> = {}
  for (const [index, { at, field }] of heads.entries()) {
    if (!FIELDS.some((known) => known === field)) throw new Fault(at + 1, `${field} is no section.`)
    if (Object.hasOwn(sections, field)) throw new Fault(at + 1, `The section ${field} stands there twice.`)
    const next = heads[index + 1]
    // One blank line stands before a text, and one behind it.
    const own = lines.slice(at + 1, next?.at ?? lines.length)
    if (own[0] === '') own.shift()
    if (own.at(-1) === '') own.pop()
    sections[field] = own.map((line) => (ESCAPED.test(line) ? line.slice(1) : line)).join('\n')
  }
  return sections
}
