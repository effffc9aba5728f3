import { toReason } from './errors.ts'

/**
 * Connects the calls that need a new session with the dialog that signs the user in. All calls that find the session
 * ended wait for the same dialog.
 */
interface SignInRequest {
  done: Promise<boolean>
  endWait: (signedIn: boolean) => void
}

interface Person {
  email: string
  id: number
  /** The provider that created the account, or null. */
  provider: string | null
}

let pendingRequest: SignInRequest | null = null
let person: Person | null = null
const listeners = new Set<() => void>()

/** Sets the signed-in user, whose password the dialog asks for. Null before sign-in and after sign-out. */
export function setUser(user: Person | null): void {
  person = user
}

/** Returns the user of the session that ended. */
export function readCurrentUser(): Person | null {
  return person
}

/** Reasons of a 401 that mean that the session has ended; a form handles a wrong password itself. */
const SESSION_END_REASONS = ['not_authenticated', 'session_superseded', 'session_timed_out', 'invalid_token']

/** Whether a call failed because the session ended, and a dialog can restore it: only if a user was signed in. */
export function canSignInAgain(error: unknown): boolean {
  return person !== null && SESSION_END_REASONS.includes(toReason(error) ?? '')
}

/** Opens the dialog, or waits for the open one. Resolves to false if it was closed without signing in. */
export function signInAgain(): Promise<boolean> {
  if (pendingRequest) return pendingRequest.done
  const { promise, resolve } = Promise.withResolvers<boolean>()
  pendingRequest = {
    done: promise,
    endWait: (signedIn) => {
      pendingRequest = null
      resolve(signedIn)
      notifyListeners()
    },
  }
  notifyListeners()
  return pendingRequest.done
}

/** Whether the dialog should be open; for `useSyncExternalStore`. */
export function isSignInRequested(): boolean {
  return pendingRequest !== null
}

/** Ends the wait of all calls. */
export function endWait(signedIn: boolean): void {
  pendingRequest?.endWait(signedIn)
}

/** Calls back when the dialog should open or close, until the returned function is called. */
export function onSignInRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

const CHANNEL = 'rulewright-session'

/** Notifies the other tabs of this browser that the session is over, so that they clear their content. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed out')
  channel.close()
}

/** Calls back when another tab signs out. */
export function onSignOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
