import type { Actor } from '../../audit/actor.ts'
import { auditOutOfBand } from '../../audit/out-of-band.ts'
import { DomainError } from '../../errors.ts'
import { isRecord } from '../../lib/validation-error.ts'
import type { RequestContext } from '../../request-context.ts'
import { pathParameters, type Meta } from '../meta.ts'
import { targetFromInput } from './target.ts'

/** Different targets kept per minute of one account: of one operation, and of all together. */
const OF_OPERATION = 5
const OF_ACCOUNT = 30

/** What was denied to whom. */
export interface Denial {
  actor: Actor
  /** The procedure. */
  path: string
  meta: Meta | undefined
  /** What changes data, or not. */
  need: 'read' | 'write'
  raw: unknown
}

/** Whether an error is the 403 of a missing role. */
export function isDenial(error: unknown): boolean {
  return error instanceof DomainError && error.reason === 'permission_denied'
}

/**
 * Leaves an audit entry of a denied write, or of a denied look at what is for system administrators (rule A-81).
 * It is written beside the answer, which neither waits for it nor fails with it. The entry belongs to the caller and
 * to no project, so that only readers of the whole trail see it.
 */
export function auditDenial(ctx: RequestContext, denial: Denial): void {
  const { meta, need } = denial
  // Some needs are told in words, such as that of the audit trail without a target.
  const { record = '', needs = '' } = meta?.access ?? {}
  const administration = record === 'system admin' || needs === 'privileged' || needs.includes('system admin')
  if (need === 'read' && !administration) return
  const written = writeDenial(ctx, denial).catch((error: unknown) => {
    ctx.services.log.warn({ err: error, request_id: ctx.request.id }, 'a denial was not audited')
  })
  ctx.services.database.beside(written)
}

function writeDenial(ctx: RequestContext, { actor, path, meta, raw }: Denial): Promise<void> {
  const operation = meta?.openapi?.operationId ?? path.replaceAll('.', '_')
  return auditOutOfBand(
    ctx,
    {
      action: 'permission_denied',
      auditableType: 'User',
      auditableId: actor.id,
      affectedUserId: actor.id,
      affectedName: actor.name,
      actor,
      changes: { operation, target: targetOf(meta, raw) },
    },
    [
      { key: `denied:${actor.id}:${operation}`, perMinute: OF_OPERATION },
      { key: `denied:${actor.id}`, perMinute: OF_ACCOUNT },
    ],
  )
}

/** The record that was asked for, as its kind and id; the kind alone where the request names none. */
function targetOf(meta: Meta | undefined, raw: unknown): string | null {
  const given = isRecord(raw) ? raw : {}
  const named = targetFromInput(given) ?? targetFromInput(given['membership'])
  if (named) return `${named.type.toLowerCase()} ${named.id}`
  const kind = meta?.access?.record ?? 'none'
  const ids = pathParameters(meta?.openapi?.path ?? '').map((name) => given[name])
  const id = ids.find((value) => typeof value === 'number')
  if (id !== undefined) return `${kind} ${id}`
  return kind === 'none' || kind === 'system admin' ? null : kind
}
