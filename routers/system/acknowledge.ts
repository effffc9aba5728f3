import { z } from 'zod'
import { acknowledgeConsent } from '../../src/auth/sessions/consent.ts'
import { anyone } from '../../src/procedures/access/builders.ts'

const tags = ['System']

export const acknowledge = anyone
  .meta({
    openapi: {
      method: 'POST',
      path: '/consent/acknowledge',
      tags,
      summary: 'Acknowledge the terms of use',
    },
    bodiless: true,
    secret: true,
    errors: [429],
  })
  .output(z.void())
  .mutation(({ ctx }) => acknowledgeConsent(ctx))
