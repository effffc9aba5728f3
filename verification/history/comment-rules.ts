import type { Body } from '../../test/support/rest.ts'
import { findComment, pickDecision, hasRole, withComments } from './component-state.ts'
import type {
  Call,
  Comment,
  DecisionFields,
  LastDecision,
  Operation,
  Outcome,
  Rules,
  SubmittedDecision,
  ComponentState,
} from './component-state.ts'
import { matchesComment, matchesComments } from './matches-model.ts'

/** The rules of comments, from docs/rules/comments.md, and undoing. */

type CommentOperation = Exclude<
  Operation['kind'],
  'step' | 'sections' | 'allSections' | 'lockAll' | 'write' | 'phase' | 'release'
>

const UNDECIDED: DecisionFields = {
  status: 'pending',
  setBy: null,
  setAt: null,
  closedBy: null,
  closedAt: null,
  canonical: null,
  addressed: null,
}
const TERMINAL = ['duplicate', 'informational', 'withdrawn', 'addressed_by']

/** The changes that the audit log records; a decision that repeats the previous one writes no entry. */
const AUDITED = ['status', 'closedBy', 'canonical', 'addressed', 'text', 'marks'] as const

const isClosed = ({ closedBy }: DecisionFields) => closedBy !== null
const rejectFrozen = ({ phase }: ComponentState) => (phase === 'finalized' ? ['comment.frozen'] : [])
const requireRole = (call: Call, role: 'author' | 'admin') =>
  hasRole(call.caller, role) ? [] : ['permission_denied']
const requireAuthor = (call: Call, { author }: Comment) =>
  call.caller.id === author ? [] : ['permission_denied']
const findDuplicates = (world: ComponentState, id: number) =>
  [...world.comments.values()].filter(({ canonical }) => canonical === id)

/** The comment after one change; changes other than decisions cannot be reverted. */
function changeComment(
  comment: Comment,
  change: Partial<Comment>,
  last: LastDecision | null = null,
): Comment {
  const after = { ...comment, ...change }
  const entries = comment.entries + (AUDITED.some((name) => after[name] !== comment[name]) ? 1 : 0)
  return { ...after, version: comment.version + 1, entries, last }
}

function toLastDecision(comment: Comment, call: Call, decision: Partial<LastDecision> = {}): LastDecision {
  const unbatched = { batch: null, size: 1, part: null, responded: false, answered: false }
  return { userId: call.caller.id, before: pickDecision(comment), ...unbatched, ...decision }
}

const toClosing = (comment: DecisionFields, { caller, times }: Call): Partial<DecisionFields> =>
  isClosed(comment) ? {} : { closedBy: caller.id, closedAt: times }

function toSingleOutcome(world: ComponentState, comment: Comment, member?: (body: Body) => boolean): Outcome {
  const next = { ...withComments(world, [comment]), eventCount: world.eventCount + 1 }
  return { next, shows: member ?? ((body) => matchesComment(body.review, comment)) }
}

function listTargetRejections(
  world: ComponentState,
  ids: readonly number[],
  decision: SubmittedDecision,
): string[] {
  const { status, canonical = 0, addressed = 0 } = decision
  if (status === 'addressed_by' && !world.rules.has(addressed)) return ['review.addressed_by_elsewhere']
  if (status !== 'duplicate') return []
  if (ids.includes(canonical)) return ['review.duplicate_of_itself']
  const target = world.comments.get(canonical)
  if (!target) return ['review.duplicate_elsewhere']
  const chained = target.status === 'duplicate' || ids.some((id) => findDuplicates(world, id).length > 0)
  return chained ? ['review.duplicate_chain'] : []
}

function applyDecision(
  comment: Comment,
  call: Call,
  decision: SubmittedDecision,
  batch: Partial<LastDecision>,
): Comment {
  const { status, canonical = null, addressed = null, close = false, response } = decision
  const change = {
    status,
    setBy: call.caller.id,
    setAt: call.times,
    canonical: status === 'duplicate' ? canonical : null,
    addressed: status === 'addressed_by' ? addressed : null,
    replies: comment.replies + (response ? 1 : 0),
    ...(close || TERMINAL.includes(status) ? toClosing(comment, call) : {}),
  }
  return changeComment(
    comment,
    change,
    toLastDecision(comment, call, { ...batch, responded: response !== undefined }),
  )
}

function closeComment(
  comment: Comment,
  call: Call,
  response: string | undefined,
  batch: Partial<LastDecision>,
): Comment {
  const change = { ...toClosing(comment, call), replies: comment.replies + (response ? 1 : 0) }
  return changeComment(
    comment,
    change,
    toLastDecision(comment, call, { ...batch, responded: response !== undefined }),
  )
}

/** A decision on several comments: all are rejected, or the answer is a list. */
function toBulkOutcome(
  world: ComponentState,
  call: Call,
  operation: { ids: number[] },
  [refusals, become]: [string[], (comment: Comment, batch: Partial<LastDecision>) => Comment],
): Outcome {
  const before = operation.ids.map((id) => findComment(world, id))
  const all = [...requireRole(call, 'author'), ...rejectFrozen(world), ...refusals]
  if (before.some(isClosed)) all.push('review.already_closed')
  if (all.length > 0) return { refusals: all }
  const batch = { batch: String(call.body?.decision_id), size: before.length }
  const after = before.map((comment) => become(comment, batch))
  const next = { ...withComments(world, after), eventCount: world.eventCount + after.length }
  return { next, shows: (body) => matchesComments(body.reviews, after) }
}

const rejectUndo = (comment: Comment, call: Call) =>
  comment.last?.userId === call.caller.id ? [] : ['review.nothing_to_undo']

/** Reverts the last decisions on these comments, or returns the reason for a rejection. */
function undoComments(world: ComponentState, comments: readonly Comment[]): Comment[] | null {
  const ids = comments.map(({ id }) => id)
  const restored = comments.map((comment) => {
    const { before, responded, part } = comment.last ?? toLastDecision(comment, NO_CALL)
    const marks = comment.marks - (part === 'survivor' ? 1 : 0)
    return changeComment(comment, { ...before, marks, replies: comment.replies - (responded ? 1 : 0) })
  })
  const then = withComments(world, restored)
  const possible = restored.every(({ id, status, canonical }) => {
    if (status !== 'duplicate') return true
    if (findComment(then, canonical ?? 0).status === 'duplicate') return false
    return findDuplicates(then, id).every((pointing) => ids.includes(pointing.id))
  })
  return possible && comments.every(({ last }) => last?.answered === false) ? restored : null
}

const NO_CALL: Call = {
  caller: { id: 0, role: 'viewer' },
  operation: { kind: 'count' },
  began: 0,
  ended: 0,
  times: [0, 0],
  status: 0,
  body: null,
}

export const COMMENT_RULES: Rules<CommentOperation> = {
  look: (world, _, { id }) => {
    const comment = findComment(world, id)
    return { next: world, shows: (body) => matchesComment(body.review, comment) }
  },
  count: (world) => {
    const comments = [...world.comments.values()]
    const countStatus = (status: string) => comments.filter((comment) => comment.status === status).length
    return {
      next: world,
      shows: (body) =>
        body.total === comments.length &&
        body.adjudicated === comments.filter(isClosed).length &&
        Object.entries(body.by_triage_status ?? {}).every(([status, count]) => count === countStatus(status)),
    }
  },
  comment: (world, call, { rule, text }) => {
    if (world.phase !== 'open') return { refusals: ['comment.window_closed'] }
    const id = Number(call.body?.review?.id)
    const author = call.caller.id
    const bare = { version: 1, marks: 0, replies: 0, entries: 0, last: null }
    const comment = { id, rule, author, text, ...bare, ...UNDECIDED }
    return toSingleOutcome(world, comment)
  },
  reply: (world, _, { id, text }) => {
    if (world.phase !== 'open' && world.phase !== 'adjudicating') {
      return { refusals: ['comment.window_closed'] }
    }
    const parent = findComment(world, id)
    const last = parent.last && { ...parent.last, answered: true }
    const after = { ...parent, replies: parent.replies + 1, last }
    return toSingleOutcome(
      world,
      after,
      ({ review }) => review?.responding_to_review_id === id && review.comment === text,
    )
  },
  edit: (world, call, { id, text }) => {
    const comment = findComment(world, id)
    const refusals = [...requireAuthor(call, comment), ...rejectFrozen(world)]
    if (comment.status !== 'pending') refusals.push('review.no_longer_pending')
    return refusals.length > 0 ? { refusals } : toSingleOutcome(world, changeComment(comment, { text }))
  },
  withdraw: (world, call, { id }) => {
    const comment = findComment(world, id)
    const refusals = [...requireAuthor(call, comment), ...rejectFrozen(world)]
    const undecided = comment.status === 'pending' || comment.status === 'needs_clarification'
    if (!undecided || isClosed(comment)) refusals.push('review.already_triaged')
    if (refusals.length > 0) return { refusals }
    return toSingleOutcome(
      world,
      changeComment(comment, { status: 'withdrawn', ...toClosing(comment, call) }),
    )
  },
  adminWithdraw: (world, call, { id }) => {
    const refusals = requireRole(call, 'admin')
    if (refusals.length > 0) return { refusals }
    const change = { canonical: null, addressed: null, closedBy: call.caller.id, closedAt: call.times }
    return toSingleOutcome(world, changeComment(findComment(world, id), { status: 'withdrawn', ...change }))
  },
  restore: (world, call, { id }) => {
    const comment = findComment(world, id)
    const refusals = requireRole(call, 'admin')
    if (!isClosed(comment)) refusals.push('review.nothing_to_restore')
    return refusals.length > 0 ? { refusals } : toSingleOutcome(world, changeComment(comment, UNDECIDED))
  },
  reopen: (world, call, { id }) => {
    const comment = findComment(world, id)
    const refusals = [...requireRole(call, 'author'), ...rejectFrozen(world)]
    if (!isClosed(comment)) refusals.push('review.not_closed')
    if (comment.status === 'withdrawn') refusals.push('review.withdrawn')
    if (refusals.length > 0) return { refusals }
    return toSingleOutcome(world, changeComment(comment, { closedBy: null, closedAt: null }))
  },
  close: (world, call, { id, response }) => {
    const comment = findComment(world, id)
    const refusals = [...requireRole(call, 'author'), ...rejectFrozen(world)]
    if (comment.status === 'pending') refusals.push('review.not_triaged')
    if (refusals.length > 0) return { refusals }
    if (isClosed(comment)) return { next: world, shows: (body) => matchesComment(body.review, comment) }
    return toSingleOutcome(world, closeComment(comment, call, response, {}))
  },
  triage: (world, call, decision) => {
    const comment = findComment(world, decision.id)
    const refusals = [
      ...requireRole(call, 'author'),
      ...rejectFrozen(world),
      ...listTargetRejections(world, [decision.id], decision),
    ]
    if (decision.expected !== undefined && decision.expected !== comment.version) refusals.push('stale')
    const final = isClosed(comment) && (comment.status === 'withdrawn' || !TERMINAL.includes(decision.status))
    if (final) refusals.push('review.already_closed')
    return refusals.length > 0
      ? { refusals }
      : toSingleOutcome(world, applyDecision(comment, call, decision, {}))
  },
  bulkTriage: (world, call, decision) =>
    toBulkOutcome(world, call, decision, [
      listTargetRejections(world, decision.ids, decision),
      (comment, batch) => applyDecision(comment, call, decision, batch),
    ]),
  bulkClose: (world, call, decision) => {
    const pending = decision.ids.some((id) => findComment(world, id).status === 'pending')
    return toBulkOutcome(world, call, decision, [
      pending ? ['review.not_triaged'] : [],
      (comment, batch) => closeComment(comment, call, decision.response, batch),
    ])
  },
  merge: (world, call, { ids, survivor: survivorId }) => {
    const survivor = findComment(world, survivorId)
    const others = ids.filter((id) => id !== survivorId).map((id) => findComment(world, id))
    const refusals = [...requireRole(call, 'admin'), ...rejectFrozen(world)]
    if (others.some(({ author }) => author !== survivor.author)) refusals.push('review.different_authors')
    if (survivor.status === 'duplicate') refusals.push('review.duplicate_chain')
    if (others.some(isClosed)) refusals.push('review.already_closed')
    if (refusals.length > 0) return { refusals }
    const followers = [...world.comments.values()].filter(
      ({ id, canonical }) => !ids.includes(id) && others.some((other) => other.id === canonical),
    )
    const batch = { batch: String(call.body?.decision_id), size: ids.length + followers.length }
    const marked = changeComment(
      survivor,
      { marks: survivor.marks + 1 },
      toLastDecision(survivor, call, { ...batch, part: 'survivor' }),
    )
    const merged = others.map((other) => {
      const change = {
        status: 'duplicate',
        setBy: call.caller.id,
        setAt: call.times,
        ...toClosing(other, call),
      }
      const last = toLastDecision(other, call, { ...batch, part: 'other' })
      return changeComment(other, { ...change, canonical: survivorId, addressed: null }, last)
    })
    const repointed = followers.map((follower) =>
      changeComment(
        follower,
        { canonical: survivorId },
        toLastDecision(follower, call, { ...batch, part: 'other' }),
      ),
    )
    const next = {
      ...withComments(world, [marked, ...merged, ...repointed]),
      eventCount: world.eventCount + 1,
    }
    return {
      next,
      shows: (body) => matchesComment(body.survivor, marked) && matchesComments(body.duplicates, merged),
    }
  },
  undo: (world, call, { id }) => {
    const comment = findComment(world, id)
    const refusals = [...requireRole(call, 'author'), ...rejectFrozen(world), ...rejectUndo(comment, call)]
    if (comment.last?.part) refusals.push('review.decision_overtaken')
    const [restored] = undoComments(world, [comment]) ?? []
    if (!restored) refusals.push('review.decision_overtaken')
    return refusals.length > 0 || !restored ? { refusals } : toSingleOutcome(world, restored)
  },
  undoMany: (world, call, { decision }) => {
    const comments = [...world.comments.values()].filter(({ last }) => last?.batch === decision)
    const [first] = comments
    const refusals = [...requireRole(call, 'author'), ...rejectFrozen(world)]
    if (!first || first.last?.userId !== call.caller.id) refusals.push('review.nothing_to_undo')
    if (first && first.last?.size !== comments.length) refusals.push('review.decision_overtaken')
    const restored = undoComments(world, comments)
    if (!restored) refusals.push('review.decision_overtaken')
    if (refusals.length > 0 || !restored) return { refusals }
    const next = { ...withComments(world, restored), eventCount: world.eventCount + restored.length }
    return { next, shows: (body) => matchesComments(body.reviews, restored) }
  },
}
