import { z } from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import { anyone, reading } from '../src/access.ts'
import { acknowledgeConsent, consentRequired } from '../src/auth/consent.ts'
import { router } from '../src/trpc.ts'
import { isSystemAdmin, runtimeFacts } from './system/runtime.ts'
import { navigationOf, publicSettings } from './system.read.ts'
import { Navigation, Settings, Version } from './system.schema.ts'

const tags = ['System']

/** Facts about the service and the caller's menu (accounts 5.5). */
export const system = router({
  settings: anyone
    .meta({
      openapi: { method: 'GET', path: '/api/settings', tags, summary: 'What the sign-in page needs to know' },
    })
    .output(Settings)
    .query(async ({ ctx }) => publicSettings(ctx.services.env, await consentRequired(ctx))),

  version: anyone
    .meta({
      openapi: { method: 'GET', path: '/api/version', tags, summary: 'Name and version of the product' },
    })
    .output(Version)
    .query(async ({ ctx }) => ({
      name: packageJson.name,
      version: packageJson.version,
      ...((await isSystemAdmin(ctx)) ? { runtime: await runtimeFacts(ctx.services) } : {}),
    })),

  navigation: reading.signedIn
    .meta({
      openapi: { method: 'GET', path: '/api/navigation', tags, summary: 'Your menu, and what waits for you' },
    })
    .output(Navigation)
    .query(({ ctx: { db, actor, services } }) => navigationOf(db, services.env, actor)),

  acknowledgeConsent: anyone
    .meta({
      openapi: {
        method: 'POST',
        path: '/consent/acknowledge',
        tags,
        summary: 'Acknowledge the terms of use',
      },
      bodiless: true,
      secret: true,
    })
    .output(z.void())
    .mutation(({ ctx }) => acknowledgeConsent(ctx)),
})
