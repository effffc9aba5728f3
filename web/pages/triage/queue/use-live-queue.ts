import { useEffect, useState } from 'react'
import { queryClient } from '../../../api/client.ts'
import { onEvent } from '../../../api/live.ts'
import { readCurrentUser } from '../../../api/session.ts'
import { t } from '../../../languages/t.ts'
import { EVERYTHING, type TriageFilter } from '../search.ts'
import { readStore, isEcho } from '../undo/store.ts'
import {
  dropRow,
  patchRow,
  createQueueQuery,
  refetchQueues,
  findRow,
  queryRows,
  type Queue,
  type Scope,
} from './queue.ts'
import { sortRows, type Row } from './rows.ts'

/** Events that arrive within this time after another one are applied together. */
const BATCH_WINDOW_MS = 250
const FLASH_MS = 1000
/** From this many changes on, the queue is refetched instead of each comment. */
const REFETCH_THRESHOLD = 100
/** Events of replies have their own ids, not the comment's; reactions change nothing in the queue. */
const WITHOUT_ROW = new Set(['comment.replied', 'reaction.changed'])

/** Another user's change of a comment, for the user who has it selected. */
export interface LiveNotice {
  id: number
  event: string
  name: string | null
  key: string
}

interface Change {
  event: string
  /** Null if the service does not name the user. */
  name: string | null
}

/**
 * Applies other users' changes to the queue: the row changes in place and shows the user's name for a second. Returns
 * the last change, for a user who has this comment selected.
 */
export function useLiveQueue(scope: Scope, filter: TriageFilter): LiveNotice | null {
  const [notice, setNotice] = useState<LiveNotice | null>(null)
  const key = JSON.stringify([scope, filter])
  useEffect(() => {
    const [currentScope, currentFilter] = JSON.parse(key) as [Scope, TriageFilter]
    const pending = new Map<number, Change>()
    let timer: ReturnType<typeof setTimeout> | undefined
    // The first event is applied at once, the following ones in a batch.
    const flush = () => {
      timer = pending.size > 0 ? setTimeout(flush, BATCH_WINDOW_MS) : undefined
      if (pending.size === 0) return
      const batch = new Map(pending)
      pending.clear()
      if (batch.size > REFETCH_THRESHOLD) void refetchQueues()
      else void updateRows(currentScope, currentFilter, batch).then((last) => last && setNotice(last))
    }
    const unsubscribe = onEvent(({ event, data }) => {
      const { review_id: id } = data
      if (event === 'comment.merged' || event === 'reset') return void refetchQueues()
      if (!event.startsWith('comment.') || WITHOUT_ROW.has(event) || typeof id !== 'number') return
      if (event === 'comment.destroyed') {
        dropRow(id)
        return setNotice({ id, event, name: readActorName(data), key: `${id} deleted` })
      }
      if (isOwnEvent(data) && isEcho(id, event)) return
      pending.set(id, { event, name: readActorName(data) })
      if (timer === undefined) flush()
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [key])
  return notice
}

/**
 * Fetches the changed comments in one call and updates their rows; returns the last change of another user. A comment
 * that is missing from the answer has left the queue.
 */
async function updateRows(
  scope: Scope,
  filter: TriageFilter,
  events: ReadonlyMap<number, Change>,
): Promise<LiveNotice | null> {
  // Comments in flight are updated by their own request.
  const ids = [...events.keys()].filter((id) => !readStore().sending.has(id))
  if (ids.length === 0) return null
  try {
    const { rows } = await queryRows(scope, EVERYTHING, { ids })
    for (const id of ids) if (!rows.some((row) => row.id === id)) removeRow(scope, id)
    const notices = rows.map((row) => updateRow(row, events.get(row.id)))
    const added = rows.filter((row) => findRow(row.id) === undefined)
    if (added.length > 0) await insertRows(scope, filter, added)
    return notices.findLast((item) => item !== null) ?? null
  } catch {
    // The next event, or the next focus of the page, refetches them.
    return null
  }
}

/** Removes a comment that left this queue; for another component, its queue is refetched when it is opened again. */
function removeRow(scope: Scope, id: number): void {
  const row = findRow(id)
  if (!row) return
  if (scope.kind === 'project' || row.component_id === scope.id) dropRow(id)
  else void refetchQueues('none')
}

/** Updates a row; returns null if it is not shown or did not change. */
function updateRow(row: Row, change: Change = { event: '', name: null }): LiveNotice | null {
  const before = findRow(row.id)
  if (!before || before.lock_version >= row.lock_version || readStore().sending.has(row.id)) return null
  const { event, name } = change
  patchRow(row.id, () => ({ ...row, flash: name ?? t('Changed') }))
  setTimeout(() => patchRow(row.id, removeFlash), FLASH_MS)
  return { id: row.id, event, name, key: `${row.id} ${row.lock_version}` }
}

/** Inserts new comments in sort order, if they match the filter. */
async function insertRows(scope: Scope, filter: TriageFilter, added: readonly Row[]): Promise<void> {
  const { rows } = await queryRows(scope, filter, { ids: added.map(({ id }) => id) })
  const { queryKey } = createQueueQuery(scope, filter)
  queryClient.setQueryData<Queue>(queryKey, (queue) => {
    if (!queue) return queue
    const missing = rows.filter((row) => !queue.rows.some(({ id }) => id === row.id))
    if (missing.length === 0) return queue
    return {
      ...queue,
      rows: sortRows([...queue.rows, ...missing], filter.sort),
      total: queue.total + missing.length,
    }
  })
}

/** Whether an event is of this user, in any tab or browser. */
function isOwnEvent({ actor }: Record<string, unknown>): boolean {
  return typeof actor === 'object' && actor !== null && 'id' in actor && actor.id === readCurrentUser()?.id
}

function readActorName({ actor }: Record<string, unknown>): string | null {
  if (typeof actor !== 'object' || actor === null || !('name' in actor)) return null
  return typeof actor.name === 'string' ? actor.name : null
}

function removeFlash(row: Row): Row {
  const { flash: _flash, ...plain } = row
  return plain
}
