import { z } from 'zod'
import { STATUS } from '../src/errors.ts'
import { Toast } from '../src/procedures/schemas/shapes.ts'

/** The two error formats as named components of the document (rules E-10 and E-11). */
export const Problem = z
  .looseObject({
    type: z.string().meta({ description: 'Stable key: /docs/api/errors#reason.' }),
    title: z.string().meta({ description: 'The kind of error.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    detail: z.string(),
    reason: z.string().meta({ description: 'Stable key of the error, listed at /docs/api/errors.' }),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    admins: z.array(z.object({ name: z.string(), email: z.string() })).optional(),
    toast: Toast.optional(),
    parameter: z.string().optional().meta({ description: 'The missing parameter.' }),
    required_scope: z.string().optional(),
    how_to_authenticate: z.object({ session: z.string(), token: z.string() }).optional(),
  })
  .meta({ id: 'Problem', description: 'An error of authentication, access, routing or request format.' })

export const Refusal = z
  .looseObject({
    toast: Toast,
    reason: z.string().meta({ description: 'Stable key of the error, listed at /docs/api/errors.' }),
    errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: 'Field -> messages.' }),
    error: z.string().optional().meta({ description: 'The same text, for older clients.' }),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Refusal', description: 'An error of values, state or limits.' })

/** The error format of token checks: an email token is invalid (rule E-11). */
export const InvalidToken = z
  .object({
    valid: z.literal(false),
    error: z.string(),
    reason: z.string().meta({ description: 'Stable key of the error, listed at /docs/api/errors.' }),
  })
  .meta({ id: 'InvalidToken', description: 'The token is unknown, used or expired.' })

export const DESCRIPTIONS: Record<number, string> = {
  [STATUS.malformed]: 'The body cannot be read, or its wrapper or a required parameter is missing.',
  [STATUS.unauthenticated]: 'The credential is missing or invalid.',
  [STATUS.forbidden]: 'The caller lacks the role, or the token lacks the scope.',
  [STATUS.missing]: 'The record does not exist, or is not visible to the caller.',
  [STATUS.slow]: 'The body arrived too slowly.',
  [STATUS.conflict]: 'The record changed in the meantime.',
  [STATUS.stale]: 'The record changed in the meantime (If-Match).',
  [STATUS.too_large]: 'The body is over the limit.',
  [STATUS.media_type]: 'The media type of the body is not supported.',
  [STATUS.invalid]: 'A value is invalid (`errors` names the field), or the state does not allow the action.',
  [STATUS.locked]: 'The account is locked.',
  [STATUS.throttled]: 'Too many requests.',
  [STATUS.internal]: 'Unexpected error.',
  [STATUS.unavailable]: 'The database is not available, or too many uploads are in progress.',
}

const PROBLEM_STATUSES: readonly number[] = [400, 401, 403, 404, 405, 408, 413, 415, 503]

/** Error formats of a status: sign-in locks and wrong passwords can also be problem documents (rule E-10). */
export function listDialects(status: number): ('Problem' | 'Refusal')[] {
  if (PROBLEM_STATUSES.includes(status)) return ['Problem']
  return status === 423 || status === 422 ? ['Refusal', 'Problem'] : ['Refusal']
}
