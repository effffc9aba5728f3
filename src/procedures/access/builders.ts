import { Component } from '../../../entities/component.ts'
import { Project } from '../../../entities/project.ts'
import { Review } from '../../../entities/review.ts'
import type { Actor } from '../../audit/actor.ts'
import {
  authorizeAccess,
  createAccessDeniedError,
  toEffectiveAccess,
} from '../../auth/access/effective-access.ts'
import type { Queries } from '../../database/database.ts'
import { notFoundError } from '../../errors.ts'
import {
  anyone,
  anyoneReading,
  anyoneWriting,
  sessionOnly,
  sessionReading,
  sessionWriting,
  signedInOnly,
  signedInReading,
  signedInWriting,
  systemAdminReading,
  systemAdminWriting,
  transaction,
} from '../base-procedures.ts'
import {
  authorizeBeforeLock,
  authorizeScope,
  authorizeComponent,
  authorizeLockedProject,
  authorizeLockedProjectWith,
  authorizeRecord,
  authorizeRecordAfterLock,
  authorizeUnderComponentLock,
  assertUnreleased,
} from './authorize-record.ts'
import { auditLog } from './builders/audit-log.ts'
import { declareAccess, createReading, createWriting, type WriteRequest } from './builders/factory.ts'
import { componentPair, projectIn } from './builders/in-query.ts'
import { ownJob, ownJobToEnd } from './builders/jobs.ts'
import { componentToMove } from './builders/moved-components.ts'
import { onOwnSession } from './builders/own-session.ts'
import { proposal, relocation, settledProposal } from './builders/relocations.ts'
import { liveRule, ruleInBody, ruleInPathOrBody, deletedRule } from './builders/rules.ts'
import { SAVED_FILTER_NEEDS, savedFilter } from './builders/saved-filters.ts'
import { selection } from './builders/selection.ts'
import { listingPeople, targetReading, targetWriting } from './builders/targets.ts'
import { template } from './builders/templates.ts'
import { withReplica } from './replica.ts'
import {
  componentScope,
  reviewScope,
  ruleScope,
  sharedProjectScope,
  type ComponentScope,
  type ScopeLock,
} from './scopes.ts'

/**
 * Builders that declare an operation's access: `reading.project('viewer')`, `writing.review('author')`. Each loads the
 * named record, rejects callers without the role (404 or 403), and puts it into `ctx`. Writing builders open the
 * transaction and lock the component before the record (rule E-17).
 */

/** Takes locks between those of the component and the review; returns whether it had to wait for them. */
export type LockBeforeReview = (db: Queries, scope: ComponentScope, raw: unknown) => Promise<boolean>

/** Whether a write is allowed although the component is released. */
type ReleasedException = (raw: unknown, actor: Actor) => boolean

const reading = {
  anyone: anyoneReading,
  signedIn: signedInReading,
  session: sessionReading,
  systemAdmin: systemAdminReading,

  project: createReading('project', 'projectId', async ({ db, actor, id, needs }) => ({
    effectiveAccess: await authorizeAccess(db, await sharedProjectScope(db, id, actor), actor, needs),
  })),
  component: createReading('component', 'componentId', async ({ db, actor, id, needs }) =>
    authorizeScope(db, await componentScope.shared(db, id, actor), actor, needs),
  ),
  rule: createReading('rule', 'ruleId', async ({ db, actor, id, needs }) =>
    authorizeScope(db, await ruleScope.shared(db, id, actor), actor, needs),
  ),
  review: createReading('review', 'reviewId', async ({ db, actor, id, needs }) =>
    authorizeScope(db, await reviewScope.shared(db, id, actor), actor, needs),
  ),

  projectIn,
  componentPair,
  target: targetReading,
  people: listingPeople,
  auditLog,
  job: ownJob,
}

/** The review, write-locked. The component's phase decides, not its release (rule R-14). */
const review = createWriting('review', 'reviewId', async (request: WriteRequest<LockBeforeReview>) => {
  const { db, raw, option: lockBefore } = request
  const { effectiveAccess, scope, record } = await (lockBefore
    ? authorizeRecordAfterLock((row) => lockBefore(db, row, raw), ['shared', reviewScope], Review, request)
    : authorizeRecord(['shared', reviewScope], Review, request))
  return { effectiveAccess, scope, review: record }
})

/** Authorizes on a component and loads it write-locked; a released one only if `option` allows it. */
async function authorizeUnreleased(request: WriteRequest<ReleasedException>) {
  const { db, actor, raw, option: isAllowed } = request
  const { effectiveAccess, component } = await authorizeComponent(request)
  if (!isAllowed?.(raw, actor)) await assertUnreleased(db, component.released, actor, effectiveAccess)
  return { effectiveAccess, component }
}

const writing = {
  anyone: anyoneWriting,
  signedIn: signedInWriting,
  session: sessionWriting,
  systemAdmin: systemAdminWriting,

  /** Authorizes on a write-locked project, for changes of its contents. */
  project: createWriting('project', 'projectId', async (request) => ({
    effectiveAccess: await authorizeLockedProject(request),
  })),

  /** Loads and locks the project, for changes of its own fields. */
  projectItself: createWriting('project', 'projectId', async (request) => {
    const load = () => request.em.findOne(Project, { id: request.id }, { refresh: true })
    const { effectiveAccess, loaded } = await authorizeLockedProjectWith(request, load)
    if (!loaded) throw notFoundError()
    return { effectiveAccess, project: loaded }
  }),

  /**
   * Loads and locks the component, for changes of its content. Rejected after release (rule C-36), unless the third
   * argument allows it.
   */
  component: createWriting('component', 'componentId', authorizeUnreleased),

  /**
   * Loads the component without a lock, for imports that first read their file, which other writers would wait for. Then
   * `ctx.lockComponent()` does what `component` does, and reads `ctx.component` again.
   */
  componentBeforeLock: createWriting('component', 'componentId', async (request: WriteRequest) => {
    const { db, em, actor, id } = request
    const scope = await authorizeBeforeLock(componentScope, request)
    const effectiveAccess = toEffectiveAccess(scope, actor)
    await assertUnreleased(db, scope.released, actor, effectiveAccess)
    const component = await em.findOne(Component, { id })
    if (!component) throw notFoundError()
    return { effectiveAccess, component, lockComponent: () => authorizeUnreleased(request) }
  }),

  /**
   * Loads and locks the requirement, for changes of its content. Rejected after its component is released. The third
   * argument is `exclusive` for operations that also write other requirements.
   */
  rule: createWriting('rule', 'ruleId', (request: WriteRequest<ScopeLock>) =>
    liveRule(request, request.option ?? 'shared', request.id, request.needs),
  ),
  ruleInBody,
  ruleInPathOrBody,
  tombstone: deletedRule,

  /** The third argument takes locks that must precede the review's. */
  review,

  /**
   * Loads and locks the review for its commenter, who must still be a viewer. Membership is checked first (rule R-26).
   */
  ownReview() {
    return review('viewer')
      .meta(declareAccess('review', 'owner'))
      .use(async ({ ctx, next }) => {
        const { db, actor, review, effectiveAccess } = ctx
        if (review.userId !== actor.id) {
          throw await createAccessDeniedError(db, effectiveAccess, 'Only its commenter may do this.')
        }
        return next()
      })
  },

  componentToMove,
  selection,
  template,
  savedFilter,
  relocation,
  proposal,
  settledProposal,
  target: targetWriting,
  ownSession: onOwnSession,
  job: ownJobToEnd,
}

/** Comments on a record, without changing it: its component is share-locked, released or not. */
const commenting = {
  rule: createWriting('rule', 'ruleId', (request: WriteRequest) =>
    authorizeUnderComponentLock('shared', ruleScope, request),
  ),
  component: createWriting('component', 'componentId', (request: WriteRequest) =>
    authorizeUnderComponentLock('shared', componentScope, request),
  ),
}

/**
 * For operations that check a password first. A failed check is counted and committed although the request is rejected.
 * Follow with `.use(transaction)`.
 */
const confirming = { signedIn: signedInOnly, session: sessionOnly }

export {
  anyone,
  assertUnreleased,
  SAVED_FILTER_NEEDS,
  commenting,
  confirming,
  withReplica,
  reading,
  transaction,
  writing,
}
