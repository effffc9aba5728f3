import type { TRPCClientError, TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '../../routers/index.ts'
import { canSignInAgain, signInAgain } from './session.ts'

/**
 * If the session has ended, waits for the sign-in dialog and sends the call again with the same idempotency key. Fails
 * if the dialog is closed without signing in.
 */
export const createSessionLink: TRPCLink<AppRouter> = () => {
  return ({ op, next }) =>
    observable((observer) => {
      let current: Unsubscribable | undefined
      let isCancelled = false
      const send = () => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => void handleFailure(error),
        })
      }
      const handleFailure = async (error: TRPCClientError<AppRouter>) => {
        if (op.context['anonymous'] === true || !canSignInAgain(error)) return observer.error(error)
        const signedIn = await signInAgain()
        if (isCancelled) return
        if (signedIn) send()
        else observer.error(error)
      }
      send()
      return () => {
        isCancelled = true
        current?.unsubscribe()
      }
    })
}
