import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query'
import { TRIAGE_STATUSES } from '../../src/vocabulary.ts'
import { createRecentEvents, readCatchUpMs } from './catch-up.ts'
import { api, client, queryClient, type Outputs } from './client.ts'
import { toProblem } from './errors.ts'
import { runInOneTab, type Broadcast } from './one-tab.ts'
import { reachability } from './reachability.ts'
import { findCachedQueries, toRouterFilter } from './router-filter.ts'

/** An event of a project from its event stream. */
export interface BoardEvent {
  id: string
  event: string
  data: Record<string, unknown>
}

type SimilarComments = Outputs['reviews']['similarTo']

/** The effect of an event on the cache: values to patch, and queries to invalidate. */
export interface Effect {
  patch?: (cache: QueryClient, data: BoardEvent['data']) => void
  refetch?: (data: BoardEvent['data']) => QueryFilters[]
  /** Lists and counts, which are refetched at most every three seconds during a series of events. */
  counts?: readonly QueryFilters[]
}

/** Queries that list or count comments. */
const listCommentQueries = (): QueryFilters[] => [
  toRouterFilter(api.reviews.pathFilter()),
  toRouterFilter(api.components.pathFilter()),
  toRouterFilter(api.projects.list.pathFilter()),
]
/** Queries that a new comment changes: the requirement that an author has open, and all counts. */
const listCreationQueries = (): QueryFilters[] => [
  ...listCommentQueries(),
  toRouterFilter(api.rules.pathFilter()),
]
const isOfReviews = toRouterFilter(api.reviews.pathFilter()).predicate
/** The comment that a query names in its input; undefined for lists and counts. */
const readCommentId = ({ queryKey: [, ids] }: Query): unknown => {
  const input: unknown = ids && typeof ids === 'object' && 'input' in ids ? ids.input : null
  return input !== null && typeof input === 'object' && 'reviewId' in input ? input.reviewId : undefined
}
/** Queries that a decision on a comment changes. It adds no suggestion: only a withdrawn comment is never suggested. */
const listDecisionQueries = ({ review_id: id }: BoardEvent['data']): QueryFilters[] => {
  if (typeof id !== 'number') return listCommentQueries()
  const naming = new Set(findSuggestions(queryClient, id).map(({ query }) => query))
  const isTouched = (query: Query) => isOfReviews(query) && (readCommentId(query) === id || naming.has(query))
  return [{ predicate: isTouched }]
}
/** Lists, counts and notifications that a decision changes. */
const COUNTS: readonly QueryFilters[] = [
  { predicate: (query) => isOfReviews(query) && readCommentId(query) === undefined },
  toRouterFilter(api.components.pathFilter()),
  toRouterFilter(api.projects.list.pathFilter()),
]
/** The cached similar-comment suggestions that include a comment. */
function findSuggestions(cache: QueryClient, id: number): { query: Query; suggestions: SimilarComments }[] {
  return findCachedQueries(cache, api.reviews.similarTo.pathFilter()).flatMap((query) => {
    const suggestions = cache.getQueryData<SimilarComments>(query.queryKey)
    return suggestions?.rows.some(({ review }) => review.id === id) ? [{ query, suggestions }] : []
  })
}
/** Patches a decision into every suggestion of its comment from the event, before any query is sent. */
const patchSuggestions = (cache: QueryClient, data: BoardEvent['data']): void => {
  const { review_id: id, lock_version: version, adjudicated_at: closed } = data
  const status = TRIAGE_STATUSES.find((item) => item === data['triage_status'])
  if (status === undefined || typeof id !== 'number' || typeof version !== 'number') return
  // Skip queries without the comment: there are hundreds after an hour of work.
  for (const { query, suggestions } of findSuggestions(cache, id)) {
    const rows = suggestions.rows.map((row) =>
      row.review.id !== id || row.review.lock_version >= version
        ? row
        : {
            ...row,
            review: {
              ...row.review,
              triage_status: status,
              lock_version: version,
              adjudicated_at: typeof closed === 'string' ? closed : null,
            },
          },
    )
    cache.setQueryData<SimilarComments>(query.queryKey, { ...suggestions, rows })
  }
}
const listRequirementQueries = (): QueryFilters[] => [
  toRouterFilter(api.rules.pathFilter()),
  toRouterFilter(api.audits.ofRule.pathFilter()),
  toRouterFilter(api.components.pathFilter()),
  toRouterFilter(api.reviews.sectionChanges.pathFilter()),
]
const listComponentQueries = (): QueryFilters[] => [
  toRouterFilter(api.components.pathFilter()),
  toRouterFilter(api.projects.pathFilter()),
]

/** Event -> effect, by the full name, else by the part before the dot. Pages add their own effects. */
export const EFFECTS: Record<string, Effect> = {
  comment: { patch: patchSuggestions, refetch: listCommentQueries },
  'comment.created': { patch: patchSuggestions, refetch: listCreationQueries },
  'comment.triaged': { patch: patchSuggestions, refetch: listDecisionQueries, counts: COUNTS },
  reaction: { refetch: () => [toRouterFilter(api.reviews.pathFilter())] },
  rule: { refetch: listRequirementQueries },
  component: { refetch: listComponentQueries },
}

export type LiveState = 'off' | 'connecting' | 'live' | 'lost'

/** Events that arrive within this time are applied together. */
const BATCH_WINDOW_MS = 250
/** The least time between two refetches of lists and counts. */
const COUNTS_MS = 3000

let state: LiveState = 'off'
const listeners = new Set<() => void>()
const boardListeners = new Set<(event: BoardEvent) => void>()

/** Returns the state of the connection. */
export function readLiveState(): LiveState {
  return state
}

/** Calls back on each change of the state, until the returned function is called. */
export function onLiveState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Subscribes to the events of the followed project, after the cache was changed; for banners and highlights. */
export function onEvent(listener: (event: BoardEvent) => void): () => void {
  boardListeners.add(listener)
  return () => boardListeners.delete(listener)
}

/**
 * Follows a project until the returned function is called. It starts with the events since the page read its data. One tab
 * holds the connection and broadcasts to the others, because a browser opens six to a service. A tab that takes over
 * continues after the last event.
 */
export function follow(cache: QueryClient, projectId: number): () => void {
  const apply = createEventApplier(cache)
  const recent = createRecentEvents<BoardEvent>()
  let last: string | null = null
  let answer: ((joined: number) => void) | null = null
  const onMessage = (message: Message) => {
    if ('joined' in message) return answer?.(message.joined)
    if ('state' in message) return setState(message.state)
    // A tab that joins later gets recent events again.
    const isRepeated = last !== null && Number(message.event.id) <= Number(last)
    if (isRepeated && message.event.event !== 'reset') return
    last = message.event.id
    recent.add(message.event)
    apply(message.event)
    for (const listener of boardListeners) listener(message.event)
  }
  setState('connecting')
  const { share, leave } = runInOneTab<Message>(`live-project-${projectId}`, onMessage, (broadcast) => {
    answer = (joined) => {
      broadcast({ state })
      for (const event of recent.list(joined)) broadcast({ event })
    }
    return subscribe(projectId, { after: last, catchUpMs: readCatchUpMs(cache) }, broadcast)
  })
  share({ joined: readCatchUpMs(cache) })
  return () => {
    leave()
    setState('off')
  }
}

/** `joined` asks the tab with the connection for its state and for the events of these last milliseconds. */
type Message = { event: BoardEvent } | { state: LiveState } | { joined: number }

/** The event to resume after; without one, the stream starts with the events of the last milliseconds. */
interface StreamStart {
  after: string | null
  catchUpMs: number
}

/** Holds a connection open. After a failure it waits until the service answers, and continues after the last event. */
function subscribe(
  projectId: number,
  { after, catchUpMs }: StreamStart,
  share: Broadcast<Message>,
): () => void {
  const startedAt = Date.now()
  let last = after
  let close = () => {}
  const retry = () => {
    close()
    share({ state: 'lost' })
    close = reachability.retryOnRecovery(() => {
      close = connect()
    })
  }
  const connect = () => {
    let isOpen = true
    const subscription = client.events.ofProject.subscribe(
      { projectId, ...toResume(last, Date.now() - startedAt + catchUpMs) },
      {
        onStarted: () => {
          reachability.reportAnswer()
          share({ state: 'live' })
        },
        // The library would reconnect at a fixed rate.
        onConnectionStateChange: ({ error }) => {
          if (error && isOpen) retry()
        },
        onData: ({ id, data: { event, data } }) => {
          last = id
          share({ event: { id, event, data } })
        },
        onComplete: () => {
          if (isOpen) retry()
        },
        onError: (error) => {
          if (!isOpen) return
          if (toProblem(error).status !== 404) return retry()
          share({ state: 'off' })
          // If the user lost access, the page finds out at once.
          share({ event: { id: 'gone', event: 'reset', data: {} } })
        },
      },
    )
    return () => {
      isOpen = false
      subscription.unsubscribe()
    }
  }
  close = connect()
  return () => close()
}

/** Where a connection starts; the service accepts a minute at most. */
function toResume(last: string | null, catchUpMs: number) {
  return last === null ? { catch_up_ms: Math.min(catchUpMs, 60_000) } : { lastEventId: last }
}

/** Applies events to the cache. `reset` means that events were missed: all queries are refetched. */
export function createEventApplier(cache: QueryClient): (event: BoardEvent) => void {
  const refetch = batchRefetches(cache, 0)
  const recount = batchRefetches(cache, COUNTS_MS)
  return ({ event, data }) => {
    const effect = EFFECTS[event] ?? EFFECTS[event.split('.')[0] ?? '']
    effect?.patch?.(cache, data)
    refetch(event === 'reset' ? [{}] : (effect?.refetch?.(data) ?? []))
    recount(effect?.counts ?? [])
  }
}

/** Refetches the queries of several events together, so that each is refetched once; two batches are `restMs` apart. */
function batchRefetches(cache: QueryClient, restMs: number): (filters: readonly QueryFilters[]) => void {
  let waiting = new Set<QueryFilters>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  const refetch = () => {
    const filters = [...waiting]
    waiting = new Set()
    timer = undefined
    last = Date.now()
    void cache.invalidateQueries({
      predicate: (query) => filters.some((filter) => matchQuery(filter, query)),
    })
  }
  return (filters) => {
    for (const filter of filters) waiting.add(filter)
    if (waiting.size > 0) timer ??= setTimeout(refetch, Math.max(BATCH_WINDOW_MS, last + restMs - Date.now()))
  }
}

function setState(newState: LiveState): void {
  if (newState === state) return
  state = newState
  for (const listener of listeners) listener()
}
