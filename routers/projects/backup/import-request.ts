import type { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { Progress } from '../../../src/lib/progress.ts'
import type { RequestPart } from '../../../src/request-context.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import { type ImportBackupInput, parseFilter } from './backup.schema.ts'

interface UploadCall {
  ctx: Parameters<typeof toUnitOfWork>[0] & RequestPart<'workers', 'job'>
  signal: AbortSignal | undefined
}

/** Converts a call to the request of the use case. */
export function toImportRequest({ ctx, signal }: UploadCall, input: z.output<typeof ImportBackupInput>) {
  return {
    work: toUnitOfWork(ctx),
    workers: createWorkersForUpload({ ctx, signal }, input.dry_run),
    file: input.file,
    options: {
      dryRun: input.dry_run,
      includeReviews: input.include_reviews,
      includeMemberships: input.include_memberships,
      attributeToAccounts: input.attribute_to_accounts,
      filter: parseFilter(input.component_filter),
    },
    progress: new Progress(ctx.job?.progress),
  }
}
