import { runDryRun } from '../../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError, validationError } from '../../../src/errors.ts'
import {
  type CommentTarget,
  formatComponent,
  toDigest,
  parseTarget,
  listSectionTexts,
} from '../../../src/formats/exported/comment-sheet.ts'
import type { CommentCells } from '../../../src/formats/spreadsheet/comment-sheet.ts'
import { parseSection } from '../../../src/formats/spreadsheet/disposition.ts'
import { parseNumber } from '../../../src/formats/spreadsheet/requirements.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'
import { assertImportable, type ImportedComment, postImportedComments } from '../../comments/comment.ts'
import { assertLength } from '../../comments/texts.ts'
import { lockDuplicates } from '../../decisions/targets.ts'
import { isAmongComponents, readExportedComponents } from '../../exports/exported-components.ts'
import { ALL_RULES, streamRulesByComponent } from '../../exports/exported-rules.ts'
import { assertNoneRefused } from '../assert-none-refused.ts'
import { findAccount, type Accounts, NO_ACCOUNTS, listVerifiedAccounts } from '../attribution.ts'
import { type KnownComment, type KnownComments, loadKnownComments } from './known-comments.ts'

/** Result for one row with a comment. */
export interface CommentOutcome {
  file: string
  row: number
  requirement: string | null
  section: string | null
  /** `skipped`: its requirement was deleted; `known`: it was imported before. */
  outcome: 'imported' | 'known' | 'skipped' | 'refused'
  comment_id: number | null
  /** Whether the commented text differs from the one in the sheet. */
  text_changed: boolean
  message: string | null
}

/** Rows whose comments are posted together. */
const BATCH_SIZE = 50

/** Options of a sheet import. */
export interface SheetImport {
  dryRun: boolean
  /** Whether to attribute comments to accounts with the verified address; for system administrators (rule E-44). */
  attribute: boolean
}

/**
 * Imports comment sheets as comments of the named people, all or nothing; skips existing comments (rule R-62). A dry
 * run changes nothing. The component must be share-locked. Throws 422 with the rows if one is refused.
 */
export async function importCommentSheets(
  work: UnitOfWork,
  scope: ComponentScope,
  rows: CommentCells[],
  { dryRun, attribute }: SheetImport,
): Promise<CommentOutcome[]> {
  const accounts = attribute
    ? await listVerifiedAccounts(
        work.db,
        rows.map(({ email }) => email),
      )
    : NO_ACCOUNTS
  if (dryRun) return removeNewIds(await runDryRun(work, (trial) => importRows(trial, scope, rows, accounts)))
  const outcomes = await importRows(work, scope, rows, accounts)
  assertNoneRefused(outcomes, {
    reason: 'comment_sheet.refused',
    toMessage: ({ file, row, message }) => `${file}, row ${row}: ${message ?? ''}`,
    members: { rows: removeNewIds(outcomes) },
  })
  return outcomes
}

/** Removes the ids of comments that were rolled back, also from rows that repeat them. */
function removeNewIds(outcomes: CommentOutcome[]): CommentOutcome[] {
  const newIds = new Set(
    outcomes.flatMap(({ outcome, comment_id: id }) => (outcome === 'imported' ? (id ?? []) : [])),
  )
  return outcomes.map((item) => (newIds.has(item.comment_id ?? 0) ? { ...item, comment_id: null } : item))
}

async function importRows(
  work: UnitOfWork,
  scope: ComponentScope,
  rows: CommentCells[],
  accounts: Accounts,
): Promise<CommentOutcome[]> {
  if (rows.length === 0) return []
  // Serializes imports of one component, so that they don't create the same comment twice.
  await lockDuplicates(work.db, scope.component_id)
  const knownComments = await loadKnownComments(work, scope, rows.map(toCommentText), accounts)
  const facts = { scope, accounts, known: knownComments, ...(await readShownTexts(work, scope.component_id)) }
  const outcomes: CommentOutcome[] = []
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    outcomes.push(...(await importBatch(work, facts, rows.slice(start, start + BATCH_SIZE))))
    work.em.clear()
  }
  return outcomes
}

async function importBatch(work: UnitOfWork, facts: Facts, rows: CommentCells[]): Promise<CommentOutcome[]> {
  const planned = rows.map((row) => planRow(work, facts, row))
  const creating = planned.flatMap(({ known, created }) => (known && created ? [{ known, created }] : []))
  const posted = await postImportedComments(
    work,
    facts.scope,
    creating.map(({ created }) => created),
  )
  for (const [index, { known }] of creating.entries()) known.id = posted[index]?.id ?? 0
  return planned.map(({ outcome, known }) => ({ ...outcome, comment_id: known?.id ?? null }))
}

interface Facts {
  scope: ComponentScope
  accounts: Accounts
  /** Digests of the current texts, by requirement and section. */
  shownTexts: Map<string, string>
  /** Maps requirement ids to numbers. */
  numbers: Map<number, string>
  known: KnownComments
}

const DELETED = 'The requirement is no longer in this component.'
const ELSEWHERE = 'Requirement or section is not the one that the column Row names.'

interface PlannedRow {
  outcome: CommentOutcome
  /** The comment of the row; a created one has its id once it is posted. */
  known?: KnownComment
  created?: ImportedComment
}

/** Determines the outcome of a row, and the comment that it repeats or creates. */
function planRow(work: UnitOfWork, facts: Facts, row: CommentCells): PlannedRow {
  const { file, requirement, section } = row
  const base = {
    file,
    row: row.row,
    requirement,
    section,
    comment_id: null,
    text_changed: false,
    message: null,
  }
  try {
    const { target, name, comment, email } = validateRow(work, facts.scope, row)
    if (target.ruleId !== 0 && !facts.shownTexts.has(toPlaceKey(target.ruleId, null))) {
      return { outcome: { ...base, outcome: 'skipped', message: DELETED } }
    }
    if (isElsewhere(row, target, facts.numbers)) {
      return { outcome: { ...base, outcome: 'skipped', message: ELSEWHERE } }
    }
    const changed = facts.shownTexts.get(toPlaceKey(target.ruleId, target.section)) !== target.digest
    const result = { ...base, text_changed: changed }
    const person = { name, email, accountId: findAccount(facts.accounts, email) }
    const known = facts.known.find(target, person, comment)
    if (known) return { outcome: { ...result, outcome: 'known' }, known }
    assertImportable(work, facts.scope, comment)
    const { ruleId, section: targetSection } = target
    return {
      outcome: { ...result, outcome: 'imported' },
      known: facts.known.add(target, person, comment),
      created: { ruleId: ruleId === 0 ? null : ruleId, comment, section: targetSection, author: person },
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { outcome: { ...base, outcome: 'refused', message: error.message } }
  }
}

interface SheetComment {
  name: string
  email: string | null
  comment: string
}

function validateRow(
  { env }: UnitOfWork,
  scope: ComponentScope,
  row: CommentCells,
): SheetComment & { target: CommentTarget } {
  const { limits } = env
  const target = row.place === null ? null : parseTarget(row.place)
  if (!target) {
    throw validationError('comment_sheet.row', 'row', 'The column Row does not say where the row belongs.')
  }
  if (target.componentId !== scope.component_id) {
    throw validationError('comment_sheet.component', 'row', 'The row is of the sheet of another component.')
  }
  if (row.name === null) {
    throw validationError('validation', 'commenter', 'A comment needs the name of its commenter.')
  }
  if (countCodePoints(row.name) > limits.userName) {
    throw validationError('validation', 'commenter', `must have at most ${limits.userName} characters`)
  }
  if (row.email !== null && countCodePoints(row.email) > limits.userEmail) {
    throw validationError('validation', 'commenter_email', `must have at most ${limits.userEmail} characters`)
  }
  const comment = toCommentText(row)
  assertLength('comment', comment, limits.comment)
  return { target, name: row.name, email: row.email, comment }
}

function toCommentText({ comment, proposed }: CommentCells): string {
  const proposal = proposed === null ? [] : [`Proposed text:\n${proposed}`]
  return [...(comment === null ? [] : [comment]), ...proposal].join('\n\n')
}

/** Reads the texts that a new sheet would contain. */
async function readShownTexts(
  { db, actor }: UnitOfWork,
  componentId: number,
): Promise<Pick<Facts, 'shownTexts' | 'numbers'>> {
  const components = await readExportedComponents(db, actor, isAmongComponents([componentId]))
  const digests = new Map<string, string>()
  const numbers = new Map<number, string>()
  for (const { component, rules } of await streamRulesByComponent(db, components, () => ALL_RULES)) {
    digests.set(toPlaceKey(0, null), toDigest(formatComponent(component)))
    for await (const rule of rules) {
      numbers.set(rule.id, rule.number)
      for (const [section, text] of listSectionTexts(rule)) {
        digests.set(toPlaceKey(rule.id, section), toDigest(text))
      }
    }
  }
  return { shownTexts: digests, numbers }
}

/** Whether cells that were sorted separately from their row name another requirement or section. */
function isElsewhere(row: CommentCells, target: CommentTarget, numbers: Facts['numbers']): boolean {
  const number = row.requirement === null ? null : parseNumber(row.requirement)
  if (number !== null && number !== numbers.get(target.ruleId)) return true
  const section = parseSection(row.section)
  return row.section !== null && section !== undefined && section !== target.section
}

const toPlaceKey = (ruleId: number, section: string | null) => `${ruleId}/${section ?? ''}`
