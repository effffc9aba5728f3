import { useEffect, useState } from 'react'
import { queryClient } from '../../../api/client.ts'
import { onEvent } from '../../../api/live.ts'
import { currentUser } from '../../../api/session.ts'
import { t } from '../../../languages/t.ts'
import { EVERYTHING, type TriageFilter } from '../search.ts'
import { storeSnapshot, isEcho } from '../undo/store.ts'
import { dropRow, patchRow, queueOf, refetchQueues, rowIn, rowsOf, type Queue, type Scope } from './queue.ts'
import { inOrder, type Row } from './rows.ts'

const TOGETHER_MS = 250
const FLASH_MS = 1000
/** From so many on, the queue is read again in place of each comment. */
const MANY = 100
/** Replies name themselves, not the comment; reactions change nothing that the queue shows. */
const WITHOUT_ROW = new Set(['comment.replied', 'reaction.changed'])

/** Someone else's change of a comment, for who looks at it right now. */
export interface LiveNotice {
  id: number
  event: string
  name: string | null
  key: string
}

/**
 * Brings what others do into the queue: the row changes where it stands, shows the name of who did it for a second, and
 * nothing else moves. Answers the last change, for the one who looks at that very comment.
 */
export function useLiveQueue(scope: Scope, filter: TriageFilter): LiveNotice | null {
  const [notice, setNotice] = useState<LiveNotice | null>(null)
  const place = JSON.stringify([scope, filter])
  useEffect(() => {
    const [own, narrowed] = JSON.parse(place) as [Scope, TriageFilter]
    const waiting = new Map<number, string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    // The first event is read at once, what comes right after it in one go.
    const read = () => {
      timer = waiting.size > 0 ? setTimeout(read, TOGETHER_MS) : undefined
      if (waiting.size === 0) return
      const some = new Map(waiting)
      waiting.clear()
      if (some.size > MANY) void refetchQueues()
      else void bring(own, narrowed, some).then((one) => one && setNotice(one))
    }
    const leave = onEvent(({ event, data }) => {
      const { review_id: id } = data
      if (event === 'comment.merged' || event === 'reset') return void refetchQueues()
      if (!event.startsWith('comment.') || WITHOUT_ROW.has(event) || typeof id !== 'number') return
      if (event === 'comment.destroyed') return dropRow(id)
      if (isMine(data) && isEcho(id, event)) return
      waiting.set(id, event)
      if (timer === undefined) read()
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [place])
  return notice
}

/**
 * Reads what changed in one call and puts it where it belongs; answers the last change that was someone else's. A
 * comment that is here and not in the answer went elsewhere.
 */
async function bring(
  scope: Scope,
  filter: TriageFilter,
  events: ReadonlyMap<number, string>,
): Promise<LiveNotice | null> {
  // What is on its way is answered by its own request.
  const ids = [...events.keys()].filter((id) => !storeSnapshot().sending.has(id))
  if (ids.length === 0) return null
  try {
    const { rows } = await rowsOf(scope, EVERYTHING, { ids })
    for (const id of ids) if (!rows.some((row) => row.id === id)) gone(scope, id)
    const notices = rows.map((row) => changed(row, events.get(row.id) ?? ''))
    const added = rows.filter((row) => rowIn(row.id) === undefined)
    if (added.length > 0) await add(scope, filter, added)
    return notices.findLast((one) => one !== null) ?? null
  } catch {
    // The next event, or the next look at the page, brings it.
    return null
  }
}

/** A comment that is not here any more; one of another component is read again where its queue is opened again. */
function gone(scope: Scope, id: number): void {
  const row = rowIn(id)
  if (!row) return
  if (scope.kind === 'project' || row.component_id === scope.id) dropRow(id)
  else void refetchQueues('none')
}

/** Shows a row as it is now; null where it is not shown, or was shown so already. */
function changed(row: Row, event: string): LiveNotice | null {
  const before = rowIn(row.id)
  if (!before || before.lock_version >= row.lock_version || storeSnapshot().sending.has(row.id)) return null
  const name = row.adjudicator_display_name ?? row.triager_display_name
  patchRow(row.id, () => ({ ...row, flash: name ?? t('Changed') }))
  setTimeout(() => patchRow(row.id, withoutFlash), FLASH_MS)
  return { id: row.id, event, name, key: `${row.id} ${row.lock_version}` }
}

/** Comments that are new here take their places in the order of work, if the filter lets them through. */
async function add(scope: Scope, filter: TriageFilter, some: readonly Row[]): Promise<void> {
  const { rows } = await rowsOf(scope, filter, { ids: some.map(({ id }) => id) })
  const { queryKey } = queueOf(scope, filter)
  queryClient.setQueryData<Queue>(queryKey, (queue) => {
    if (!queue) return queue
    const fresh = rows.filter((row) => !queue.rows.some(({ id }) => id === row.id))
    if (fresh.length === 0) return queue
    return {
      ...queue,
      rows: inOrder([...queue.rows, ...fresh], filter.sort),
      total: queue.total + fresh.length,
    }
  })
}

/** Whether an event tells of what this person did, here or elsewhere. */
function isMine({ actor }: Record<string, unknown>): boolean {
  return typeof actor === 'object' && actor !== null && 'id' in actor && actor.id === currentUser()?.id
}

function withoutFlash(row: Row): Row {
  const { flash: _flash, ...plain } = row
  return plain
}
