/** Whether a value is an object, but not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the value at a path of member names in an unvalidated input; undefined if there is none. */
export function readValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(readMember, input)
}

function readMember(value: unknown, key: PropertyKey): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined
}
