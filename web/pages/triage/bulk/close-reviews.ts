import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ADJUDICATED_STATUSES } from '../../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../../api/client.ts'
import { notify, notifyError } from '../../../kit/toast.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import { toLockVersions } from '../clusters/cluster.ts'
import { CHOICES, findChoice } from '../decide/decisions.ts'
import { refetchQueues, queryRows, showReview, type Scope } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { EVERYTHING } from '../search.ts'
import { addUndoEntry, listStaleReviews, type Step } from '../undo/store.ts'
import { IDS } from './bulk.ts'

/** Whether a comment has a decision that awaits adjudication. */
export function isClosable(row: Pick<Row, 'triage_status' | 'adjudicated_at'>): boolean {
  const status = row.triage_status
  return status !== null && ADJUDICATED_STATUSES.includes(status) && row.adjudicated_at === null
}

const CLOSABLE = { ...EVERYTHING, triage_statuses: [...ADJUDICATED_STATUSES], resolved: 'false' as const }

const COUNT = 'closable-comments'

/** Counts the decided comments of a scope that are not closed, again after each change of `version`. */
export function createClosableQuery(scope: Scope, version: unknown) {
  return queryOptions({
    queryKey: [COUNT, scope, version],
    queryFn: async () => {
      const { total } = await queryRows(scope, CLOSABLE, { sort: 'oldest', page: 1, per_page: 1 })
      return total
    },
    placeholderData: keepPreviousData,
  })
}

/** Loads the comments that `createClosableQuery` counts. */
export async function loadClosable(scope: Scope): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await queryRows(scope, CLOSABLE, { sort: 'oldest', page, per_page: 1000 })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

/**
 * Closes decided comments, at most 500 of a component in a request, each with the version on screen. Reports how many
 * were closed, or why not all were. One undo reopens them all.
 */
export async function closeReviews(rows: readonly Row[], projectId: number): Promise<void> {
  const decided = rows.filter(isClosable)
  const [first] = decided
  if (!first) return
  const steps: Step[] = []
  let size = 0
  try {
    for (const batch of toBatches(decided)) {
      const answer = await client.reviews.bulkAdjudicate.mutate({
        review_ids: batch.map(({ id }) => id),
        expected_lock_versions: toLockVersions(batch),
      })
      for (const review of answer.reviews) showReview(review)
      steps.unshift({ kind: 'many', componentId: batch[0]?.component_id ?? 0, decision: answer.decision_id })
      size += batch.length
    }
    notify(t('{comments} closed', { comments: formatCount(size, 'comment') }))
  } catch (error) {
    for (const review of listStaleReviews(error)) showReview(review)
    notifyError(error)
  }
  if (size > 0) {
    addUndoEntry({
      choice: findChoice(first.triage_status) ?? CHOICES[0],
      done: t('Closed'),
      projectId,
      componentId: first.component_id,
      size,
      firstId: first.id,
      before: decided.slice(0, size),
      response: '',
      decidedAt: Date.now(),
      state: 'done',
      steps,
      stays: null,
    })
  }
  await Promise.all([
    refetchQueues('none'),
    queryClient.invalidateQueries(api.components.workflowState.pathFilter()),
    queryClient.invalidateQueries({ queryKey: [COUNT] }),
  ])
}

/** Splits comments into batches of at most 500, each of one component. */
function toBatches(rows: readonly Row[]): Row[][] {
  const byComponent = Map.groupBy(rows, ({ component_id: id }) => id)
  return [...byComponent.values()].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / IDS) }, (_, index) =>
      some.slice(index * IDS, (index + 1) * IDS),
    ),
  )
}
