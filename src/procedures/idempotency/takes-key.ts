import type { Meta } from '../meta.ts'

/**
 * Whether an operation supports `Idempotency-Key`: every POST and those that declare it, except with secrets (rule
 * E-16).
 */
export function takesKey(method: string, meta: Meta): boolean {
  if (meta.secret || meta.access?.needs === 'public') return false
  return method === 'POST' || meta.idempotencyKey === true
}
