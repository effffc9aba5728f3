import type { Workers, WorkerPool, TaskPurpose } from './pool.ts'

/** What a procedure knows of its caller. */
interface TaskRequest {
  ctx: { services: { workers: WorkerPool }; actor: { id: number }; job?: object | undefined }
  signal?: AbortSignal | undefined
}

/** Threads for what a read compares. */
export function workersForRead({ ctx, signal }: TaskRequest): Workers {
  return ctx.services.workers.forCaller({ userId: ctx.actor.id, purpose: 'read', signal })
}

/** Threads for an upload; no one waits for a job, so a trial that runs as one has the time of an import. */
export function workersForUpload({ ctx, signal }: TaskRequest, dryRun: boolean): Workers {
  const purpose: TaskPurpose = dryRun && !ctx.job ? 'preview' : 'import'
  return ctx.services.workers.forCaller({ userId: ctx.actor.id, purpose, signal })
}
