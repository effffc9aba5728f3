import { sql } from 'kysely'
import { Review } from '../../../entities/review.ts'
import type { ComponentScope } from '../../../src/access/scopes.ts'
import { DomainError, invalid } from '../../../src/errors.ts'
import {
  type DispositionCells,
  sectionOf,
  triageStatusOf,
} from '../../../src/formats/spreadsheet/disposition.ts'
import { numberOf } from '../../../src/formats/spreadsheet/requirements.ts'
import type { Work } from '../../../src/work.ts'
import { postComment } from '../../comments/comment.ts'
import { checkedDecision } from '../../decisions/checked.ts'
import { closeComment } from '../../decisions/close.ts'
import { decide } from '../../decisions/decide.ts'
import { lockDuplicates } from '../../decisions/targets.ts'
import { tried } from '../trial.ts'

/** What became of one row: the comment, its status before and after, and why it was refused. */
export interface DispositionOutcome {
  row: number
  comment_id: number | null
  from: string | null
  to: string | null
  /** Whether anything was decided, answered or closed. */
  changed: boolean
  error: string | null
}

/** Rows whose comments are in memory at once. */
const PORTION = 100

/**
 * Takes a disposition matrix in: triage decisions, responses, and rows without an id as new comments of whom they name.
 * What is so already stays as it is, so that the same sheet twice changes nothing. A trial tells and leaves nothing; else
 * it is all or nothing (rule R-63). The component is share-locked. Throws 422 with the rows where one is refused.
 */
export async function importDisposition(
  work: Work,
  scope: ComponentScope,
  rows: DispositionCells[],
  dryRun: boolean,
): Promise<DispositionOutcome[]> {
  if (dryRun) return withoutNew(rows, await tried(work, (trial) => store(trial, scope, rows)))
  const outcomes = await store(work, scope, rows)
  const refused = outcomes.filter(({ error }) => error !== null)
  if (refused.length === 0) return outcomes
  const messages = refused.slice(0, 20).map(({ row, error }) => `Row ${row}: ${error ?? ''}`)
  throw new DomainError('invalid', 'disposition.refused', messages.join(' '), {
    messages,
    members: { rows: withoutNew(rows, outcomes).map(asAnswered) },
  })
}

/** A row as the answer has it. */
function asAnswered({ row, comment_id, from, to, error }: DispositionOutcome) {
  return { row, comment_id, from, to, error }
}

/** Comments that were made and taken back have no id that anybody could use. */
function withoutNew(rows: DispositionCells[], outcomes: DispositionOutcome[]): DispositionOutcome[] {
  const named = new Set(rows.flatMap(({ id, row }) => (id === null ? [] : row)))
  return outcomes.map((one) => (named.has(one.row) || one.from !== null ? one : { ...one, comment_id: null }))
}

async function store(
  work: Work,
  scope: ComponentScope,
  rows: DispositionCells[],
): Promise<DispositionOutcome[]> {
  const { em, db } = work
  const ids = rows.flatMap(({ id }) => idIn(id) ?? [])
  await lockDuplicates(db, scope.component_id)
  await sql`select id from reviews where component_id = ${scope.component_id} and id = any (${sql.val(ids)}::integer[]) order by id for update`.execute(
    db,
  )
  const numbers = await numbersOf(work, scope.component_id)
  const outcomes: DispositionOutcome[] = []
  for (let at = 0; at < rows.length; at += PORTION) {
    const portion = rows.slice(at, at + PORTION)
    const own = portion.flatMap(({ id }) => idIn(id) ?? [])
    const reviews = await em.find(Review, { id: { $in: own }, componentId: scope.component_id })
    const byId = new Map(reviews.map((review) => [review.id, review]))
    for (const row of portion) outcomes.push(await outcomeOf(work, { scope, numbers, byId }, row))
    await em.flush()
    em.clear()
  }
  return outcomes
}

interface Known {
  scope: ComponentScope
  numbers: Numbers
  byId: Map<number, Review>
}

async function outcomeOf(work: Work, known: Known, row: DispositionCells): Promise<DispositionOutcome> {
  const id = idIn(row.id)
  const review = id === null ? undefined : known.byId.get(id)
  const from = review?.triageStatus ?? null
  const told = { row: row.row, comment_id: id, from }
  try {
    if (row.id === null) return { ...told, ...(await said(work, known, row)), error: null }
    if (!review?.isTopLevel())
      throw invalid('disposition.unknown_comment', 'comment_id', 'names no comment of this component')
    return { ...told, ...(await decided(work, known, review, row)), error: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...told, to: from, changed: false, error: error.message }
  }
}

type Became = Pick<DispositionOutcome, 'to' | 'changed'>

/**
 * Decides on a comment as its row says, answers and closes it, unless it is so already; answers its status. A row that
 * still says pending says nothing: whoever filled it in left it.
 */
async function decided(
  work: Work,
  { scope, numbers }: Known,
  review: Review,
  row: DispositionCells,
): Promise<Became> {
  const before = review.triageStatus ?? null
  const said = row.status === null ? before : triageStatusOf(row.status)
  const status = said === 'pending' ? before : said
  if (status === undefined)
    throw invalid('validation', 'triage_status', `"${(row.status ?? '').slice(0, 100)}" is no triage status.`)
  const response = row.response !== null && (await isNew(work, review.id, row.response)) ? row.response : null
  const closes = /^(yes|true|1|x|closed)$/i.test(row.adjudicated ?? '')
  if (status === before || status === null) {
    if (closes && review.adjudicatedAt == null && before !== null && before !== 'pending') {
      await closeComment(work, review, scope, response)
      return { to: before, changed: true }
    }
    if (response !== null) {
      const given = {
        ruleId: review.ruleId ?? null,
        comment: response,
        section: review.section ?? null,
        parentId: review.id,
      }
      await postComment(work, scope, given)
    }
    return { to: before, changed: response !== null }
  }
  const addressedBy = row.addressedBy === null ? null : ruleNamed(numbers, row.addressedBy)
  const decision = checkedDecision(work, {
    status,
    response: row.response,
    duplicateOfReviewId: idIn(row.duplicateOf),
    addressedByRuleId: addressedBy,
    close: closes,
  })
  await decide(work, review, scope, { ...decision, response })
  return { to: review.triageStatus ?? null, changed: true }
}

/** A comment that stands in the sheet alone, in the name of whom the row names, and what the row decides on it. */
async function said(
  work: Work,
  known: Known,
  row: DispositionCells,
): Promise<Became & Pick<DispositionOutcome, 'comment_id' | 'from'>> {
  const { scope, numbers } = known
  if (row.comment === null)
    throw invalid('validation', 'comment', 'The row has neither a comment id nor a comment.')
  if (row.name === null)
    throw invalid('validation', 'commenter_name', 'A new comment needs the name of its commenter.')
  const section = sectionOf(row.section)
  if (section === undefined)
    throw invalid('validation', 'section', `"${(row.section ?? '').slice(0, 100)}" is no section.`)
  const onComponent = row.rule === null || row.rule === '(component)'
  const ruleId = onComponent ? null : ruleNamed(numbers, row.rule ?? '')
  const { limits } = work.env
  if (row.name.length > limits.userName)
    throw invalid('validation', 'commenter_name', `must have at most ${limits.userName} characters`)
  const same = await sameComment(work, scope.component_id, ruleId, row)
  if (same) {
    const stored = await work.em.findOneOrFail(Review, { id: same.id })
    return { comment_id: same.id, from: same.triage_status, ...(await decided(work, known, stored, row)) }
  }
  const saidBy = { name: row.name, email: row.email?.slice(0, limits.userEmail) ?? null }
  const given = {
    ruleId,
    comment: row.comment,
    section: ruleId === null ? null : section,
    parentId: null,
    saidBy,
  }
  const { review } = await postComment(work, scope, given)
  const became = await decided(work, known, review, row)
  return { comment_id: review.id, from: null, ...became, changed: true }
}

function sameComment({ db }: Work, componentId: number, ruleId: number | null, row: DispositionCells) {
  return db
    .selectFrom('reviews')
    .select(['id', 'triage_status'])
    .where('component_id', '=', componentId)
    .where(sql<boolean>`coalesce(original_commentable_id, rule_id) is not distinct from ${ruleId}::integer`)
    .where('comment', '=', row.comment ?? '')
    .where('commenter_imported_name', '=', row.name)
    .where('responding_to_review_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst()
}

/** Whether nobody has answered so yet. */
async function isNew({ db }: Work, parentId: number, text: string): Promise<boolean> {
  const known = await db
    .selectFrom('reviews')
    .select('id')
    .where('responding_to_review_id', '=', parentId)
    .where('comment', '=', text)
    .executeTakeFirst()
  return known === undefined
}

/** Ids of the requirements by number, and what their names begin with. */
interface Numbers {
  prefix: string
  ids: Map<string, number>
}

async function numbersOf({ db }: Work, componentId: number): Promise<Numbers> {
  const rules = await db
    .selectFrom('components as c')
    .leftJoin('rules as r', (join) =>
      join.onRef('r.component_id', '=', 'c.id').on('r.deleted_at', 'is', null),
    )
    .select(['r.id', 'r.rule_id', 'c.prefix'])
    .where('c.id', '=', componentId)
    .execute()
  const ids = rules.flatMap(({ id, rule_id: number }) =>
    id === null || number === null ? [] : [[number, id] as const],
  )
  return { prefix: rules[0]?.prefix ?? '', ids: new Map(ids) }
}

/** The requirement of a displayed name or number. Throws 422 where there is none. */
function ruleNamed({ prefix, ids }: Numbers, name: string): number {
  const id = ids.get(numberOf(name, prefix) ?? '')
  if (id === undefined) throw invalid('validation', 'rule', `There is no requirement ${name.slice(0, 100)}.`)
  return id
}

function idIn(cell: string | null): number | null {
  const id = cell !== null && /^\d{1,10}$/.test(cell) ? Number(cell) : null
  return id !== null && id >= 1 && id <= 2_147_483_647 ? id : null
}
