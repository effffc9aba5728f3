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

/** Whether a retry may change a refusal (rule E-16); one that asks to try again means it. */
export function isTransient({ status, reason }: DomainError): boolean {
  return status >= 500 || status === 429 || reason === 'conflict.busy' || reason === LIST_TOO_LONG
}

/** A refusal as text, with the id of the request that was refused. */
export function errorText({ kind, reason, message, details }: DomainError, requestId: string): string {
  return JSON.stringify({ kind, reason, message, details, requestId })
}

/** The refusal that a text stands for; it is rendered as it was the first time. */
export function errorFromText(text: string): DomainError {
  const { kind, reason, message, details, requestId } = Stored.parse(JSON.parse(text))
  return new DomainError(kind, reason, message, details, requestId)
}
