import { z } from 'zod'
import { DomainError, STATUS, type ErrorKind } from '../../errors.ts'
import { LIST_TOO_LONG } from '../lists/response-budget.ts'

const KINDS = Object.keys(STATUS) as ErrorKind[]

const Stored = z.object({
  kind: z.enum(KINDS),
  reason: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
})

/** Whether a retry can succeed, so that the error is not stored (rule E-16). */
export function isTransient({ status, reason }: DomainError): boolean {
  return status >= 500 || status === 429 || reason === 'conflict.busy' || reason === LIST_TOO_LONG
}

/** Serializes an error, with the id of the rejected request. */
export function serializeError({ kind, reason, message, details }: DomainError, requestId: string): string {
  return JSON.stringify({ kind, reason, message, details, requestId })
}

/** Deserializes a stored error, which is rendered as it was the first time. */
export function parseError(text: string): DomainError {
  const { kind, reason, message, details, requestId } = Stored.parse(JSON.parse(text))
  return new DomainError(kind, reason, message, details, requestId)
}
