import { setImmediate as immediately } from 'node:timers/promises'
import { initTRPC, TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { ZodError } from 'zod'
import type { z } from 'zod'
import { mapDatabaseError } from '../database/map-database-error.ts'
import { DomainError, notFoundError, unexpectedError, type ErrorKind } from '../errors.ts'
import { toValidationError } from '../lib/validation-error.ts'
import type { RequestContext } from '../request-context.ts'
import { storeErrorResponse } from './idempotency/idempotent.ts'
import { toInputRoles, type Meta } from './meta.ts'
import {
  assertNoUnknownKeys,
  findUnknownIssues,
  type InputKeys,
  type KnownKeys,
} from './schemas/unknown-keys.ts'

const CODES: Record<ErrorKind, TRPC_ERROR_CODE_KEY> = {
  malformed: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  missing: 'NOT_FOUND',
  method: 'METHOD_NOT_SUPPORTED',
  slow: 'TIMEOUT',
  conflict: 'CONFLICT',
  stale: 'PRECONDITION_FAILED',
  too_large: 'PAYLOAD_TOO_LARGE',
  media_type: 'UNSUPPORTED_MEDIA_TYPE',
  invalid: 'UNPROCESSABLE_CONTENT',
  locked: 'FORBIDDEN',
  throttled: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_SERVER_ERROR',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** Converts an error that tRPC throws before any procedure runs. */
export function mapTrpcError(error: TRPCError): DomainError {
  switch (error.code) {
    case 'NOT_FOUND':
      return notFoundError()
    case 'METHOD_NOT_SUPPORTED':
      return new DomainError('method', 'method_not_allowed', 'Queries are GET, mutations are POST.')
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new DomainError('media_type', 'unsupported_media_type', 'The body must be application/json.')
    case 'PARSE_ERROR':
    case 'BAD_REQUEST':
      return new DomainError('malformed', 'malformed_request', 'The call cannot be read.')
    default:
      return unexpectedError()
  }
}

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 45_000 },
    },
    errorFormatter({ shape, error, ctx }) {
      const refusal = error.cause instanceof DomainError ? error.cause : mapTrpcError(error)
      return {
        code: shape.code,
        message: refusal.message,
        data: {
          code: shape.data.code,
          httpStatus: refusal.status,
          path: shape.data.path,
          reason: refusal.reason,
          errors: refusal.details.errors ?? null,
          details: refusal.details.members ?? null,
          requestId: refusal.requestId ?? ctx?.request.id ?? null,
        },
      }
    },
  })

export const router = t.router
export const mergeRouters = t.mergeRouters
/** Adds an id to a subscription event, so that clients can resume after it. */
export { tracked } from '@trpc/server'

/**
 * Converts an error of a procedure to a DomainError: its own, a validation error, or a database constraint. Null for
 * unexpected errors.
 */
export function toDomainError(
  error: TRPCError,
  meta: Meta | undefined,
  input: unknown,
  { members, shape }: InputKeys,
): DomainError | null {
  if (error.cause instanceof DomainError) return error.cause
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    const { issues } = error.cause
    const reported = new Set(issues.map(({ path }) => path.join('.')))
    const unknown = findUnknownIssues(shape, input, meta?.strict ?? false)
    const others = unknown.filter(({ path }) => !reported.has(path.join('.')))
    return toValidationError([...issues, ...others], input, toInputRoles(meta, members))
  }
  return mapDatabaseError(error.cause)
}

/** Reads from the input parsers which members are objects. */
export function listInputKeys(parsers: readonly unknown[]): KnownKeys {
  const members: KnownKeys = {}
  for (const parser of parsers) {
    for (const [name, schema] of Object.entries(readShape(parser))) {
      members[name] = unwrap(schema).type === 'object' ? 'object' : 'other'
    }
  }
  return members
}

type Definition = { type: string; shape?: Record<string, z.core.$ZodType>; innerType?: z.core.$ZodType }

function getDefinition(schema: z.core.$ZodType): Definition {
  return schema._zod.def as Definition
}

function unwrap(schema: z.core.$ZodType): Definition {
  const def = getDefinition(schema)
  return def.innerType ? unwrap(def.innerType) : def
}

/** The members of an object schema; empty for other schemas. */
export function readShape(parser: unknown): Record<string, z.core.$ZodType> {
  return isSchema(parser) ? (unwrap(parser).shape ?? {}) : {}
}

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Wraps a DomainError for tRPC. */
export function toTrpcError(refusal: DomainError): TRPCError {
  return new TRPCError({ code: CODES[refusal.kind], message: refusal.message, cause: refusal })
}

/** The outermost middleware: converts errors to the tRPC code of their kind, with the DomainError as cause. */
const mapErrors = t.middleware(async ({ next, meta, ctx, getRawInput, path }) => {
  const result = await (ctx.slot ? ctx.slot.run(() => next()) : next())
  if (result.ok) return result
  const { error } = result
  const raw = await getRawInput()
  const refusal = toDomainError(error, meta, raw, ctx.getInputKeys(path))
  if (!refusal) throw error
  await storeErrorResponse(ctx, meta, raw, refusal)
  throw toTrpcError(refusal)
})

/**
 * Batched calls share the budget of one response. A query is rejected if its result exceeds the budget. A mutation is
 * rejected before it runs; once it has run, its result is always sent.
 */
const limitResponse = t.middleware(({ next, ctx, type }) => {
  const { responseBudget: budget, idempotentRequest } = ctx
  if (!budget || idempotentRequest || type === 'subscription') return next()
  return budget.runInTurn(type, async () => {
    budget.assertFor(1)
    const result = await next()
    if (!result.ok) return result
    const characters = JSON.stringify(result.data)?.length ?? 0
    if (type === 'query') budget.assertFor(characters)
    budget.take(characters)
    // Yields to the event loop between serializations.
    await immediately()
    return result
  })
})

/** The base of all procedures; routers use the builders in src/procedures/access/builders.ts. */
export const operation = t.procedure.use(mapErrors).use(limitResponse)
export const middleware = t.middleware

/**
 * Rejects unknown members and parameters with a 422 that names each (rule E-6). Put it after the inputs of an
 * operation.
 */
export const rejectUnknownKeys = t.procedure
  .meta({ strict: true })
  .use(async ({ ctx, path, getRawInput, next }) => {
    assertNoUnknownKeys(ctx.getInputKeys(path).shape, await getRawInput(), true)
    return next()
  })
