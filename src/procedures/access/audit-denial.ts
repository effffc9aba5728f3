import type { Actor } from '../../audit/actor.ts'
import { auditOutOfBand, type AuditedRequest } from '../../audit/out-of-band.ts'
import { DomainError } from '../../errors.ts'
import { isRecord } from '../../lib/json-values.ts'
import type { RequestPart } from '../../request-context.ts'
import { listPathParameters, type Meta } from '../meta.ts'
import { readTarget } from './target.ts'

/** Different targets recorded per minute for one account: of one operation, and of all operations. */
const MAX_PER_OPERATION = 5
const MAX_PER_ACCOUNT = 30

/** The parts of a request that the audit entry of a denial needs. */
export type DeniedRequest = AuditedRequest & RequestPart<'log'>

/** A denied request. */
export interface Denial {
  actor: Actor
  /** Path of the procedure. */
  path: string
  meta: Meta | undefined
  need: 'read' | 'write'
  raw: unknown
}

/** Whether an error is the 403 for a missing role. */
export function isDenial(error: unknown): boolean {
  return error instanceof DomainError && error.reason === 'permission_denied'
}

/**
 * Writes an audit entry for a denied write, or for a denied read of administrative data (rule A-81). The write runs in
 * the background, so its failure does not affect the response. Entries belong to the caller, not to a project.
 */
export function auditDenial(ctx: DeniedRequest, denial: Denial): void {
  const { meta, need } = denial
  // Some requirements are sentences, such as that of the audit log without a target.
  const { record = '', needs = '' } = meta?.access ?? {}
  const administration = record === 'system admin' || needs === 'privileged' || needs.includes('system admin')
  if (need === 'read' && !administration) return
  const entryWrite = writeDenial(ctx, denial).catch((error: unknown) => {
    ctx.services.log.warn({ err: error, request_id: ctx.request.id }, 'a denial was not audited')
  })
  ctx.services.database.trackBackground(entryWrite)
}

function writeDenial(ctx: AuditedRequest, { actor, path, meta, raw }: Denial): Promise<void> {
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
      changes: { operation, target: describeTarget(meta, raw) },
    },
    [
      { key: `denied:${actor.id}:${operation}`, perMinute: MAX_PER_OPERATION },
      { key: `denied:${actor.id}`, perMinute: MAX_PER_ACCOUNT },
    ],
  )
}

/** The requested record as its kind and id; only the kind if the request names no record. */
function describeTarget(meta: Meta | undefined, raw: unknown): string | null {
  const input = isRecord(raw) ? raw : {}
  const target = readTarget(input) ?? readTarget(input['membership'])
  if (target) return `${target.type.toLowerCase()} ${target.id}`
  const kind = meta?.access?.record ?? 'none'
  const ids = listPathParameters(meta?.openapi?.path ?? '').map((name) => input[name])
  const id = ids.find((value) => typeof value === 'number')
  if (id !== undefined) return `${kind} ${id}`
  return kind === 'none' || kind === 'system admin' ? null : kind
}
