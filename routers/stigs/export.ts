import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { FileOutput } from '../components/export-response.ts'
import { exportableGuide, GUIDE_TYPES, guideAnswer, guideExportInput } from '../srgs/export-guide.ts'

const tags = ['Guides']

export const exportStig = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/stigs/{id}/export/{type}', tags, summary: 'A STIG as a file' },
    produces: GUIDE_TYPES,
    errors: [400],
    supportsAsync: true,
  })
  .input(z.object(guideExportInput('stig')))
  .use(async ({ ctx, input, next }) => {
    const guide = await ctx.db
      .selectFrom('stigs')
      .select(['id', 'stig_id as name', 'version'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    return next({ ctx: exportableGuide(guide && { kind: 'stig', ...guide }, input) })
  })
  .output(FileOutput)
  .query(({ ctx, input }) => guideAnswer(ctx, input))
