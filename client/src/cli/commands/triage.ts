import { randomUUID } from 'node:crypto'
import { Option, type Command } from '@commander-js/extra-typings'
import { read } from 'read'
import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure } from '../failure.ts'
import { DECISIONS } from '../labels.ts'
import { openSession, type Session } from '../service/session.ts'
import { parseCount, parseId, parseIds, addCommand } from './command.ts'
import { toCommentFilter, addFilterOptions, type CommentFilterOptions } from './comments.ts'

export function addTriage(program: Command): void {
  addFilterOptions(
    addCommand(
      program,
      'triage',
      'Decide on one or several comments, or on all of a component that match a filter',
      '{count, reviews, …}',
    ),
  )
    .argument('[comment...]', 'ids of the comments; without any, --component and filters', parseIds)
    .addOption(new Option('--status <status>', 'the decision').choices(DECISIONS).makeOptionMandatory())
    .option('--response <text>', 'a reply with the decision')
    .option('--duplicate-of <comment>', 'the canonical comment, with duplicate', parseId)
    .option('--addressed-by <rule>', 'the requirement that addresses it, with addressed_by', parseId)
    .option('--close', 'close the comment in the same write')
    .option('--if-version <n>', 'only if the comment still has this lock_version', parseLockVersion)
    .option('--dry-run', 'show what would be decided, without changing anything')
    .option('--yes', 'do not ask before deciding on all comments that match a filter')
    .action(async (reviewIds, options, command) => {
      const comments = [...new Set(reviewIds ?? [])]
      const decision = {
        triage_status: options.status,
        response_comment: options.response,
        duplicate_of_review_id: options.duplicateOf,
        addressed_by_rule_id: options.addressedBy,
        close: options.close,
      }
      if (options.ifVersion !== undefined && comments.length !== 1) {
        throw new Failure(EXIT.usage, '--if-version is for one comment.')
      }
      if (comments.length === 0) return triageByFilter(options, decision)
      const { triage_status: status, ...narrowing } = toCommentFilter(options)
      const givenStatus = command.getOptionValueSource('whereStatus') === 'default' ? undefined : status
      const filters = [options.component, options.rule, givenStatus, ...Object.values(narrowing)]
      if (filters.some((value) => value !== undefined)) {
        throw new Failure(EXIT.usage, 'Give comments or a filter, not both.')
      }
      const versions =
        options.ifVersion === undefined ? [] : comments.map((each) => [each, options.ifVersion])
      const guard = versions.length === 0 ? {} : { expected_lock_versions: Object.fromEntries(versions) }
      const session = await openSession(options)
      await decideTogether(
        session,
        { review_ids: comments },
        undefined,
        { ...decision, ...guard },
        options.dryRun,
      )
    })
}

export function addUndo(program: Command): void {
  addCommand(program, 'undo', 'Undo your last decision on comments, or one bulk decision', '{count, reviews}')
    .argument('[comment...]', 'ids of the comments', parseIds)
    .option('--component <id>', 'with --decision: the component of the decision', parseId)
    .option('--decision <uuid>', 'the bulk decision, as printed by triage')
    .action(async (comments, { component, decision, ...options }) => {
      const many = component !== undefined && decision !== undefined
      if (many === (comments !== undefined && comments.length > 0)) {
        throw new Failure(EXIT.usage, 'Give comments, or --component and --decision.')
      }
      const { api, out } = await openSession(options)
      if (many) {
        const answer = await api.reviews.undoBulk.mutate({ componentId: component, decision_id: decision })
        const number = answer.reviews.length + answer.left_out
        return out.document(
          { count: number, reviews: answer.reviews },
          `Undid the decision on ${formatCommentCount(number)}.`,
        )
      }
      const reviews = await undoEach(api, [...new Set(comments)])
      const words = reviews.map(
        ({ id: reviewId, triage_status }) => `Comment ${reviewId}: ${triage_status} again`,
      )
      out.document({ count: reviews.length, reviews }, words.join('\n'))
    })
}

export function addClose(program: Command): void {
  addCommand(program, 'close', 'Close comments that have been decided on', '{count, reviews, …}')
    .argument('<comment...>', 'ids of the comments', parseIds)
    .option('--resolution <text>', 'a reply to each comment')
    .action(async (reviewIds, { resolution, ...options }) => {
      const { api, out } = await openSession(options)
      const review_ids = [...new Set(reviewIds)]
      const input = { review_ids, resolution_comment: resolution }
      const answer = await api.reviews.bulkAdjudicate.mutate(input, {
        context: { idempotencyKey: randomUUID() },
      })
      out.document({ count: review_ids.length, ...answer }, `Closed: ${review_ids.join(', ')}`)
    })
}

/** Undoes decisions one after the other. Throws the first failure and reports the decisions that were undone before it. */
async function undoEach(api: Session['api'], comments: number[]) {
  const reviews: Awaited<ReturnType<typeof api.reviews.undo.mutate>>['review'][] = []
  for (const reviewId of comments) {
    try {
      reviews.push((await api.reviews.undo.mutate({ reviewId })).review)
    } catch (error) {
      const { exit, message, facts } = toFailure(error)
      const before = reviews.map(({ id: done }) => done).join(', ')
      const undone = before === '' ? '' : ` Undone before it: ${before}.`
      throw new Failure(exit, `Comment ${reviewId}: ${message}${undone}`, facts)
    }
  }
  return reviews
}

type Decision = Omit<
  Parameters<Session['api']['reviews']['bulkTriage']['mutate']>[0],
  'review_ids' | 'filter'
>
type Selection = Pick<
  Parameters<Session['api']['reviews']['bulkTriage']['mutate']>[0],
  'review_ids' | 'filter'
>

interface TriageByFilterOptions extends CommentFilterOptions {
  json?: true | undefined
  url?: string | undefined
  component?: number | undefined
  rule?: number | undefined
  dryRun?: true | undefined
  yes?: true | undefined
}

async function triageByFilter(options: TriageByFilterOptions, decision: Decision): Promise<void> {
  const { component, rule } = options
  if (component === undefined) {
    throw new Failure(EXIT.usage, 'Give comments, or the --component to decide in.')
  }
  const needsConfirmation = !options.yes && !options.dryRun
  if (needsConfirmation && !process.stdin.isTTY) {
    throw new Failure(EXIT.usage, 'Preview with --dry-run, then decide on all matching comments with --yes.')
  }
  const session = await openSession(options)
  const filter = { component_id: component, rule_id: rule, ...toCommentFilter(options) }
  if (needsConfirmation) {
    const preview = await session.api.reviews.bulkTriage.mutate({ filter, ...decision, dry_run: true })
    const question = `Decide ${decision.triage_status} on ${formatCommentCount(preview.count ?? 0)}? [y/N] `
    const answer = await read({ prompt: question, output: process.stderr }).catch(() => 'no')
    if (!/^y(es)?$/i.test(answer)) throw new Failure(EXIT.interrupted, 'Nothing was decided.')
  }
  await decideTogether(session, { filter }, component, decision, options.dryRun)
}

async function decideTogether(
  { api, out }: Session,
  selection: Selection,
  position: number | undefined,
  decision: Decision,
  dryRun: true | undefined,
): Promise<void> {
  const input = { ...selection, ...decision, dry_run: dryRun }
  const answer = await api.reviews.bulkTriage.mutate(input, { context: { idempotencyKey: randomUUID() } })
  if (dryRun) {
    const rows = answer.reviews.map(
      (review) => `  ${review.id}  ${review.triage_status}  ${toOneLine(review.comment)}`,
    )
    const words = `Would decide ${decision.triage_status} on ${formatCommentCount(answer.count ?? 0)}.`
    return out.document({ count: rows.length, ...answer }, [words, ...rows].join('\n'))
  }
  const number = answer.reviews.length + (answer.left_out ?? 0)
  const component = position ?? answer.reviews[0]?.component_id ?? 'ID'
  const undoHint = answer.decision_id
    ? `Undo: rulewright undo --component ${component} --decision ${answer.decision_id}`
    : ''
  const summary = `Decided ${decision.triage_status} on ${number} ${number === 1 ? 'comment' : 'comments'}.`
  out.document({ count: number, ...answer }, [summary, undoHint].join('\n').trimEnd())
}

function toOneLine(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').slice(0, 80)
}

function parseLockVersion(text: string): number {
  return text === '0' ? 0 : parseCount(text)
}

function formatCommentCount(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`
}
