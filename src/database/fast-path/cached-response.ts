/** The state of a cached response. */
interface CachedResponse {
  /** The validated data, and the output middleware that validated it. */
  checked: { by: object; data: unknown } | null
  text: string | null
}

const responses = new WeakMap<object, CachedResponse>()

/** Marks a response as cached, so that it can be used again. */
export function cacheResponse<T extends object>(answer: T): T {
  responses.set(answer, { checked: null, text: null })
  return answer
}

/** Returns a cached response, frozen: a change would affect other requests. */
export function createCachedResponse<T extends object>(answer: T): T {
  freeze(answer)
  const data = findCached(answer)?.checked?.data
  if (isObject(data)) freeze(data)
  return answer
}

/** Returns the validated data of a cached response; undefined if this middleware has not validated it. */
export function findValidatedData(answer: unknown, validator: object): { data: unknown } | undefined {
  const { checked } = findCached(answer) ?? {}
  return checked?.by === validator ? checked : undefined
}

/** Stores the validated data of a response if the response is cached. */
export function markValidated(answer: unknown, validator: object, data: unknown): void {
  const cached = findCached(answer)
  if (!cached) return
  cached.checked = { by: validator, data }
  if (isObject(data) && data !== answer) cacheResponse(data)
}

/** Returns the JSON text of a response. A cached response is serialized once. */
export function readJsonText(answer: unknown): string {
  const cached = findCached(answer)
  if (!cached) return JSON.stringify(answer)
  return (cached.text ??= JSON.stringify(answer))
}

function findCached(answer: unknown): CachedResponse | undefined {
  return isObject(answer) ? responses.get(answer) : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Freezes a value with all its members. */
function freeze(value: object): void {
  if (Object.isFrozen(value)) return
  for (const member of Object.values(value) as unknown[]) if (isObject(member)) freeze(member)
  Object.freeze(value)
}
