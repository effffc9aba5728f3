import { z } from 'zod'
import { reading, withReplica } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { ProjectProgress, listProjectProgress } from '../read/progress.ts'

export const progress = reading.signedIn
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/projects/progress',
      tags: ['Projects'],
      summary: 'Progress of the requirements of your projects',
    },
  })
  .concat(rejectUnknownKeys)
  .output(z.array(ProjectProgress))
  .query(({ ctx: { db, actor } }) => listProjectProgress(db, actor))
