import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { FileOutput } from '../components/export-response.ts'
import {
  assertExportable,
  GUIDE_TYPES,
  replyWithGuide,
  createGuideExportInput,
} from '../srgs/export-guide.ts'

const tags = ['Guides']

export const exportStig = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/stigs/{id}/export/{type}', tags, summary: 'A STIG as a file' },
    produces: GUIDE_TYPES,
    errors: [400],
    supportsAsync: true,
  })
  .input(z.object(createGuideExportInput('stig')))
  .use(async ({ ctx, input, next }) => {
    const guide = await ctx.db
      .selectFrom('stigs')
      .select(['id', 'stig_id as name', 'version'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    return next({ ctx: assertExportable(guide && { kind: 'stig', ...guide }, input) })
  })
  .output(FileOutput)
  .query(({ ctx, input }) => replyWithGuide(ctx, input))
