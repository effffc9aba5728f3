import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { timeInput } from '../../src/procedures/schemas/shapes.ts'
import { ComponentStats } from './read/progress.schema.ts'
import { countChangedRules, readComponentStats } from './read/progress.ts'

const tags = ['Components']

export const stats = reading
  .component('show', 'id')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/stats',
      tags,
      summary: 'Statistics of a component',
    },
  })
  .input(
    z.object({
      changed_since: timeInput.optional().meta({ description: 'Also count the requirements changed later.' }),
    }),
  )
  .output(ComponentStats)
  .query(async ({ ctx: { db, scope }, input: { changed_since: since } }) => {
    const { component_id: id } = scope
    if (since === undefined) return readComponentStats(db, id)
    const [stats, changed] = await Promise.all([readComponentStats(db, id), countChangedRules(db, id, since)])
    return { ...stats, changed_rule_count: changed }
  })
