import { z } from 'zod'
import type { Access } from '../../meta.ts'
import type { Em, Queries } from '../../database.ts'
import { pathId } from '../../wire/shapes.ts'
import type { Actor } from '../actor.ts'
import { needed, type NeedsByBody } from '../by-body.ts'
import { signedInReading, signedInWriting } from '../procedures.ts'
import type { Needs } from '../standing.ts'

/** How an address names its record. */
export type Key = 'id' | 'projectId' | 'componentId' | 'ruleId' | 'reviewId'

/** Who asks for what on which record. */
export interface Reads {
  db: Queries
  actor: Actor
  id: number
  needs: Needs
}

/**
 * The same inside the operation's transaction; `raw` is the input as it came, `option` is the builder's third word.
 */
export interface Writes<Option = never> extends Reads {
  em: Em
  raw: unknown
  option: Option | undefined
}

/** The declaration that the documents, the tests and `decideAnew` read. `needs` may follow from the body. */
export function access(record: string, needs: Needs | NeedsByBody | 'owner'): { access: Access } {
  return {
    access: typeof needs === 'string' ? { record, needs } : { record, needs: 'depends', depends: needs },
  }
}

/** The id that an address carries under one of the names. */
export function byId<K extends Key>(key: K) {
  return z.object({ [key]: pathId } as Record<K, typeof pathId>)
}

function idIn(input: Partial<Record<Key, number>>, key: Key): number {
  return input[key] ?? 0
}

/**
 * A builder of reading procedures on one kind of record, `(needs, name of the id in the address)`. `find` refuses those
 * without the role, before anything else about the request is looked at, and answers what goes into `ctx`.
 */
export function reads<D extends Key, Found extends object>(
  record: string,
  key: D,
  find: (asked: Reads) => Promise<Found>,
) {
  return <K extends Key = D>(needs: Needs | NeedsByBody, named = key as Key as K) =>
    signedInReading
      .meta(access(record, needs))
      .input(byId(named))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const { db, actor } = ctx
        const need = typeof needs === 'string' ? needs : needed(needs, await getRawInput())
        return next({ ctx: await find({ db, actor, id: idIn(input, named), needs: need }) })
      })
}

/**
 * The same for procedures that write: `find` runs inside the operation's transaction and locks what is written, for
 * those alone who may do this. The others are refused without waiting for anybody.
 */
export function writes<D extends Key, Found extends object, Option = never>(
  record: string,
  key: D,
  find: (asked: Writes<Option>) => Promise<Found>,
) {
  return <K extends Key = D>(needs: Needs | NeedsByBody, named = key as Key as K, option?: Option) =>
    signedInWriting
      .meta(access(record, needs))
      .input(byId(named))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const { em, db, actor } = ctx
        const raw = await getRawInput()
        const asked = { db, actor, id: idIn(input, named), needs: needed(needs, raw) }
        return next({ ctx: await find({ ...asked, em, raw, option }) })
      })
}
