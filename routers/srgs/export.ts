import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { FileOutput } from '../components/export-answer.ts'
import { GUIDE_TYPES, guideAnswer, guideExportInput } from './export-guide.ts'

const tags = ['Guides']

export const exportSrg = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/srgs/{id}/export/{type}', tags, summary: 'An SRG as a file' },
    produces: GUIDE_TYPES,
    errors: [400],
    mayRunLater: true,
  })
  .input(z.object(guideExportInput))
  .output(FileOutput)
  .query(async ({ ctx, input }) => {
    const found = await ctx.db
      .selectFrom('srgs')
      .select(['id', 'srg_id as name', 'version'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    return guideAnswer(ctx, found && { kind: 'srg', ...found }, input)
  })
