import pino from 'pino'
import { addSourceFiles } from './stack.ts'

const SECRET_FRAGMENT = /passw|passphrase|token|secret|e-?mail|authori[sz]ation|cookie|salt|credential/i
const SECRET_WORD = /(^|[_.\-\s])(api)?(key|keys|otp|totp|pass)($|[_.\-\s])/i
const SECRET_CAMEL_WORD = /[a-z0-9](Key|Keys|Otp|Totp|Pass)($|[A-Z_])|^(key|otp|pass)[A-Z]/
const MAX_DEPTH = 8

/** True for field names whose values must never be logged (rule A-74). */
export function isSecretName(name: string): boolean {
  return SECRET_FRAGMENT.test(name) || SECRET_WORD.test(name) || SECRET_CAMEL_WORD.test(name)
}

/** Copies a log record with secret values redacted at any depth; errors become plain objects. */
export function removeSecrets(record: Record<string, unknown>): Record<string, unknown> {
  return copyFields(record, 0, new Set())
}

function copyFields(record: object, depth: number, parents: ReadonlySet<object>): Record<string, unknown> {
  const within = new Set([...parents, record])
  const fields = Object.entries(record).map(([name, value]: [string, unknown]) => {
    const redacted =
      isSecretName(name) && value !== null && value !== undefined
        ? '[filtered]'
        : copy(value, depth + 1, within)
    return [name, redacted]
  })
  return Object.fromEntries(fields)
}

function withStack(error: Error): object {
  const fields = pino.stdSerializers.err(error)
  return { ...fields, stack: addSourceFiles(fields.stack) }
}

function copy(value: unknown, depth: number, parents: ReadonlySet<object>): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (parents.has(value)) return '[circular]'
  if (depth > MAX_DEPTH) return '[deep]'
  const within = new Set([...parents, value])
  if (value instanceof Error) return copyFields(withStack(value), depth, within)
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item, depth + 1, within))
  if (value instanceof Map || value instanceof Headers) {
    return copyFields(Object.fromEntries(value), depth, within)
  }
  if (value instanceof Set) return [...value].map((item: unknown) => copy(item, depth + 1, within))
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  return copyFields(value, depth, within)
}
