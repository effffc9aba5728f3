import type { AnyTRPCRouter } from '@trpc/server'
import { errorAnswer } from '../../../openapi/errors.ts'
import { inputsByPath, operationsOf } from '../../../openapi/routes.ts'
import { appRouter } from '../../../routers/index.ts'
import { runJobs } from '../../jobs/loop.ts'
import type { Operations } from '../../jobs/run.ts'
import { NO_INPUT } from '../../procedures/schemas/unknown-keys.ts'
import type { Services } from '../../services.ts'

/** Returns the operations of a router for running them as jobs. */
export function jobOperations(router: AnyTRPCRouter = appRouter): Operations {
  const inputs = inputsByPath(router)
  return {
    find: operationsOf(router),
    inputOf: (path) => inputs[path] ?? NO_INPUT,
    refusal: (error, requestId, meta) => errorAnswer(error, requestId, meta?.refusal).body,
  }
}

let operations: Operations | undefined

/** Runs the queued jobs. */
export async function runWaitingJobs(services: Services, signal: AbortSignal): Promise<void> {
  operations ??= jobOperations()
  await runJobs(services, operations, signal)
}
