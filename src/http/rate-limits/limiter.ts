import type { Env } from '../../config/env.ts'
import { DomainError } from '../../errors.ts'
import { networkOf } from '../../lib/client-address.ts'
import type { Reply } from '../reply.ts'
import type { RateStore } from './counters.ts'
import { counterKey, rateLimits, type RateName } from './rate-limits.ts'

/** Hands one counted attempt back: the attempt was a success, or failed on our side. */
export type Refund = () => Promise<void>

/** The rate limits (rule A-67), counted in the database for all processes together. */
export interface Limiter {
  /**
   * Counts one attempt of `name` by `who` (address, account, email or token) and sets the `RateLimit-*` headers.
   * Throws 429 with `Retry-After` at the first attempt over the limit, which is not counted.
   */
  take(name: RateName, who: string, reply: Reply): Promise<Refund>
}

const nothing: Refund = () => Promise.resolve()

/** Hands back all that was taken. */
export async function refund(taken: readonly Refund[]): Promise<void> {
  for (const refund of taken) await refund()
}

/**
 * Answers what `attempt` answers; where it throws, nothing was tried, and all that is in `taken` by then is handed back
 * (rule A-68). `failed` says which errors are failures that count all the same.
 */
export async function countingFailures<T>(
  taken: readonly Refund[],
  attempt: () => Promise<T>,
  failed: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!failed(error)) await refund(taken)
    throw error
  }
}

/** `refused` is told the name of each limit that refuses someone. */
export function createLimiter(
  env: Env,
  store: RateStore,
  clock: () => Date,
  refused: (name: RateName) => void = () => undefined,
): Limiter {
  if (!env.rateLimits.enabled) return { take: () => Promise.resolve(nothing) }
  const windows = rateLimits(env.rateLimits)
  return {
    async take(name, who, reply) {
      const { limit, windowMs, by } = windows[name]
      const now = clock()
      const key = counterKey(name, by === 'address' ? networkOf(who) : who)
      const taken = await store.take(key, limit, windowMs / 1000, now)
      const seconds = Math.max(1, Math.ceil((taken.resetAt.getTime() - now.getTime()) / 1000))
      Object.assign(reply.headers, {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(Math.max(0, limit - taken.count)),
        'ratelimit-reset': String(seconds),
      })
      if (taken.allowed) return () => store.refund(key, taken.windowStart)
      refused(name)
      throw new DomainError(
        'throttled',
        'rate_limited',
        `Too many requests. Try again in ${seconds} seconds.`,
        {
          retryAfter: seconds,
        },
      )
    },
  }
}
