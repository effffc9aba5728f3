import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError, invalid } from '../../../src/errors.ts'
import {
  type CommentTarget,
  componentText,
  toDigest,
  parseTarget,
  sectionTexts,
} from '../../../src/formats/exported/comment-sheet.ts'
import type { CommentCells } from '../../../src/formats/spreadsheet/comment-sheet.ts'
import { parseSection } from '../../../src/formats/spreadsheet/disposition.ts'
import { trailingNumber } from '../../../src/formats/spreadsheet/requirements.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import { codePoints } from '../../../src/procedures/schemas/shapes.ts'
import { type ImportedPerson, postComment } from '../../comments/comment.ts'
import { assertLength } from '../../comments/texts.ts'
import { lockDuplicates } from '../../decisions/targets.ts'
import { amongComponents, exportedComponents } from '../../exports/exported-components.ts'
import { ALL_RULES, streamRulesByComponent } from '../../exports/exported-rules.ts'
import { accountOf, type Accounts, NO_ACCOUNTS, verifiedAccounts } from '../attribution.ts'
import { inDryRun } from '../dry-run.ts'

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

/** Maximum number of new comments in memory. */
const PORTION = 100

/** Options of a sheet import. */
export interface SheetImport {
  dryRun: boolean
  /** Whether to attribute comments to accounts with the verified address; for system administrators (rule E-44). */
  attribute: boolean
}

/**
 * Imports comment sheets as comments of the named people, all or nothing; skips existing comments (rule R-62). A dry run
 * changes nothing. The component must be share-locked. Throws 422 with the rows if one is refused.
 */
export async function importCommentSheets(
  work: UnitOfWork,
  scope: ComponentScope,
  rows: CommentCells[],
  { dryRun, attribute }: SheetImport,
): Promise<CommentOutcome[]> {
  const accounts = attribute
    ? await verifiedAccounts(
        work.db,
        rows.map(({ email }) => email),
      )
    : NO_ACCOUNTS
  if (dryRun) return unmade(await inDryRun(work, (trial) => store(trial, scope, rows, accounts)))
  const outcomes = await store(work, scope, rows, accounts)
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return outcomes
  const messages = refused
    .slice(0, 20)
    .map(({ file, row, message }) => `${file}, row ${row}: ${message ?? ''}`)
  throw new DomainError('invalid', 'comment_sheet.refused', messages.join(' '), {
    messages,
    members: { rows: unmade(outcomes) },
  })
}

/** Removes the ids of comments that were rolled back. */
function unmade(outcomes: CommentOutcome[]): CommentOutcome[] {
  return outcomes.map((one) => (one.outcome === 'imported' ? { ...one, comment_id: null } : one))
}

async function store(
  work: UnitOfWork,
  scope: ComponentScope,
  rows: CommentCells[],
  accounts: Accounts,
): Promise<CommentOutcome[]> {
  if (rows.length === 0) return []
  // Serializes imports of one component, so that they don't create the same comment twice.
  await lockDuplicates(work.db, scope.component_id)
  const known = await loadKnownComments(work, scope, rows, accounts)
  const facts = { scope, accounts, known, ...(await shownTexts(work, scope.component_id)) }
  const outcomes: CommentOutcome[] = []
  for (const [index, row] of rows.entries()) {
    outcomes.push(await outcomeOf(work, facts, row))
    if (index % PORTION === PORTION - 1) {
      await work.em.flush()
      work.em.clear()
    }
  }
  await work.em.flush()
  return outcomes
}

interface Facts {
  scope: ComponentScope
  accounts: Accounts
  /** Digests of the current texts, by requirement and section. */
  shown: Map<string, string>
  /** Maps requirement ids to numbers. */
  numbers: Map<number, string>
  known: KnownComments
}

const ELSEWHERE = 'Requirement or section is not the one that the column Row names.'

async function outcomeOf(work: UnitOfWork, facts: Facts, row: CommentCells): Promise<CommentOutcome> {
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
    const { place, name, comment, email } = checked(work, facts.scope, row)
    if (place.ruleId !== 0 && !facts.shown.has(placeKey(place.ruleId, null))) {
      return { ...base, outcome: 'skipped', message: 'The requirement is no longer in this component.' }
    }
    if (isElsewhere(row, place, facts.numbers)) {
      return { ...base, outcome: 'skipped', message: ELSEWHERE }
    }
    const changed = facts.shown.get(placeKey(place.ruleId, place.section)) !== place.digest
    const about = { ...base, text_changed: changed }
    const person = { name, email, accountId: accountOf(facts.accounts, email) }
    const known = facts.known.find(place, person, comment)
    if (known !== null) return { ...about, outcome: 'known', comment_id: known }
    const { review } = await postComment(work, facts.scope, {
      ruleId: place.ruleId === 0 ? null : place.ruleId,
      comment,
      section: place.section,
      parentId: null,
      saidBy: person,
    })
    facts.known.add(review.id, place, person, comment)
    return { ...about, outcome: 'imported', comment_id: review.id }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...base, outcome: 'refused', message: error.message }
  }
}

interface SheetComment {
  name: string
  email: string | null
  comment: string
}

function checked(
  { env }: UnitOfWork,
  scope: ComponentScope,
  row: CommentCells,
): SheetComment & { place: CommentTarget } {
  const { limits } = env
  const place = row.place === null ? null : parseTarget(row.place)
  if (!place) throw invalid('comment_sheet.row', 'row', 'The column Row does not say where the row belongs.')
  if (place.componentId !== scope.component_id) {
    throw invalid('comment_sheet.component', 'row', 'The row is of the sheet of another component.')
  }
  if (row.name === null) {
    throw invalid('validation', 'commenter', 'A comment needs the name of its commenter.')
  }
  if (codePoints(row.name) > limits.userName) {
    throw invalid('validation', 'commenter', `must have at most ${limits.userName} characters`)
  }
  if (row.email !== null && codePoints(row.email) > limits.userEmail) {
    throw invalid('validation', 'commenter_email', `must have at most ${limits.userEmail} characters`)
  }
  const comment = commentIn(row)
  assertLength('comment', comment, limits.comment)
  return { place, name: row.name, email: row.email, comment }
}

function commentIn({ comment, proposed }: CommentCells): string {
  const proposal = proposed === null ? [] : [`Proposed text:\n${proposed}`]
  return [...(comment === null ? [] : [comment]), ...proposal].join('\n\n')
}

/** Reads the texts that a new sheet would contain. */
async function shownTexts(
  { db, actor }: UnitOfWork,
  componentId: number,
): Promise<Pick<Facts, 'shown' | 'numbers'>> {
  const components = await exportedComponents(db, actor, amongComponents([componentId]))
  const shown = new Map<string, string>()
  const numbers = new Map<number, string>()
  for (const { component, rules } of await streamRulesByComponent(db, components, () => ALL_RULES)) {
    shown.set(placeKey(0, null), toDigest(componentText(component)))
    for await (const rule of rules) {
      numbers.set(rule.id, rule.number)
      for (const [section, text] of sectionTexts(rule)) shown.set(placeKey(rule.id, section), toDigest(text))
    }
  }
  return { shown, numbers }
}

/** Whether cells that were sorted separately from their row name another requirement or section. */
function isElsewhere(row: CommentCells, place: CommentTarget, numbers: Facts['numbers']): boolean {
  const number = row.requirement === null ? null : trailingNumber(row.requirement)
  if (number !== null && number !== numbers.get(place.ruleId)) return true
  const section = parseSection(row.section)
  return row.section !== null && section !== undefined && section !== place.section
}

const placeKey = (ruleId: number, section: string | null) => `${ruleId}/${section ?? ''}`

interface KnownComment {
  id: number
  section: string | null
  /** Whether its section was changed later. */
  retagged: boolean
}

/** Existing comments, by imported name or by account. */
class KnownComments {
  readonly #byText = new Map<string, KnownComment[]>()

  add(
    id: number,
    { ruleId, section }: Pick<CommentTarget, 'ruleId' | 'section'>,
    person: ImportedPerson,
    comment: string,
  ): void {
    this.put(keyOf(ruleId, person, md5(comment)), { id, section, retagged: false })
  }

  put(key: string, comment: KnownComment): void {
    const known = this.#byText.get(key)
    if (known) known.push(comment)
    else this.#byText.set(key, [comment])
  }

  /** The id of the comment with the same text and place; its section may differ only if it was changed later. */
  find({ ruleId, section }: CommentTarget, person: ImportedPerson, comment: string): number | null {
    const digest = md5(comment)
    const byName = { ...person, accountId: null }
    const known = [person, byName].flatMap((each) => this.#byText.get(keyOf(ruleId, each, digest)) ?? [])
    const found = known.find((one) => one.section === section) ?? known.find(({ retagged }) => retagged)
    return found?.id ?? null
  }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function keyOf(
  ruleId: number,
  { name, email, accountId }: Omit<ImportedPerson, 'name'> & { name: string | null },
  digest: string,
): string {
  const person = accountId === null ? [name, email?.toLowerCase() ?? null] : [accountId]
  return JSON.stringify([ruleId, person, digest])
}

interface StoredComment extends KnownComment {
  ruleId: number
  name: string | null
  email: string | null
  accountId: number | null
  digest: string
}

/** Loads existing comments with one query, by digest of their text. */
async function loadKnownComments(
  { db }: UnitOfWork,
  scope: ComponentScope,
  rows: CommentCells[],
  accounts: Accounts,
): Promise<KnownComments> {
  const digests = [...new Set(rows.map((row) => md5(commentIn(row))))]
  const ids = [...accounts.values()]
  const { rows: found } = await sql<StoredComment>`
    select v.id, v.section, coalesce(v.original_commentable_id, v.rule_id, 0) as "ruleId", md5(v.comment) as digest,
      v.commenter_imported_name as name, v.commenter_imported_email as email, v.user_id as "accountId",
      exists (select from audit_entries a where a.auditable_type = 'Review' and a.auditable_id = v.id
        and a.action = 'update' and a.changes -> 'section' is not null) as retagged
    from reviews v where v.component_id = ${scope.component_id} and v.action = 'comment'
      and v.responding_to_review_id is null
      and (v.commenter_imported_name is not null or v.user_id = any (${sql.val(ids)}::integer[]))
      and md5(v.comment) = any (${sql.val(digests)}::text[]) order by v.id`.execute(db)
  const known = new KnownComments()
  for (const { ruleId, name, email, accountId, digest, ...comment } of found) {
    known.put(keyOf(ruleId, { name, email, accountId }, digest), comment)
  }
  return known
}
