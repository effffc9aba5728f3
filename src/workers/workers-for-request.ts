import type { Workers, WorkerPool, TaskPurpose } from './pool.ts'

/** The context and signal of a procedure call. */
interface TaskRequest {
  ctx: { services: { workers: WorkerPool }; actor: { id: number }; job?: object | undefined }
  signal?: AbortSignal | undefined
}

/** Returns the worker threads for a read. */
export function createWorkersForRead({ ctx, signal }: TaskRequest): Workers {
  return ctx.services.workers.forCaller({ userId: ctx.actor.id, purpose: 'read', signal })
}

/** Returns the worker threads for an upload. A dry run in a job has the time limit of an import. */
export function createWorkersForUpload({ ctx, signal }: TaskRequest, dryRun: boolean): Workers {
  const purpose: TaskPurpose = dryRun && !ctx.job ? 'preview' : 'import'
  return ctx.services.workers.forCaller({ userId: ctx.actor.id, purpose, signal })
}
