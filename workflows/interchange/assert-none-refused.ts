import { DomainError } from '../../src/errors.ts'

/** Maximum number of refused rows in the message of the error. */
const MAX_NAMED = 20

interface Refusal<O> {
  reason: string
  toMessage: (outcome: O) => string
  /** Further members of the error, such as all outcomes. */
  members: Record<string, unknown>
}

/** Throws 422 if a row of an import was refused; the message names the first ones. */
export function assertNoneRefused<O extends { outcome: string }>(
  outcomes: readonly O[],
  { reason, toMessage, members }: Refusal<O>,
): void {
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return
  const messages = refused.slice(0, MAX_NAMED).map(toMessage)
  throw new DomainError('invalid', reason, messages.join(' '), { messages, members })
}
