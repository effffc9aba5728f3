import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import { notFoundError } from '../../../errors.ts'
import { isRecord } from '../../../lib/json-values.ts'
import { createMissingParameterError } from '../../../lib/validation-error.ts'
import { signedInReading, signedInWriting } from '../../base-procedures.ts'
import { authorizeTarget, readTarget } from '../target.ts'
import { declareAccess } from './factory.ts'

/** Authorizes on the project or component that the query names by type and id. */
export function targetReading(needs: RequiredAccess) {
  return signedInReading
    .meta({ ...declareAccess('target', needs), errors: [404] })
    .use(async ({ ctx, getRawInput, next }) => {
      const target = readTarget(await getRawInput())
      if (target) await authorizeTarget(ctx.db, target, ctx.actor, needs)
      return next()
    })
}

/** Authorizes on the target that a member of the body names; the operation locks it. */
export function targetWriting(needs: RequiredAccess, member: string) {
  return signedInWriting
    .meta({ ...declareAccess('target', needs), errors: [404] })
    .use(async ({ ctx, getRawInput, next }) => {
      const raw = await getRawInput()
      const target = readTarget(isRecord(raw) ? raw[member] : null)
      if (target) await authorizeTarget(ctx.db, target, ctx.actor, needs)
      return next()
    })
}

/** Lists members of a target, for its viewers, or candidates for membership, for its admins (rule A-18). */
export function listingPeople() {
  return signedInReading
    .meta({ access: { record: 'target', needs: 'admin; viewer with scope=members' }, errors: [404] })
    .use(async ({ ctx, getRawInput, next }) => {
      const raw = await getRawInput()
      const query = isRecord(raw) ? raw : {}
      for (const name of ['q', 'membership_type', 'membership_id']) {
        if (query[name] === undefined) throw createMissingParameterError(name)
      }
      const type = query['membership_type']
      if (type !== 'Project' && type !== 'Component') throw notFoundError()
      const target = readTarget(query)
      const needs = query['scope'] === undefined ? 'admin' : 'viewer'
      const effectiveAccess = target && (await authorizeTarget(ctx.db, target, ctx.actor, needs))
      return next({ ctx: { effectiveAccess } })
    })
}
