/**
 * The wish for a new sign-in amid work, between the calls that need one and the dialog that asks for it. All calls
 * that find the session ended wait for the same dialog.
 */
interface SignInRequest {
  done: Promise<boolean>
  settle: (signedIn: boolean) => void
}

let wish: SignInRequest | null = null
let person: { email: string; id: number } | null = null
const listeners = new Set<() => void>()

/** Says who works here; the dialog asks for their password. Null before the first sign-in and after signing out. */
export function setUser(who: { email: string; id: number } | null): void {
  person = who
}

/** Who worked here when the session ended. */
export function currentUser(): { email: string; id: number } | null {
  return person
}

/** Whether a lost session is to be restored by a dialog: only amid work. */
export function canSendRequests(): boolean {
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
export function isSignInRequested(): boolean {
  return wish !== null
}

/** Ends the wait of all calls. */
export function settle(signedIn: boolean): void {
  wish?.settle(signedIn)
}

export function onSignInRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

const CHANNEL = 'rulewright-session'

/** Tells the other tabs of this browser that the session is over, so that they show nothing of it any more. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed out')
  channel.close()
}

/** Calls back when another tab signed out. */
export function onSignOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
