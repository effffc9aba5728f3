/** The parts of a call that its idempotency key depends on. */
interface Call {
  path: string
  type: string
  context: Record<string, unknown>
}

/**
 * Operations whose answer has a secret or a cookie: the service does not store it, so a retry would act again (rule
 * E-16).
 */
const WITHOUT_KEY = /^(account|confirmations|identities|passwords|sessions|tokens|users)\./

/**
 * Returns the idempotency key of a write. It stays the same for retries after a lost connection or a new sign-in. A
 * caller with its own key passes `context: { idempotencyKey }`.
 */
export function createKey(call: Call): string {
  const known = call.context['idempotencyKey']
  if (typeof known === 'string') return known
  const key = createRandomKey()
  call.context['idempotencyKey'] = key
  return key
}

/** Whether a call can be retried when it is unknown if it arrived. */
export function canRetry({ path, type }: Pick<Call, 'path' | 'type'>): boolean {
  // Confirmation and unlocking are queries because a link opens them, but they change data.
  if (type === 'query') return !path.startsWith('confirmations.')
  return type === 'mutation' && !WITHOUT_KEY.test(path)
}

/** `crypto.randomUUID` exists on https and localhost only. */
function createRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
