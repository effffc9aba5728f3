import { z } from 'zod'
import type { Actor } from '../../../audit/actor.ts'
import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import type { Em, Queries } from '../../../database/database.ts'
import { signedInReading, signedInWriting } from '../../base-procedures.ts'
import type { Access } from '../../meta.ts'
import { pathId } from '../../schemas/shapes.ts'
import { accessForInput, type AccessForInput, type AccessWithoutRecord } from '../access-for-input.ts'

/** How an address names its record. */
export type Key = 'id' | 'projectId' | 'componentId' | 'ruleId' | 'reviewId'

/** Who asks for what on which record. */
export interface Reads {
  db: Queries
  actor: Actor
  id: number
  needs: RequiredAccess
}

/** Looks up inside the transaction; `raw` is the input before validation, `option` the builder's third argument. */
export interface Writes<Option = never> extends Reads {
  em: Em
  raw: unknown
  option: Option | undefined
}

/** The declaration that the documents, the tests and `reauthorize` read. `needs` may follow from the body. */
export function access(
  record: string,
  needs: RequiredAccess | AccessForInput | AccessWithoutRecord | 'owner',
): { access: Access } {
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
  return <K extends Key = D>(needs: RequiredAccess | AccessForInput, named = key as Key as K) =>
    signedInReading
      .meta(access(record, needs))
      .input(byId(named))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const { db, actor } = ctx
        const need = typeof needs === 'string' ? needs : accessForInput(needs, await getRawInput())
        return next({ ctx: await find({ db, actor, id: idIn(input, named), needs: need }) })
      })
}

/**
 * The builder of procedures that write: `find` runs inside the transaction and locks what is written, but only for
 * authorized callers. Other callers are rejected without waiting.
 */
export function writes<D extends Key, Found extends object, Option = never>(
  record: string,
  key: D,
  find: (asked: Writes<Option>) => Promise<Found>,
) {
  return <K extends Key = D>(
    needs: RequiredAccess | AccessForInput,
    named = key as Key as K,
    option?: Option,
  ) =>
    signedInWriting
      .meta(access(record, needs))
      .input(byId(named))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const { em, db, actor } = ctx
        const raw = await getRawInput()
        const asked = { db, actor, id: idIn(input, named), needs: accessForInput(needs, raw) }
        return next({ ctx: await find({ ...asked, em, raw, option }) })
      })
}
