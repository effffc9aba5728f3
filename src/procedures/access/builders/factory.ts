import { z } from 'zod'
import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import type { Em } from '../../../database/database.ts'
import { signedInReading, signedInWriting } from '../../base-procedures.ts'
import type { Access } from '../../meta.ts'
import { pathId } from '../../schemas/shapes.ts'
import { findAccessForInput, type AccessForInput, type AccessWithoutRecord } from '../access-for-input.ts'
import type { RecordRequest } from '../authorize-record.ts'

/** Path parameters that identify a record. */
export type Key = 'id' | 'projectId' | 'componentId' | 'ruleId' | 'reviewId'

/** The request inside the transaction; `raw` is the input before validation, `option` the builder's third argument. */
export interface WriteRequest<Option = never> extends RecordRequest {
  em: Em
  raw: unknown
  option: Option | undefined
}

/** Declares the access of an operation, for the documents, the tests and `reauthorize`. */
export function declareAccess(
  record: string,
  needs: RequiredAccess | AccessForInput | AccessWithoutRecord | 'owner',
): { access: Access } {
  return {
    access: typeof needs === 'string' ? { record, needs } : { record, needs: 'depends', depends: needs },
  }
}

/** Input schema with the id of the path. */
export function byId<K extends Key>(key: K) {
  return z.object({ [key]: pathId } as Record<K, typeof pathId>)
}

function readId(input: Partial<Record<Key, number>>, key: Key): number {
  return input[key] ?? 0
}

/**
 * Creates a builder of reading procedures for one kind of record: `(needs, path parameter)`. `find` rejects callers
 * without the role before the rest of the input is validated, and returns what goes into `ctx`.
 */
export function createReading<D extends Key, Found extends object>(
  record: string,
  key: D,
  find: (request: RecordRequest) => Promise<Found>,
) {
  return <K extends Key = D>(needs: RequiredAccess | AccessForInput, parameter = key as Key as K) =>
    signedInReading
      .meta(declareAccess(record, needs))
      .input(byId(parameter))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const { db, actor } = ctx
        const need = typeof needs === 'string' ? needs : findAccessForInput(needs, await getRawInput())
        return next({ ctx: await find({ db, actor, id: readId(input, parameter), needs: need }) })
      })
}

/**
 * Creates a builder of writing procedures. `find` runs inside the transaction and locks the record, but only for
 * authorized callers. Other callers are rejected without waiting.
 */
export function createWriting<D extends Key, Found extends object, Option = never>(
  record: string,
  key: D,
  find: (request: WriteRequest<Option>) => Promise<Found>,
) {
  return <K extends Key = D>(
    needs: RequiredAccess | AccessForInput,
    parameter = key as Key as K,
    option?: Option,
  ) =>
    signedInWriting
      .meta(declareAccess(record, needs))
      .input(byId(parameter))
      .use(async ({ ctx, input, getRawInput, next }) => {
        const { em, db, actor } = ctx
        const raw = await getRawInput()
        const request = { db, actor, id: readId(input, parameter), needs: findAccessForInput(needs, raw) }
        return next({ ctx: await find({ ...request, em, raw, option }) })
      })
}
