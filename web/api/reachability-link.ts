import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '../../routers/index.ts'
import { isUnreachable } from './errors.ts'
import { reachability } from './reachability.ts'

/** Reports whether calls have an answer. Streams report it themselves. */
export const createReachabilityLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type === 'subscription') return next(op)
    return next(op).pipe(
      tap({
        next: reachability.reportAnswer,
        error: (error) => {
          if (!isUnreachable(error)) reachability.reportAnswer()
          else if (op.signal?.aborted !== true) reachability.reportFailure()
        },
      }),
    )
  }
