import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { pathId } from '../../src/procedures/schemas/shapes.ts'
import { readStig } from './read/stig-rows.ts'
import { StigStats } from './read/stig.schema.ts'

const tags = ['Guides']

export const stats = reading.anyone
  .meta({ openapi: { method: 'GET', path: '/api/stigs/{id}/stats', tags, summary: 'Figures of a STIG' } })
  .input(z.object({ id: pathId }))
  .output(StigStats)
  .query(async ({ ctx, input }) => {
    const { severity_counts } = await readStig(ctx.db, input.id)
    const { high, medium, low } = severity_counts
    return { rule_count: high + medium + low, severity_counts }
  })
