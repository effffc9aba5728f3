import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { expect, test } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { formatOperation } from '../../web/pages/interchange/job-labels.ts'

const router: AnyTRPCRouter = appRouter

test('each operation that can run as a job has a label', () => {
  const procedures = Object.entries<AnyTRPCProcedure>(router._def.procedures)
  const names = procedures.flatMap(([name, { _def }]) => (isJob(_def.meta) ? [name] : []))
  expect(names).toContain('components.export')
  expect(names.filter((name) => formatOperation(name) === 'Background job')).toEqual([])
})

test('an operation that no longer exists has a general label', () => {
  expect(formatOperation('toString')).toBe('Background job')
})

function isJob(meta: unknown): boolean {
  return typeof meta === 'object' && meta !== null && 'supportsAsync' in meta && meta.supportsAsync === true
}
