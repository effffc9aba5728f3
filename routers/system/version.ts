import { z } from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { anyone } from '../../src/procedures/access/builders.ts'
import { instant } from '../../src/procedures/schemas/shapes.ts'
import { isSystemAdmin, readRuntimeFacts } from './read/runtime.ts'

const tags = ['System']

export const Version = z
  .object({
    name: z.string(),
    version: z.string(),
    runtime: z
      .object({
        node: z.string(),
        platform: z.string(),
        database: z.string(),
        workers: z.int(),
        started_at: instant,
      })
      .optional()
      .meta({ description: 'What the service runs on; only for system administrators.' }),
  })
  .meta({ id: 'Version' })

export const version = anyone
  .meta({
    openapi: { method: 'GET', path: '/api/version', tags, summary: 'Name and version of the product' },
  })
  .output(Version)
  .query(async ({ ctx }) => ({
    name: packageJson.name,
    version: packageJson.version,
    ...((await isSystemAdmin(ctx)) ? { runtime: await readRuntimeFacts(ctx.services) } : {}),
  }))
