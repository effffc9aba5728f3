import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { EffectiveSettings } from './read/settings.schema.ts'
import { listEffectiveSettings } from './read/settings.ts'

export const settings = reading.systemAdmin
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/administration/settings',
      tags: ['Administration'],
      summary: 'The settings in force, and where each comes from',
    },
  })
  .concat(rejectUnknownKeys)
  .output(EffectiveSettings)
  .query(({ ctx }) => ({ settings: listEffectiveSettings(ctx.services.env) }))
