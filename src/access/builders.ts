import { Project } from '../../entities/project.ts'
import { Review } from '../../entities/review.ts'
import type { Queries } from '../database.ts'
import { notFound } from '../errors.ts'
import type { Actor } from './actor.ts'
import { access, reads, writes, type Writes } from './builders/factory.ts'
import { componentPair, projectIn } from './builders/in-query.ts'
import { ownJob, ownJobToEnd } from './builders/jobs.ts'
import { ownSession } from './builders/own-session.ts'
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
} from './procedures.ts'
import {
  admitted,
  admittedToComponent,
  admittedToLocked,
  admittedToLockedWith,
  admittedToRecord,
  admittedToRecordAfter,
  admittedUnder,
  assertUnreleased,
  locked,
} from './records.ts'
import { proposal, relocation } from './builders/relocations.ts'
import { mayLag } from './replica.ts'
import { liveRule, namedRule, tombstone } from './builders/rules.ts'
import {
  componentScope,
  reviewScope,
  ruleScope,
  sharedProjectScope,
  type ComponentScope,
  type ScopeLock,
} from './scopes.ts'
import { selection } from './builders/selection.ts'
import { template } from './builders/templates.ts'
import { admit, denied } from './standing.ts'
import { people, targetReading, targetWriting } from './builders/targets.ts'
import { trail } from './builders/trail.ts'

/**
 * Who may do what, readable as a sentence at the operation: `reading.project('viewer')`,
 * `writing.review('author')`. Each builder loads the record that the request names, refuses callers without the role
 * (404 or 403, before anything else about the request is looked at), and puts what it found into `ctx`.
 * Writing builders open the operation's transaction and lock something for those whom they admit: the
 * component first and the record second, always in this order (rule E-17).
 */

/** Takes locks between the component's and the record's; says whether they were waited for. */
export type Ahead = (db: Queries, scope: ComponentScope, raw: unknown) => Promise<boolean>

/** What stays possible on a released component. */
type Open = (raw: unknown, actor: Actor) => boolean

const reading = {
  anyone: anyoneReading,
  signedIn: signedInReading,
  session: sessionReading,
  systemAdmin: systemAdminReading,

  project: reads('project', 'projectId', async ({ db, actor, id, needs }) => ({
    standing: await admit(db, await sharedProjectScope(db, id, actor), actor, needs),
  })),
  component: reads('component', 'componentId', async ({ db, actor, id, needs }) =>
    admitted(db, await componentScope.shared(db, id, actor), actor, needs),
  ),
  rule: reads('rule', 'ruleId', async ({ db, actor, id, needs }) =>
    admitted(db, await ruleScope.shared(db, id, actor), actor, needs),
  ),
  review: reads('review', 'reviewId', async ({ db, actor, id, needs }) =>
    admitted(db, await reviewScope.shared(db, id, actor), actor, needs),
  ),

  projectIn,
  componentPair,
  target: targetReading,
  people,
  trail,
  job: ownJob,
}

/** The review, write-locked. The component's phase decides, not its release (rule R-14). */
const review = writes('review', 'reviewId', async (asked: Writes<Ahead>) => {
  const { db, raw, option: ahead } = asked
  const { standing, scope, record } = await (ahead
    ? admittedToRecordAfter((found) => ahead(db, found, raw), ['shared', reviewScope], Review, asked)
    : admittedToRecord(['shared', reviewScope], Review, asked))
  return { standing, scope, review: record }
})

const writing = {
  anyone: anyoneWriting,
  signedIn: signedInWriting,
  session: sessionWriting,
  systemAdmin: systemAdminWriting,

  /** The standing on the project, which is write-locked, for changes of what is in it. */
  project: writes('project', 'projectId', async (asked) => ({
    standing: await admittedToLocked(asked),
  })),

  /** The same with the project, for changes of it. */
  projectItself: writes('project', 'projectId', async (asked) => {
    const load = () => asked.em.findOne(Project, { id: asked.id }, { refresh: true })
    const { standing, loaded } = await admittedToLockedWith(asked, load)
    if (!loaded) throw notFound()
    return { standing, project: loaded }
  }),

  /**
   * The component, write-locked, for changes of its content: refused once released (rule C-36), but
   * for what the third word says stays possible.
   */
  component: writes('component', 'componentId', async (asked: Writes<Open>) => {
    const { db, actor, raw, option: open } = asked
    const { standing, component } = await admittedToComponent(asked)
    if (!open?.(raw, actor)) await assertUnreleased(db, component.released, actor, standing)
    return { standing, component }
  }),

  /**
   * The requirement, write-locked, for changes of its content: refused once its component is released. The third word
   * is `alone` for operations that write other requirements of the component too.
   */
  rule: writes('rule', 'ruleId', (asked: Writes<ScopeLock>) =>
    liveRule(asked, asked.option ?? 'shared', asked.id, asked.needs),
  ),
  ruleIn: namedRule,
  tombstone,

  /** The third word takes what must be locked before the review. */
  review,

  /** The review, for its commenter alone, who must still be a viewer; membership is asked first (rule R-26). */
  ownReview() {
    return review('viewer')
      .meta(access('review', 'owner'))
      .use(async ({ ctx, next }) => {
        const { db, actor, review: own, standing } = ctx
        if (own.userId !== actor.id) {
          throw await denied(db, standing.projectId, 'Only its commenter may do this.')
        }
        return next()
      })
  },

  selection,
  template,
  relocation,
  proposal,
  target: targetWriting,
  ownSession,
  job: ownJobToEnd,
}

/** Comments on a record, which stays as it is: its component is share-locked, released or not. */
const commenting = {
  rule: writes('rule', 'ruleId', (asked: Writes) => admittedUnder('shared', ruleScope, asked)),
  component: writes('component', 'componentId', (asked: Writes) =>
    admittedUnder('shared', componentScope, asked),
  ),
}

/**
 * For operations that check a password first: its failure is counted and committed although the operation is
 * refused. They go on with `.use(transaction)`.
 */
const confirming = { signedIn: signedInOnly, session: sessionOnly }

export { anyone, assertUnreleased, commenting, confirming, locked, mayLag, reading, transaction, writing }
