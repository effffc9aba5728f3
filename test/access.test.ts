import { readFileSync } from 'node:fs'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { describe, expect, it } from 'vitest'
import { formatPermissionTable } from '../openapi/permissions.ts'
import { listRoutes } from '../openapi/routes.ts'
import { appRouter } from '../routers/index.ts'
import type { Meta } from '../src/procedures/meta.ts'

const router: AnyTRPCRouter = appRouter
const procedures = Object.entries<AnyTRPCProcedure>(router._def.procedures).map(([name, procedure]) => {
  const meta = procedure._def.meta as Meta | undefined
  return { name, meta }
})

/** The allowed values of `needs`; a new one is added here and in openapi/document/descriptions.ts. */
const NEEDS = [
  'public',
  'signed in',
  'session',
  'system admin',
  'privileged',
  'discoverable',
  'member',
  'viewer',
  'author',
  'reviewer',
  'admin',
  'project author',
  'project admin',
  'show',
  'owner',
  'requester or admin',
  'owner or system admin',
  'admin; viewer with scope=members',
  'viewer; system admin without one',
  'depends',
]

describe('access', () => {
  it.each(procedures)('is declared by $name', ({ meta }) => {
    expect(meta?.access?.record).toBeTruthy()
    expect(NEEDS).toContain(meta?.access?.needs)
  })

  it('access that depends on the body names its members', () => {
    const open = procedures.filter(
      ({ meta }) => (meta?.access?.needs === 'depends') !== Boolean(meta?.access?.depends),
    )
    expect(open).toEqual([])
    expect(formatPermissionTable()).not.toContain('| depends |')
    expect(formatPermissionTable()).toContain('| author where `rule.duplicate` is true; else project admin |')
  })

  it('is public only for signing in, recovering an account, and facts about the service', () => {
    const open = listRoutes(appRouter)
      .filter(({ meta }) => meta.access?.needs === 'public')
      .map(({ method, path }) => `${method} ${path}`)
    const expected =
      /^(POST \/api\/auth\/login|(POST|PUT|PATCH|GET) \/users(\/(password|password\/edit|confirmation|unlock|complete_link))?|GET \/api\/(settings|version)|POST \/consent\/acknowledge|GET \/api\/(srgs|stigs)\/(latest|\{id\}\/stats))$/
    expect(open.filter((route) => !expected.test(route))).toEqual([])
  })

  it('A-6: is listed in the permission table for every operation; npm run openapi writes it', () => {
    const file = new URL('../docs/permissions.md', import.meta.url)
    expect(readFileSync(file, 'utf8') === formatPermissionTable(), 'run npm run openapi').toBe(true)
  })
})
