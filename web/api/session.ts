/**
 * The wish for a new sign-in amid work, between the calls that need one and the dialog that asks for it. All calls
 * that find the session ended wait for the same dialog.
 */
interface Wish {
  done: Promise<boolean>
  settle: (signedIn: boolean) => void
}

let wish: Wish | null = null
let person: { email: string; id: number } | null = null
const listeners = new Set<() => void>()

/** Says who works here; the dialog asks for their password. Null before the first sign-in and after signing out. */
export function workAs(who: { email: string; id: number } | null): void {
  person = who
}

/** Who worked here when the session ended. */
export function worker(): { email: string; id: number } | null {
  return person
}

/** Whether a lost session is to be restored by a dialog: only amid work. */
export function mayAsk(): boolean {
  return person !== null
}

/** Opens the dialog, or joins the one that is open; false when it was left. */
export function signInAgain(): Promise<boolean> {
  if (wish) return wish.done
  const { promise, resolve } = Promise.withResolvers<boolean>()
  wish = {
    done: promise,
    settle: (signedIn) => {
      wish = null
      resolve(signedIn)
      tell()
    },
  }
  tell()
  return wish.done
}

/** Whether the dialog is wanted; for `useSyncExternalStore`. */
export function isWanted(): boolean {
  return wish !== null
}

/** Ends the wait of all calls. */
export function settle(signedIn: boolean): void {
  wish?.settle(signedIn)
}

export function onWish(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
