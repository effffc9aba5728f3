import { formatCount } from '../../lib/format-count.ts'
import { RULE_STATUSES, SECTIONS, SEVERITIES } from '../../vocabulary.ts'
import type { DispositionRow, ThreadEntry } from '../exported/disposition.ts'
import { type ExportedComponent, toVersionTag } from '../exported/types.ts'
import type { ComponentDocument, DocumentBlock, DocumentCover, Fact } from './blocks.ts'
import { buildRequirementBlocks, formatSeverity, type ListedRule } from './requirement.ts'

/** Data that only the cover shows. */
export interface CoverSource {
  marking: string | null
  /** Titles of the SRGs that it is based on, with their versions. */
  srgs: readonly string[]
  releasedAt: string | null
}

export interface DocumentSource {
  component: ExportedComponent
  cover: CoverSource
  names: readonly ListedRule[]
  rules: AsyncIterable<Parameters<typeof buildRequirementBlocks>[0]>
  /** Comments in the order of the requirements; null leaves them out. */
  comments: { rows: AsyncIterable<DispositionRow>; counts: ReadonlyMap<string, number> } | null
}

const KINDS = {
  stig: 'Security Technical Implementation Guide (STIG)',
  srg: 'Security Requirements Guide (SRG)',
} as const

/** Characters of a title in the table of contents. */
const ENTRY_LENGTH = 160
/** A marking is one line above and below each page. */
const MARKING_LENGTH = 100

/** Describes a component as a document: cover, table of contents, description, requirements and comments (rule C-79). */
export function buildComponentDocument(source: DocumentSource): ComponentDocument {
  const { component, names, comments } = source
  return {
    cover: toCover(source),
    contents: [
      { level: 1, text: 'Introduction', anchor: 'introduction' },
      { level: 1, text: 'Requirements', anchor: 'requirements' },
      ...names.map(({ displayedName, title }) => ({
        level: 2 as const,
        text: shortenText(formatHeading(displayedName, title), ENTRY_LENGTH),
        anchor: toRequirementAnchor(displayedName),
      })),
      ...(comments ? [{ level: 1 as const, text: 'Comments', anchor: 'comments' }] : []),
    ],
    blocks: generateBlocks(source, component),
  }
}

function toCover({ component, cover, names }: DocumentSource): DocumentCover {
  const date = new Date(cover.releasedAt ?? component.contentChangedAt)
  const tag = toVersionTag(component)
  const facts: (readonly [string, string | null])[] = [
    ['Name', component.name],
    ['Prefix', component.prefix],
    ['Project', component.projectName],
    ['Document type', KINDS[component.documentType]],
    ['Version', tag === '' ? null : tag],
    ['Status', component.released ? 'Released' : 'Draft'],
    [cover.releasedAt === null ? 'Last change' : 'Release date', date.toISOString().slice(0, 10)],
    ['Based on', cover.srgs.length === 0 ? null : cover.srgs.join('; ')],
    ['Requirements', String(names.length)],
    ['Contact', toContact(component)],
  ]
  return {
    title: toOneLine(component.title) || component.name,
    subtitle: toSubtitle(component),
    marking: cover.marking === null ? null : shortenText(toOneLine(cover.marking), MARKING_LENGTH) || null,
    draft: !component.released,
    facts: facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value]])),
    date,
  }
}

function toSubtitle({ version, release, documentType }: ExportedComponent): string {
  const parts = [
    version === null ? '' : `Version ${version}`,
    release === null ? '' : `Release ${release}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? KINDS[documentType] : parts.join(', ')
}

function toContact({ adminName, adminEmail }: ExportedComponent): string | null {
  if (adminName === null) return adminEmail
  return adminEmail === null ? adminName : `${adminName} <${adminEmail}>`
}

async function* generateBlocks(
  { names, rules, comments }: DocumentSource,
  component: ExportedComponent,
): AsyncGenerator<DocumentBlock> {
  yield { kind: 'heading', level: 1, text: 'Introduction', anchor: 'introduction' }
  const description = component.description?.trim() ?? ''
  if (description !== '') yield { kind: 'text', text: description }
  yield { kind: 'text', text: formatRequirementCount(names.length) }
  yield* countBlocks(names)
  yield { kind: 'heading', level: 1, text: 'Requirements', anchor: 'requirements' }
  for await (const rule of rules) {
    const count = comments?.counts.get(rule.displayedName) ?? 0
    yield {
      kind: 'heading',
      level: 2,
      text: formatHeading(rule.displayedName, rule.title),
      anchor: toRequirementAnchor(rule.displayedName),
    }
    yield* buildRequirementBlocks(rule)
    if (count > 0) {
      const text = formatCount(count, 'comment', 'comments')
      yield { kind: 'link', text, target: toCommentsAnchor(rule.displayedName) }
    }
  }
  if (comments) yield* streamCommentBlocks(comments.rows)
}

/** The numbers of requirements by severity and by status. */
function* countBlocks(rules: readonly ListedRule[]): Generator<DocumentBlock> {
  if (rules.length === 0) return
  yield { kind: 'heading', level: 2, text: 'Requirements by Severity' }
  yield {
    kind: 'facts',
    facts: countBy(
      SEVERITIES,
      rules.map(({ severity }) => severity),
      formatSeverity,
    ),
  }
  yield { kind: 'heading', level: 2, text: 'Requirements by Status' }
  yield {
    kind: 'facts',
    facts: countBy(
      RULE_STATUSES,
      rules.map(({ status }) => status),
      String,
    ),
  }
}

/** Counts the values in the order of the choices; a choice without values is left out. */
function countBy<T>(choices: readonly T[], values: readonly T[], format: (choice: T) => string): Fact[] {
  return choices
    .map((choice) => [format(choice), values.filter((value) => value === choice).length] as const)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => [label, String(count)])
}

function formatRequirementCount(count: number): string {
  return `This document contains ${formatCount(count, 'requirement', 'requirements')}.`
}

async function* streamCommentBlocks(rows: AsyncIterable<DispositionRow>): AsyncGenerator<DocumentBlock> {
  yield { kind: 'heading', level: 1, text: 'Comments', anchor: 'comments' }
  let group: string | null | undefined
  for await (const row of rows) {
    if (row.rule !== group) {
      group = row.rule
      yield group === null
        ? { kind: 'heading', level: 2, text: 'Comments on the whole document' }
        : { kind: 'heading', level: 2, text: `Comments on ${group}`, anchor: toCommentsAnchor(group) }
    }
    yield {
      kind: 'heading',
      level: 3,
      text: `Comment ${row.commentId} by ${row.commenter ?? 'a deleted user'}`,
    }
    yield { kind: 'facts', facts: listCommentFacts(row) }
    yield { kind: 'text', text: row.comment }
    for (const entry of row.thread) yield { kind: 'text', text: replyText(entry) }
  }
  if (group === undefined) yield { kind: 'text', text: 'There are no comments.' }
}

const DISPOSITIONS: Record<string, string> = {
  pending: 'Pending',
  concur: 'Concur',
  concur_with_comment: 'Concur with comment',
  non_concur: 'Non-concur',
  duplicate: 'Duplicate',
  informational: 'Informational',
  needs_clarification: 'Needs clarification',
  withdrawn: 'Withdrawn',
  addressed_by: 'Addressed by another requirement',
}

function listCommentFacts(row: DispositionRow): Fact[] {
  const disposition = DISPOSITIONS[row.triageStatus ?? 'pending'] ?? 'Pending'
  const facts: [string, string | null][] = [
    ['Section', row.section === null ? null : SECTIONS[row.section]],
    ['Posted', row.posted],
    ['Disposition', formatByline(disposition, row.triagedBy, row.triagedAt)],
    ['Duplicate of', row.duplicateOf === null ? null : `Comment ${row.duplicateOf}`],
    ['Closed', row.adjudicated ? formatByline('Yes', row.adjudicatedBy, row.adjudicatedAt) : 'No'],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}

function formatByline(text: string, name: string | null, time: string | null): string {
  const details = [name, time].filter((part) => part !== null)
  return details.length === 0 ? text : `${text} (${details.join(', ')})`
}

function replyText({ name, createdAt, text, reaction }: ThreadEntry): string {
  const author = name ?? 'A deleted user'
  if (text === null) return `${author} (${createdAt}): ${reaction === 'up' ? 'agrees' : 'disagrees'}`
  return `${author} (${createdAt}):\n${text}`
}

const formatHeading = (name: string, title: string | null): string =>
  `${name} ${toOneLine(title ?? '')}`.trim()
const toRequirementAnchor = (name: string): string => `requirement-${name}`
const toCommentsAnchor = (name: string): string => `comments-${name}`

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function shortenText(text: string, length: number): string {
  const characters = Array.from(text.slice(0, length * 2 + 2))
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
