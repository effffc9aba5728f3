import { isRecord } from '../src/lib/json-values.ts'

/** Maximum nesting of form names; no operation needs more. */
const DEPTH_LIMIT = 8

/**
 * Sets a form value by its name: `a[b]` in an object, `a[]` and repeated names in a list. Ignores names that could
 * reach a prototype or nest too deeply.
 */
export function setField(target: Record<string, unknown>, name: string, value: unknown): void {
  const parts = name.split('[').map((part) => part.replace(/\]$/, ''))
  const list = parts.length > 1 && parts.at(-1) === ''
  const keys = list ? parts.slice(0, -1) : parts
  const last = keys.pop()
  if (last === undefined || keys.length > DEPTH_LIMIT || [...keys, last].includes('__proto__')) return
  let holder = target
  for (const key of keys) {
    const next = Object.hasOwn(holder, key) ? holder[key] : undefined
    const inner: Record<string, unknown> = isRecord(next) ? next : {}
    holder[key] = inner
    holder = inner
  }
  const before = Object.hasOwn(holder, last) ? holder[last] : undefined
  if (before === undefined) holder[last] = list ? [value] : value
  else holder[last] = [...(Array.isArray(before) ? before : [before]), value]
}
