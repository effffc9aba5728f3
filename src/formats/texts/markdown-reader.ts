import { removeCheckHeadings } from '../checks/markdown-checks.ts'
import { matchFence, unescapeFence } from '../markdown-fences.ts'
import type { RequirementRow } from '../spreadsheet/requirements.ts'
import type { ArchivedText } from './text-archive.ts'

/** A requirement read from an exported file, or its fault. */
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
/** The sections, by the field that each contains. */
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
/** Editable front matter members and their fields. */
const FACTS = { status: 'status', severity: 'severity', cci: 'ident' } as const

class Fault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads a file of `writeRequirementFile`: JSON values in the front matter, then sections with exact texts. A missing section
 * changes nothing; an empty section clears its field.
 */
export function readMarkdownRequirement({ path: file, text }: ArchivedText): MarkdownRequirement {
  const requirement: MarkdownRequirement = { file, line: 1, id: null, texts: {}, fault: null }
  try {
    const lines = text.replace(/^\ufeff/, '').split('\n')
    const { facts, next } = parseFrontMatter(lines)
    const { id } = facts
    if (typeof id !== 'string' || id.trim() === '') throw new Fault(1, 'The front matter has no id.')
    requirement.id = id
    for (const [name, field] of Object.entries(FACTS)) {
      const value = facts[name]
      if (value !== undefined && typeof value !== 'string') throw new Fault(1, `${name} must be a text.`)
      if (value !== undefined) requirement.texts[field] = value
    }
    Object.assign(requirement.texts, parseSections(lines, next))
    return requirement
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { ...requirement, texts: {}, line: error.line, fault: `Line ${error.line}: ${error.message}` }
  }
}

function parseFrontMatter(lines: string[]): { facts: Record<string, unknown>; next: number } {
  if (lines[0] !== '---') throw new Fault(1, 'The file does not begin with front matter.')
  const end = lines.indexOf('---', 1)
  if (end === -1) throw new Fault(1, 'The front matter does not end.')
  const facts: Record<string, unknown> = {}
  for (const [index, line] of lines.slice(1, end).entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon))
    if (!/^\w+$/.test(name) || Object.hasOwn(facts, name)) {
      throw new Fault(index + 2, 'The line is not a "name: value" pair, or repeats a name.')
    }
    if (name !== '__proto__') facts[name] = parseValue(line.slice(colon + 1).trimStart())
  }
  return { facts, next: end + 1 }
}

/** Parses JSON, or manually written text: plain or in single quotes. */
function parseValue(text: string): unknown {
  const [, quoted] = /^'((?:[^']|'')*)'\s*$/.exec(text) ?? []
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

/** A section while it is read. */
interface Section {
  field: string
  lines: string[]
}

function parseSections(lines: string[], firstLine: number): Record<string, string> {
  const sections = new Map<string, Section>()
  let current: Section | null = null
  let fence: { closing: string; line: number } | null = null
  for (const [index, line] of lines.entries()) {
    if (index < firstLine) continue
    if (fence) {
      if (line === fence.closing) fence = null
      else current?.lines.push(line)
      continue
    }
    const field = HEADING.exec(line)?.[1]
    const closing = current === null ? null : matchFence(line)
    if (field !== undefined) current = beginSection(sections, field, index + 1)
    else if (closing !== null) fence = { closing, line: index + 1 }
    else current?.lines.push(ESCAPED.test(line) ? line.slice(1) : unescapeFence(line))
  }
  if (fence) throw new Fault(fence.line, 'The code block does not end.')
  const joinSection = ({ field, lines }: Section) =>
    field === 'check_content' ? removeCheckHeadings(joinLines(lines)) : joinLines(lines)
  return Object.fromEntries([...sections.values()].map((section) => [section.field, joinSection(section)]))
}

function beginSection(sections: Map<string, Section>, field: string, line: number): Section {
  if (!FIELDS.some((known) => known === field)) throw new Fault(line, `${field} is not a section.`)
  if (sections.has(field)) throw new Fault(line, `The section ${field} occurs twice.`)
  const section: Section = { field, lines: [] }
  sections.set(field, section)
  return section
}

/** Removes the blank line before and after a text. */
function joinLines(lines: string[]): string {
  const first = lines[0] === '' ? 1 : 0
  const last = lines.length > first && lines.at(-1) === '' ? lines.length - 1 : lines.length
  return lines.slice(first, last).join('\n')
}
