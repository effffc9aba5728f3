/** What the key of a call depends on. */
interface Call {
  path: string
  type: string
  context: Record<string, unknown>
}

/** Answers with a secret or a cookie are not kept by the service, so that a repetition would act again (rule E-16). */
const UNKEPT = /^(account|confirmations|identities|passwords|sessions|tokens|users)\./

/**
 * The idempotency key of a write. It stays the same however often the call is sent again, after a lost connection or
 * a new sign-in; a caller with a key of its own passes `context: { idempotencyKey }`.
 */
export function keyOf(call: Call): string {
  const known = call.context['idempotencyKey']
  if (typeof known === 'string') return known
  const key = randomKey()
  call.context['idempotencyKey'] = key
  return key
}

/** Whether a call may be sent again when no one knows if it arrived. */
export function mayRepeat({ path, type }: Pick<Call, 'path' | 'type'>): boolean {
  // Confirming and unlocking are reads by their links, but act.
  if (type === 'query') return !path.startsWith('confirmations.')
  return type === 'mutation' && !UNKEPT.test(path)
}

/** `crypto.randomUUID` is there on https and localhost only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
