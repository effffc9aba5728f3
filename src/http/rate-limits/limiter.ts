import type { Env } from '../../config/env.ts'
import { DomainError } from '../../errors.ts'
import { toNetwork } from '../../lib/client-address.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { Reply } from '../reply.ts'
import type { RateStore } from './counters.ts'
import { toCounterKey, createRateLimits, type RateName } from './rate-limits.ts'

/** Refunds one counted attempt: it succeeded, or failed because of the service. */
export type Refund = () => Promise<void>

/** The rate limits (rule A-67). The database counts for all processes. */
export interface Limiter {
  /**
   * Counts one attempt of `name` by `key` (address, account, email or token) and sets the `RateLimit-*` headers.
   * Throws 429 with `Retry-After` if the limit is reached; that attempt is not counted.
   */
  take(name: RateName, key: string, reply: Reply): Promise<Refund>
}

const nothing: Refund = () => Promise.resolve()

/** Refunds several attempts. */
export async function refund(refunds: readonly Refund[]): Promise<void> {
  for (const refund of refunds) await refund()
}

/**
 * Runs `attempt`, and refunds all `refunds` if it throws (rule A-68). Errors for which `isCountedFailure` is true
 * keep counting.
 */
export async function refundOnError<T>(
  refunds: readonly Refund[],
  attempt: () => Promise<T>,
  isCountedFailure: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!isCountedFailure(error)) await refund(refunds)
    throw error
  }
}

/** Creates the limiter; `onReject` is called with the name of each limit that rejects a request. */
export function createLimiter(
  env: Env,
  store: RateStore,
  clock: () => Date,
  onReject: (name: RateName) => void = () => undefined,
): Limiter {
  if (!env.rateLimits.enabled) return { take: () => Promise.resolve(nothing) }
  const windows = createRateLimits(env.rateLimits)
  return {
    async take(name, subject, reply) {
      const { limit, windowMs, by } = windows[name]
      const now = clock()
      const key = toCounterKey(name, by === 'address' ? toNetwork(subject) : subject)
      const attempt = await store.take(key, limit, windowMs / 1000, now)
      const seconds = Math.max(1, Math.ceil((attempt.resetAt.getTime() - now.getTime()) / 1000))
      Object.assign(reply.headers, {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(Math.max(0, limit - attempt.count)),
        'ratelimit-reset': String(seconds),
      })
      if (attempt.allowed) return () => store.refund(key, attempt.windowStart)
      onReject(name)
      throw new DomainError(
        'throttled',
        'rate_limited',
        `Too many requests. Try again in ${formatCount(seconds, 'second', 'seconds')}.`,
        {
          retryAfter: seconds,
        },
      )
    },
  }
}
