import { z } from 'zod'
import type { Access } from '../../meta.ts'
import type { Em, Queries } from '../../database.ts'
import { pathId } from '../../wire/shapes.ts'
import type { Actor } from '../actor.ts'
import { needed, type NeedsByBody } from '../by-body.ts'
import { signedInOnly, signedInReading, transaction } from '../procedures.ts'
import { admittedAhead } from '../records.ts'
import type { ComponentScope } from '../scopes.ts'
import type { Needs, ScopeRow } from '../standing.ts'

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
 * The same inside the operation's transaction, of a caller who was admitted to `seen` before; `raw` is the input as it
 * came, `option` is the builder's third word.
 */
export interface Writes<Option = never, Row extends ScopeRow = ComponentScope> extends Reads {
  em: Em
  seen: Row
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

/** Looks up the caller's standing on a record, together with whoever asks at the same moment. */
type Look<Row extends ScopeRow> = (db: Queries, id: number, actor: Actor) => Promise<Row | undefined>

/**
 * The same for procedures that write. Who may not know or do this is refused before the transaction begins; `find` runs
 * inside it, and asks for the standing again once it has locked what is written. Under an `Idempotency-Key` all of it is
 * inside, behind what the key remembers.
 */
export function writes<D extends Key, Row extends ScopeRow, Found extends object, Option = never>(
  record: string,
  key: D,
  look: Look<Row>,
  find: (asked: Writes<Option, Row>) => Promise<Found>,
) {
  return <K extends Key = D>(needs: Needs | NeedsByBody, named = key as Key as K, option?: Option) =>
    signedInOnly
      .meta(access(record, needs))
      .input(byId(named))
      .use(async ({ ctx, input, getRawInput, next }) => {
        if (ctx.once) return next({ ctx: { seen: null } })
        const asked = {
          db: ctx.services.database.queries,
          actor: ctx.actor,
          id: idIn(input, named),
          needs: needed(needs, await getRawInput()),
        }
        return next({ ctx: { seen: await admittedAhead(look, asked) } })
      })
      .use(transaction)
      .use(async ({ ctx, input, getRawInput, next }) => {
        const { em, db, actor } = ctx
        const raw = await getRawInput()
        const asked = { db, actor, id: idIn(input, named), needs: needed(needs, raw) }
        const seen = ctx.seen ?? (await admittedAhead(look, asked))
        return next({ ctx: await find({ ...asked, em, seen, raw, option }) })
      })
}
