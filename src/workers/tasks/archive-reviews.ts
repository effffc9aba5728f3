import { z } from 'zod'
import { validationError } from '../../errors.ts'
import type { ArchiveEntries } from '../../formats/archive/entries.ts'
import {
  isReaction,
  PENDING,
  type ReadReview,
  type ReviewLimits,
  createReviewReader,
} from '../../formats/archive/reviews.ts'
import { type ThreadEntry, type ThreadPosition, locateThreads } from '../../formats/archive/threads.ts'
import type { Warnings } from '../../formats/archive/warnings.ts'
import type { TempFile, ByteRange } from '../../lib/temp-files/temp-file.ts'
import { splitIntoStatements } from './statement-parts.ts'

/** Reviews that one statement stores, and the numbers of all reviews that they name, each once. */
export interface ReviewPart {
  range: ByteRange
  numbers: Uint32Array
}

/** The reviews of one component, ready to be stored. */
export interface ReadReviews {
  parts: ReviewPart[]
  count: number
  /** Ids in the archive, as many as the audit log stores. */
  externalIds: string[]
  /** Email addresses in the reviews, each with the first row that has it. */
  people: { email: string; first: string; rows: number }[]
  reactions: number
  /** Comments with an assignee, by email address. */
  assignments: number
}

/** The most ids of an archive that the audit log stores. */
const MAX_EXTERNAL_IDS = 10_000
/** The most people without an account that are reported. */
const MAX_PEOPLE = 10_000

interface ReviewContext {
  folder: string
  /** component.json, which contains the comments on the component itself. */
  document: unknown
  include: boolean
  limits: ReviewLimits
  rules: ReadonlySet<string>
  warnings: Warnings
  file: TempFile
}

const ComponentReviews = z.object({ component_reviews: z.array(z.unknown()).nullish() })

/** Reads the reviews of a component, parents and canonical comments before the reviews that refer to them. */
export function readReviews(entries: Pick<ArchiveEntries, 'readRows'>, context: ReviewContext): ReadReviews {
  if (!context.include) {
    return { parts: [], count: 0, externalIds: [], people: [], reactions: 0, assignments: 0 }
  }
  const collector = new ReviewCollector(context)
  const path = `${context.folder}reviews.json`
  collector.add(path, entries.readRows(path, false), false)
  const inComponent = `${context.folder}component.json, component_reviews`
  const { data, success } = ComponentReviews.safeParse(context.document)
  if (!success) throw validationError('archive.invalid', 'file', `The entry ${inComponent} must be a list.`)
  const componentReviews = data.component_reviews ?? []
  collector.add(
    inComponent,
    componentReviews.map((value, index): [unknown, number] => [value, index + 1]),
    true,
  )
  return collector.readResult()
}

class ReviewCollector {
  readonly #context: ReviewContext
  readonly #entries: ThreadEntry[] = []
  readonly #labels: [file: string, row: number][] = []
  readonly #rows: ByteRange[] = []
  readonly #people = new Map<string, { first: string; rows: number }>()
  #reactions = 0
  #assignments = 0

  constructor(context: ReviewContext) {
    this.#context = context
  }

  add(path: string, rows: Iterable<[unknown, number]>, onComponent: boolean): void {
    const { warnings, limits, file } = this.#context
    const read = createReviewReader(path, limits, (row, message) => warnings.add(path, row, message))
    for (const [value, row] of rows) {
      const review = read(value, row)
      if (!review) continue
      if (onComponent && review.rule_id !== null) {
        warnings.add(path, row, 'names a requirement and is left out')
        continue
      }
      this.#entries.push({
        row: this.#labels.length,
        externalId: review.external_id,
        parentId: review.responding_to_external_id,
        duplicateOf: review.duplicate_of_external_id,
        addressedBy: review.addressed_by_rule_id,
        ruleId: review.rule_id,
        originalRuleId: review.original_rule_id,
        action: review.action,
        status: review.triage_status,
      })
      this.#labels.push([path, row])
      this.#rows.push(file.append(JSON.stringify(review)))
    }
  }

  readResult(): ReadReviews {
    const { file, rules, warnings } = this.#context
    const warn = (position: number, message: string) => {
      const [path, row] = this.#labels[position] ?? ['', 0]
      warnings.add(path, row, message)
    }
    const positions = locateThreads(this.#entries, rules, warn)
    const stored = positions
      .flatMap((item, index) => (item ? [{ ...item, index }] : []))
      .toSorted((a, b) => a.phase - b.phase || a.number - b.number)
    file.flush()
    const parts = [0, 1, 2].flatMap((phase) => {
      const ofPhase = stored.filter((item) => Math.min(item.phase, 2) === phase)
      return splitIntoStatements(ofPhase, ({ index }) => this.#rows[index]?.size ?? 0).map((part) => {
        const texts = part.map((position) => {
          const { index, number, parent, duplicateOf } = position
          const review: ReadReview['review'] = JSON.parse(
            file.read(this.#rows[index] ?? { offset: 0, size: 0 }),
          )
          return JSON.stringify({
            ...this.#resolveReferences(placeInThread(review, position), index, warn),
            n: number,
            parent,
            duplicate_of: duplicateOf,
          })
        })
        const range = file.append(`[${texts.join(',')}]`)
        file.flush()
        return { range, numbers: listNumbers(part) }
      })
    })
    const externalIds = stored
      .flatMap(({ index }) => this.#entries[index]?.externalId ?? [])
      .slice(0, MAX_EXTERNAL_IDS)
    const people = [...this.#people].map(([email, counts]) => ({ email, ...counts }))
    const figures = { reactions: this.#reactions, assignments: this.#assignments }
    return { parts, count: stored.length, externalIds, people, ...figures }
  }

  /** Drops references to missing requirements, and records the people named by email address. */
  #resolveReferences(
    review: ReadReview['review'],
    index: number,
    warn: (position: number, message: string) => void,
  ) {
    const { rules } = this.#context
    const findKnownNumber = (number: string | null, relation: string): string | null => {
      if (number === null || rules.has(number)) return number
      warn(index, `${relation} requirement ${number}, which is not there`)
      return null
    }
    const reactions = review.reactions.filter(({ kind, user_email: email }) => {
      if (isReaction(kind) && email !== null) return true
      warn(index, 'has a reaction without a person or of an unknown kind, left out')
      return false
    })
    const [path, row] = this.#labels[index] ?? ['', 0]
    const emails = [
      review.user_email,
      review.triage_set_by_email,
      review.adjudicated_by_email,
      review.assignee_email,
    ]
    for (const email of [...emails, ...reactions.map((item) => item.user_email)]) {
      this.#countPerson(email, `${path}, row ${row}`)
    }
    this.#reactions += reactions.length
    if (review.assignee_email !== null) this.#assignments += 1
    if (review.assignee_email === null && review.assignee_name !== null) {
      warn(
        index,
        `is assigned to ${review.assignee_name} without an email address, so the assignment is left out`,
      )
    }
    return {
      ...review,
      reactions,
      original_rule_id: findKnownNumber(review.original_rule_id, 'was first on'),
    }
  }

  #countPerson(email: string | null, first: string): void {
    const key = email?.trim().toLowerCase() ?? ''
    if (key === '') return
    const person = this.#people.get(key)
    if (person) person.rows += 1
    else if (this.#people.size < MAX_PEOPLE) this.#people.set(key, { first, rows: 1 })
  }
}

/** The numbers of these reviews, their parents and their canonical comments, each once. */
function listNumbers(positions: readonly ThreadPosition[]): Uint32Array {
  const named = positions.flatMap(({ number, parent, duplicateOf }) => [number, parent, duplicateOf])
  return Uint32Array.from(new Set(named.filter((number) => number !== null)))
}

/** Puts a review on the requirement of its thread; it becomes pending if its decision has no valid target. */
function placeInThread(
  review: ReadReview['review'],
  { ruleId, undecided }: Pick<ThreadPosition, 'ruleId' | 'undecided'>,
): ReadReview['review'] {
  const moved = ruleId === review.rule_id ? null : review.rule_id
  return {
    ...review,
    ...(undecided ? PENDING : {}),
    rule_id: ruleId,
    original_rule_id: review.original_rule_id ?? moved,
    section: ruleId === null ? null : review.section,
  }
}
