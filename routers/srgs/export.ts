import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { FileOutput } from '../components/export-response.ts'
import { assertExportable, GUIDE_TYPES, replyWithGuide, createGuideExportInput } from './export-guide.ts'

const tags = ['Guides']

export const exportSrg = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/srgs/{id}/export/{type}', tags, summary: 'An SRG as a file' },
    produces: GUIDE_TYPES,
    errors: [400],
    supportsAsync: true,
  })
  .input(z.object(createGuideExportInput('srg')))
  .use(async ({ ctx, input, next }) => {
    const guide = await ctx.db
      .selectFrom('srgs')
      .select(['id', 'srg_id as name', 'version'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    return next({ ctx: assertExportable(guide && { kind: 'srg', ...guide }, input) })
  })
  .output(FileOutput)
  .query(({ ctx, input }) => replyWithGuide(ctx, input))
