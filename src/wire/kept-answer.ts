import type { Exact } from './exact.ts'

/** What was made of an answer that may be given again, so that it need not be made again. */
interface Kept {
  /** What its output schema made of it, and which schema that was. */
  checked: { by: Exact; data: unknown } | null
  text: string | null
}

const kept = new WeakMap<object, Kept>()

/** Marks an answer that may be given again as it is. */
export function keepAnswer<T extends object>(answer: T): T {
  kept.set(answer, { checked: null, text: null })
  return answer
}

/** A kept answer as it is given again: nobody can change it, because it would be changed for others too. */
export function givenAgain<T extends object>(answer: T): T {
  freeze(answer)
  const data = keptOf(answer)?.checked?.data
  if (isObject(data)) freeze(data)
  return answer
}

/** What checking a kept answer by this schema made of it; undefined for one that was not checked yet, or is not kept. */
export function checkedBefore(answer: unknown, by: Exact): { data: unknown } | undefined {
  const { checked } = keptOf(answer) ?? {}
  return checked?.by === by ? checked : undefined
}

/** Notes what checking made of an answer, if that is kept. */
export function noteChecked(answer: unknown, by: Exact, data: unknown): void {
  const known = keptOf(answer)
  if (!known) return
  known.checked = { by, data }
  if (isObject(data) && data !== answer) keepAnswer(data)
}

/** The JSON text of an answer, of a kept one written once. */
export function jsonText(answer: unknown): string {
  const known = keptOf(answer)
  if (!known) return JSON.stringify(answer)
  return (known.text ??= JSON.stringify(answer))
}

function keptOf(answer: unknown): Kept | undefined {
  return isObject(answer) ? kept.get(answer) : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What is frozen is so with all that it holds. */
function freeze(value: object): void {
  if (Object.isFrozen(value)) return
  for (const member of Object.values(value) as unknown[]) if (isObject(member)) freeze(member)
  Object.freeze(value)
}
