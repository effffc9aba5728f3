import { rows } from '../database.ts'
import type { Reads } from '../reads.ts'

/** What is read of projects. */
export const PROJECTS: Reads = {
  'GET /projects/{projectId}/triage_response_templates': {
    of: 'project',
    answer: async ({ ids }) => ({
      rows: await rows(
        'templates',
        'select id, name, body, triage_status, updated_at from response_templates where project_id = $1 order by name, id',
        ids,
      ),
    }),
  },
}
