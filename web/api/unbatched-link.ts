import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '../../routers/index.ts'
import { toReason } from './errors.ts'

/** Marks a query that is sent in a separate request. */
export const UNBATCHED = 'alone'

/** Sends a query again in its own request if its batch exceeded the response limit. */
export const createUnbatchedLink: TRPCLink<AppRouter> = () => {
  return ({ op, next }) =>
    observable((observer) => {
      let current: Unsubscribable | undefined
      const send = (unbatched: boolean) => {
        current = next(unbatched ? { ...op, context: { ...op.context, [UNBATCHED]: true } } : op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (!unbatched && op.type === 'query' && toReason(error) === 'list_too_long') send(true)
            else observer.error(error)
          },
        })
      }
      send(false)
      return () => current?.unsubscribe()
    })
}
