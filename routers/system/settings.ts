import { requiresConsent } from '../../src/auth/sessions/consent.ts'
import { anyone } from '../../src/procedures/access/builders.ts'
import { toPublicSettings } from './read/public-settings.ts'
import { Settings } from './read/settings.schema.ts'

const tags = ['System']

export const settings = anyone
  .meta({
    openapi: { method: 'GET', path: '/api/settings', tags, summary: 'What the sign-in page needs to know' },
  })
  .output(Settings)
  .query(async ({ ctx }) => toPublicSettings(ctx.services.env, await requiresConsent(ctx)))
