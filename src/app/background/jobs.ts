import type { AnyTRPCRouter } from '@trpc/server'
import { toErrorResponse } from '../../../openapi/errors.ts'
import { createOperationLookup } from '../../../openapi/routes.ts'
import { appRouter } from '../../../routers/index.ts'
import { runJobs } from '../../jobs/loop.ts'
import type { Operations } from '../../jobs/run.ts'
import type { Services } from '../../services.ts'

/** Returns the operations of a router for running them as jobs of this process. */
export function createJobOperations(services: Services, router: AnyTRPCRouter = appRouter): Operations {
  const operations = createOperationLookup(router)
  return {
    find: operations.findOperation,
    createContext: ({ request }, { actor, startStream, job }) => ({
      services,
      request: { ...request, header: (name) => request.headers[name] },
      credential: { kind: 'none' },
      reply: { headers: {}, cookies: [], applied: false },
      authenticate: () => Promise.resolve(actor),
      rateLimited: true,
      startStream,
      ...operations,
      job,
    }),
    toBody: (error, requestId, meta) => toErrorResponse(error, requestId, meta).body,
  }
}

const operationsByServices = new WeakMap<Services, Operations>()

/** Runs the queued jobs. */
export async function runWaitingJobs(services: Services, signal: AbortSignal): Promise<void> {
  const operations = operationsByServices.get(services) ?? createJobOperations(services)
  operationsByServices.set(services, operations)
  await runJobs(services, operations, signal)
}
