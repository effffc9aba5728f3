import type { Meta } from '../meta.ts'

/** Whether an operation listens to `Idempotency-Key`: every POST and what says so, but nothing secret (rule E-16). */
export function takesKey(method: string, meta: Meta): boolean {
  if (meta.secret || meta.access?.needs === 'public') return false
  return method === 'POST' || meta.idempotencyKey === true
}
