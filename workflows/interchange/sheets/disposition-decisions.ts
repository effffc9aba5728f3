import { sql } from 'kysely'
import { assertAcceptsComment, assertNotFrozen } from '../../../entities/comment-window.ts'
import { Review } from '../../../entities/review.ts'
import {
  type AddressingRule,
  type DecidedComment,
  NO_TARGETS,
  toResponse,
  type TriageTargets,
} from '../../../entities/triage-decision.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Queries } from '../../../src/database/database.ts'
import { validationError } from '../../../src/errors.ts'
import {
  type DispositionCells,
  parseCommentId,
  parseTriageStatus,
} from '../../../src/formats/spreadsheet/disposition.ts'
import { parseRuleNumber } from '../../../src/formats/spreadsheet/requirements.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import type { CommentEvent, TriageStatus } from '../../../src/vocabulary.ts'
import { announce } from '../../comments/announce.ts'
import { findMentionsInTexts } from '../../comments/mentions.ts'
import { assertLength } from '../../comments/texts.ts'
import { readNewestReviewId, toDecisionMetadata } from '../../decisions/decision-metadata.ts'
import { listLiveComments, listLiveRules } from '../../decisions/targets.ts'
import {
  assertResolution,
  validateDecision,
  type ValidatedDecision,
} from '../../decisions/validate-decision.ts'
import { isClosing } from './disposition-conflicts.ts'
import { hashText } from './known-comments.ts'
import { resolveRuleId, type RuleNumbers } from './rule-numbers.ts'

/** A row with the write-locked comment that it decides. */
export interface DecidingRow {
  row: DispositionCells
  review: Review
}

export interface DispositionChange {
  to: TriageStatus | null
  /** Whether a decision, response or close was applied. */
  changed: boolean
}

/** What the decisions of a batch depend on, loaded with a fixed number of queries. */
interface DecisionFacts {
  newestReviewId: number
  /** The replies that rows would repeat. */
  responses: Set<string>
  canonicals: ReadonlyMap<number, DecidedComment>
  duplicateCounts: Map<number, number>
  addressing: ReadonlyMap<number, AddressingRule>
}

/** Loads what the decisions of these rows depend on. */
export async function loadDecisionFacts(
  { db }: UnitOfWork,
  numbers: RuleNumbers,
  deciding: DecidingRow[],
): Promise<DecisionFacts> {
  const rows = deciding.map(({ row }) => row)
  const canonicalIds = rows.flatMap(({ duplicateOf }) => parseCommentId(duplicateOf) ?? [])
  const ruleIds = rows.flatMap(({ addressedBy }) => findRuleId(numbers, addressedBy) ?? [])
  return {
    newestReviewId: await readNewestReviewId(db),
    responses: await listRepeatedResponses(db, deciding),
    canonicals: canonicalIds.length === 0 ? new Map() : await listLiveComments(db, canonicalIds),
    duplicateCounts:
      canonicalIds.length === 0
        ? new Map()
        : await countDuplicates(
            db,
            deciding.map(({ review }) => review.id),
          ),
    addressing: ruleIds.length === 0 ? new Map() : await listLiveRules(db, ruleIds),
  }
}

const findRuleId = ({ prefix, ids }: RuleNumbers, name: string | null) =>
  ids.get(parseRuleNumber(name ?? '', prefix) ?? '')

const toResponseKey = (reviewId: number, digest: string) => `${reviewId}/${digest}`

async function listRepeatedResponses(db: Queries, deciding: DecidingRow[]): Promise<Set<string>> {
  const responding = deciding.flatMap(({ row: { response }, review }) =>
    response === null ? [] : [{ id: review.id, digest: hashText(response) }],
  )
  if (responding.length === 0) return new Set()
  const { rows } = await sql<{ id: number; digest: string }>`
    select distinct n.id, n.digest from jsonb_to_recordset(${JSON.stringify(responding)}::jsonb) n (id int, digest text)
    join reviews v on v.responding_to_review_id = n.id and md5(v.comment) = n.digest`.execute(db)
  return new Set(rows.map(({ id, digest }) => toResponseKey(id, digest)))
}

async function countDuplicates(db: Queries, ids: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select duplicate_of_review_id as id, count(*)::integer as count from reviews
    where duplicate_of_review_id = any (${sql.val(ids)}::integer[]) group by duplicate_of_review_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

interface PendingEvent {
  kind: CommentEvent
  review: Review
  response: Review | null
}

/** Applies the decisions of a batch of rows to their comments, and stores them together. */
export class DispositionDecisions {
  readonly #work: UnitOfWork
  readonly #scope: ComponentScope
  readonly #numbers: RuleNumbers
  readonly #facts: DecisionFacts
  readonly #reviews: ReadonlyMap<number, Review>
  readonly #events: PendingEvent[] = []

  constructor(
    work: UnitOfWork,
    { scope, numbers }: { scope: ComponentScope; numbers: RuleNumbers },
    facts: DecisionFacts,
    reviews: ReadonlyMap<number, Review>,
  ) {
    this.#work = work
    this.#scope = scope
    this.#numbers = numbers
    this.#facts = facts
    this.#reviews = reviews
  }

  /**
   * Applies a row's decision, response and close to its comment, unless already applied; returns its status.
   * `pending` is ignored: the cell was not edited.
   */
  apply({ row, review }: DecidingRow): DispositionChange {
    const before = review.triageStatus ?? null
    const rowStatus = row.status === null ? before : parseTriageStatus(row.status)
    const status = rowStatus === 'pending' ? before : rowStatus
    if (status === undefined) {
      throw validationError(
        'validation',
        'triage_status',
        `"${(row.status ?? '').slice(0, 100)}" is not a triage status.`,
      )
    }
    const response = this.#isRepeated(review, row.response) ? null : row.response
    const closes = isClosing(row)
    if (status === null || (status === before && !this.#namesOtherTarget(row, review))) {
      if (closes && review.adjudicatedAt == null && before !== null && before !== 'pending') {
        this.#close(review, response)
        return { to: before, changed: true }
      }
      if (response !== null) this.#reply(review, response)
      return { to: before, changed: response !== null }
    }
    const decision = validateDecision(this.#work, {
      status,
      response: row.response,
      duplicateOfReviewId: parseCommentId(row.duplicateOf),
      addressedByRuleId: row.addressedBy === null ? null : resolveRuleId(this.#numbers, row.addressedBy),
      close: closes,
    })
    this.#decide(review, { ...decision, response })
    return { to: review.triageStatus ?? null, changed: true }
  }

  /** Writes the decisions and responses, and announces them in the order of the rows. */
  async store(): Promise<void> {
    const { em, db, auditLog } = this.#work
    await em.flush()
    const { project_id: projectId, component_id: componentId } = this.#scope
    const texts = this.#events.flatMap((event) => toNewText(event) ?? [])
    const mentions = await findMentionsInTexts(db, { projectId, componentId }, texts)
    for (const event of this.#events) {
      const mentioned = mentions.get(toNewText(event) ?? '') ?? []
      announce(auditLog, event.kind, event.review, { responseId: event.response?.id, mentioned })
    }
  }

  #isRepeated({ id }: Review, response: string | null): boolean {
    return response !== null && this.#facts.responses.has(toResponseKey(id, hashText(response)))
  }

  /** Whether a row names another target than that of the comment's decision. An empty or unknown name changes nothing. */
  #namesOtherTarget(row: DispositionCells, review: Review): boolean {
    if (review.triageStatus === 'duplicate') {
      const named = parseCommentId(row.duplicateOf)
      return named !== null && named !== review.duplicateOfReviewId
    }
    const named = findRuleId(this.#numbers, row.addressedBy)
    return review.triageStatus === 'addressed_by' && named !== undefined && named !== review.addressedByRuleId
  }

  #decide(review: Review, decision: ValidatedDecision): void {
    assertNotFrozen(this.#scope)
    const previousCanonical = review.duplicateOfReviewId ?? null
    const metadata = toDecisionMetadata(this.#work, this.#facts.newestReviewId, decision)
    review.triage(decision.status, this.#findTargets(review, decision), metadata)
    this.#countDuplicate(previousCanonical, -1)
    this.#countDuplicate(review.duplicateOfReviewId ?? null, 1)
    this.#add('comment.triaged', review, decision.response ?? null)
  }

  /** The targets as they are after the rows before this one. */
  #findTargets(
    review: Review,
    { status, duplicateOfReviewId, addressedByRuleId }: ValidatedDecision,
  ): TriageTargets {
    const { canonicals, duplicateCounts, addressing } = this.#facts
    if (status === 'duplicate') {
      const stored = canonicals.get(duplicateOfReviewId ?? 0)
      const duplicateOf = stored ? (this.#reviews.get(stored.id) ?? stored) : null
      return { ...NO_TARGETS, duplicateOf, hasDuplicates: (duplicateCounts.get(review.id) ?? 0) > 0 }
    }
    if (status === 'addressed_by') {
      return { ...NO_TARGETS, addressedBy: addressing.get(addressedByRuleId ?? 0) ?? null }
    }
    return NO_TARGETS
  }

  #countDuplicate(canonical: number | null, change: 1 | -1): void {
    if (canonical === null) return
    const { duplicateCounts } = this.#facts
    duplicateCounts.set(canonical, (duplicateCounts.get(canonical) ?? 0) + change)
  }

  #close(review: Review, response: string | null): void {
    assertNotFrozen(this.#scope)
    assertResolution(this.#work, response)
    review.adjudicate(toDecisionMetadata(this.#work, this.#facts.newestReviewId, { response }))
    this.#add('comment.adjudicated', review, response)
  }

  #reply(review: Review, text: string): void {
    assertLength('comment', text, this.#work.env.limits.comment)
    assertAcceptsComment(this.#scope, true)
    const reply = this.#createResponse(review, text)
    this.#events.push({ kind: 'comment.replied', review: reply, response: null })
  }

  #add(kind: CommentEvent, review: Review, text: string | null): void {
    const response = text === null ? null : this.#createResponse(review, text)
    this.#events.push({ kind, review, response })
  }

  #createResponse(review: Review, text: string): Review {
    const { em, actor, now } = this.#work
    this.#facts.responses.add(toResponseKey(review.id, hashText(text)))
    return em.create(Review, toResponse(review, text, actor.id, now))
  }
}

/** The text that an event adds: a response or a reply. */
function toNewText({ kind, review, response }: PendingEvent): string | null {
  return kind === 'comment.replied' ? review.comment : (response?.comment ?? null)
}
