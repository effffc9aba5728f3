import { formatAllChecks } from '../checks/check-text.ts'
import { checkLine } from '../checks/markdown-checks.ts'
import { writeFence, withFencedCommands } from '../markdown-fences.ts'
import type { ZipEntry } from '../zip.ts'
import { toIdentifier, listSatisfiedIds } from './published.ts'
import { CATEGORIES } from './requirement-sheet.ts'
import { type ExportedComponent, type ExportedRule, type RuleName, toVersionTag } from './types.ts'

/**
 * Sections of a requirement's file in order: a readable heading, and the field name in a comment, which imports use.
 */
const SECTIONS: readonly [heading: string, field: string, of: (rule: ExportedRule) => string | null][] = [
  ['Requirement', 'title', (rule) => rule.title],
  ['Vulnerability Discussion', 'vuln_discussion', (rule) => rule.texts.vuln_discussion],
  ['Check', 'check_content', (rule) => formatAllChecks(rule.check, rule.furtherChecks)],
  ['Fix', 'fixtext', (rule) => rule.fix],
  ['Status Justification', 'status_justification', (rule) => rule.statusJustification],
  ['Mitigation', 'mitigations', (rule) => rule.texts.mitigations],
  ['Artifact Description', 'artifact_description', (rule) => rule.artifactDescription],
  ['Vendor Comments', 'vendor_comments', (rule) => rule.vendorComments],
  ['InSpec Control Body', 'inspec_control_body', (rule) => rule.inspecBody],
]

/** A section heading. */
const HEADING = /^(\\*)## .* <!-- \w+ -->$/

/**
 * A component as a folder for a repository: `README.md`, and a file per requirement under `requirements/`, named by its
 * number. The same content gives the same bytes. `folder` is empty or ends in a slash.
 */
export async function* streamMarkdownFolder(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
  folder = '',
): AsyncGenerator<ZipEntry> {
  yield { name: `${folder}README.md`, content: writeReadme(component, names) }
  for await (const rule of rules) {
    yield { name: `${folder}requirements/${rule.displayedName}.md`, content: writeRequirementFile(rule) }
  }
}

function writeReadme(component: ExportedComponent, names: readonly RuleName[]): string {
  const facts = writeFrontMatter({
    name: component.name,
    prefix: component.prefix,
    title: component.title,
    document_type: component.documentType,
    version: component.version,
    release: component.release,
  })
  const tag = toVersionTag(component)
  const list = names.map(({ displayedName: name }) => `- [${name}](requirements/${name}.md)`)
  return [
    facts,
    `# ${toOneLine(component.title)}${tag === '' ? '' : ` ${tag}`}`,
    ...(component.description?.trim() ? ['', component.description.trim()] : []),
    '',
    ...list,
    '',
  ].join('\n')
}

/**
 * The file of one requirement. Code and commands are in code blocks. Outside of them, a line that looks like a heading
 * or a fence of this format gets a backslash in front.
 */
export function writeRequirementFile(rule: ExportedRule): string {
  const satisfies = listSatisfiedIds(rule)
  const facts = writeFrontMatter({
    id: rule.displayedName,
    srg_id: toIdentifier(rule),
    status: rule.status,
    severity: rule.severity,
    category: CATEGORIES[rule.severity],
    cci: rule.ident,
    satisfies: satisfies.length > 0 ? satisfies.join(', ') : null,
  })
  const sections = SECTIONS.flatMap(([heading, field, readText]) => {
    const text = readText(rule)
    if (text === null || text === '') return []
    // Split at every kind of line end, as Markdown readers do, before lines are checked.
    const plain = text.split(/\r\n?|\n/)
    const lines =
      field === 'inspec_control_body'
        ? writeFence(plain, 'ruby')
        : withFencedCommands(plain, field === 'check_content' ? escapeCheckLine : escapeHeading)
    return `## ${heading} <!-- ${field} -->\n\n${lines.join('\n')}\n`
  })
  return [facts, `# ${rule.displayedName}\n`, ...sections].join('\n')
}

const escapeHeading = (line: string): string => (HEADING.test(line) ? `\\${line}` : line)
const escapeCheckLine = (line: string): string => checkLine(escapeHeading(line))

function writeFrontMatter(facts: Record<string, string | number | null>): string {
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : `${name}: ${JSON.stringify(value)}`,
  )
  return ['---', ...lines, '---', ''].join('\n')
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
