import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { requiredText } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { ControlTexts } from './read/texts.schema.ts'
import { readControlTexts } from './read/texts.ts'

export const texts = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/controls/texts',
      tags: ['Guides'],
      summary: 'Texts of NIST SP 800-53 controls and CCIs',
    },
  })
  .input(
    z.object({
      q: requiredText(2048).meta({
        description: 'A control, such as AC-2 (1), or CCIs, such as CCI-000015, CCI-000016.',
      }),
    }),
  )
  .concat(rejectUnknownKeys)
  .output(ControlTexts)
  .query(({ ctx, input }) => readControlTexts(ctx.db, ctx.actor, input.q))
