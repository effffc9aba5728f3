import { z } from 'zod'
import { Component } from '../entities/component.ts'
import { Project } from '../entities/project.ts'
import { Review } from '../entities/review.ts'
import { Rule } from '../entities/rule.ts'
import type { Actor } from './context.ts'
import type { Reader } from './database.ts'
import { DomainError, notFound } from './errors.ts'
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
} from './access/procedures.ts'
import {
  componentScope,
  projectScope,
  reviewScope,
  ruleScope,
  type ComponentScope,
  type ScopeLock,
} from './access/scopes.ts'
import { admit, type Needs } from './access/standing.ts'
import { needed, type NeedsByBody } from './access/by-body.ts'
import type { Access } from './meta.ts'
import { admitted, assertUnreleased, locked } from './access/records.ts'
import { mayLag } from './access/replica.ts'
import { namedRule, tombstone } from './access/rules.ts'
import { bodyId, pathId } from './shapes.ts'

/**
 * Who may do what, readable as a sentence at the operation: `reading.project('viewer')`,
 * `writing.review('author')`. Each builder loads the record of the path, refuses callers without the role
 * (404 or 403, before anything else about the request is looked at), and puts what it found into `ctx`.
 * Writing builders do it inside the operation's transaction, with the component share-locked first and the
 * record locked second; always in this order (design 3).
 */

type Key = 'id' | 'projectId' | 'componentId' | 'ruleId' | 'reviewId'

function byId<K extends Key>(key: K) {
  return z.object({ [key]: pathId } as Record<K, typeof pathId>)
}

function idIn(input: Partial<Record<Key, number>>, key: Key): number {
  return input[key] ?? 0
}

/** Locks taken between the component's and the record's. */
export type Ahead = (db: Reader, scope: ComponentScope, raw: unknown) => Promise<void>

/** `needs` may follow from the body, before it is validated: what is asked decides who may ask. */
function access(record: string, needs: Needs | NeedsByBody | 'owner'): { access: Access } {
  return {
    access: typeof needs === 'string' ? { record, needs } : { record, needs: 'depends', depends: needs },
  }
}

const reading = {
  anyone: anyoneReading,
  signedIn: signedInReading,
  session: sessionReading,
  systemAdmin: systemAdminReading,

  project<K extends Key = 'projectId'>(needs: Needs, key = 'projectId' as K) {
    return signedInReading
      .meta(access('project', needs))
      .input(byId(key))
      .use(async ({ ctx, input, next }) => {
        const row = await projectScope(ctx.db, idIn(input, key), ctx.actor)
        return next({ ctx: { standing: await admit(ctx.db, row, ctx.actor, needs) } })
      })
  },

  /** The project that the query names as `project_id`. */
  projectIn(needs: Needs) {
    return signedInReading
      .meta(access('project', needs))
      .input(z.object({ project_id: bodyId }))
      .use(async ({ ctx, input, next }) => {
        const row = await projectScope(ctx.db, input.project_id, ctx.actor)
        return next({ ctx: { standing: await admit(ctx.db, row, ctx.actor, needs) } })
      })
  },

  component<K extends Key = 'componentId'>(needs: Needs, key = 'componentId' as K) {
    return signedInReading
      .meta(access('component', needs))
      .input(byId(key))
      .use(async ({ ctx, input, next }) => {
        const row = await componentScope(ctx.db, idIn(input, key), ctx.actor)
        return next({ ctx: await admitted(ctx.db, row, ctx.actor, needs) })
      })
  },

  rule<K extends Key = 'ruleId'>(needs: Needs, key = 'ruleId' as K) {
    return signedInReading
      .meta(access('rule', needs))
      .input(byId(key))
      .use(async ({ ctx, input, next }) => {
        const row = await ruleScope(ctx.db, idIn(input, key), ctx.actor)
        return next({ ctx: await admitted(ctx.db, row, ctx.actor, needs) })
      })
  },

  review<K extends Key = 'reviewId'>(needs: Needs, key = 'reviewId' as K) {
    return signedInReading
      .meta(access('review', needs))
      .input(byId(key))
      .use(async ({ ctx, input, next }) => {
        const row = await reviewScope(ctx.db, idIn(input, key), ctx.actor)
        return next({ ctx: await admitted(ctx.db, row, ctx.actor, needs) })
      })
  },
}

const writing = {
  anyone: anyoneWriting,
  signedIn: signedInWriting,
  session: sessionWriting,
  systemAdmin: systemAdminWriting,

  /** The project, write-locked. */
  project<K extends Key = 'projectId'>(needs: Needs, key = 'projectId' as K) {
    return signedInWriting
      .meta(access('project', needs))
      .input(byId(key))
      .use(async ({ ctx, input, next }) => {
        const row = await projectScope(ctx.db, idIn(input, key), ctx.actor, true)
        const standing = await admit(ctx.db, row, ctx.actor, needs)
        const project = await ctx.em.findOneOrFail(Project, { id: standing.projectId })
        return next({ ctx: { standing, project } })
      })
  },

  /**
   * The component, write-locked, for changes of its content: refused once released (contract, decision 18), but
   * for what `open` says stays possible.
   */
  component<K extends Key = 'componentId'>(
    needs: Needs | NeedsByBody,
    key = 'componentId' as K,
    open: (raw: unknown, actor: Actor) => boolean = () => false,
  ) {
    return signedInWriting
      .meta(access('component', needs))
      .input(byId(key))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const row = await componentScope(ctx.db, idIn(input, key), ctx.actor)
        const raw = await getRawInput()
        const { standing } = await admitted(ctx.db, row, ctx.actor, needed(needs, raw))
        const component = await locked(ctx.em, Component, idIn(input, key))
        if (!open(raw, ctx.actor)) {
          await assertUnreleased(ctx.db, component.released, ctx.actor, standing)
        }
        return next({ ctx: { standing, component } })
      })
  },

  /**
   * The requirement, write-locked, for changes of its content: refused once its component is released. `lock` is
   * `alone` for operations that write other requirements of the component too.
   */
  rule<K extends Key = 'ruleId'>(needs: Needs, key = 'ruleId' as K, lock: ScopeLock = 'shared') {
    return signedInWriting
      .meta(access('rule', needs))
      .input(byId(key))
      .use(async ({ ctx, input, next }) => {
        const row = await ruleScope(ctx.db, idIn(input, key), ctx.actor, lock)
        const { scope, standing } = await admitted(ctx.db, row, ctx.actor, needs)
        await assertUnreleased(ctx.db, scope.released, ctx.actor, standing)
        const rule = await locked(ctx.em, Rule, idIn(input, key))
        if (rule.deletedAt) throw notFound()
        return next({ ctx: { standing, scope, rule } })
      })
  },

  ruleIn: namedRule,
  tombstone,

  /**
   * The review, write-locked. The component's phase decides, not its release (contract, decision 18).
   * `ahead` takes what must be locked before the review.
   */
  review<K extends Key = 'reviewId'>(needs: Needs, key = 'reviewId' as K, ahead?: Ahead) {
    return signedInWriting
      .meta(access('review', needs))
      .input(byId(key))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const row = await reviewScope(ctx.db, idIn(input, key), ctx.actor, 'shared')
        const { scope, standing } = await admitted(ctx.db, row, ctx.actor, needs)
        await ahead?.(ctx.db, scope, await getRawInput())
        const review = await locked(ctx.em, Review, idIn(input, key))
        return next({ ctx: { standing, scope, review } })
      })
  },

  /** The review, for its commenter alone, who must still be a viewer; membership is asked first (T-14). */
  ownReview() {
    return writing
      .review('viewer')
      .meta(access('review', 'owner'))
      .use(({ ctx, next }) => {
        if (ctx.review.userId !== ctx.actor.id) {
          throw new DomainError('forbidden', 'permission_denied', 'Only its commenter may do this.')
        }
        return next()
      })
  },
}

/** Comments on a record, which stays as it is: its component is share-locked, released or not. */
const commenting = {
  rule(needs: Needs) {
    return signedInWriting
      .meta(access('rule', needs))
      .input(byId('ruleId'))
      .use(async ({ ctx, input, next }) => {
        const row = await ruleScope(ctx.db, input.ruleId, ctx.actor, 'shared')
        return next({ ctx: await admitted(ctx.db, row, ctx.actor, needs) })
      })
  },

  component(needs: Needs) {
    return signedInWriting
      .meta(access('component', needs))
      .input(byId('componentId'))
      .use(async ({ ctx, input, next }) => {
        const row = await componentScope(ctx.db, input.componentId, ctx.actor, 'shared')
        return next({ ctx: await admitted(ctx.db, row, ctx.actor, needs) })
      })
  },
}

/**
 * For operations that check a password first: its failure is counted and committed although the operation is
 * refused. They go on with `.use(transaction)`.
 */
const confirming = { signedIn: signedInOnly, session: sessionOnly }

export { anyone, assertUnreleased, commenting, confirming, locked, mayLag, reading, transaction, writing }
