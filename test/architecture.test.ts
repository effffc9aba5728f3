import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['src', 'entities', 'routers', 'openapi', 'client/src', 'client/build']

interface Source {
  path: string
  text: string
  /** Packages by name, own files by their path from the root. */
  imports: string[]
}

const sources: Source[] = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.ts`, { cwd: root }).map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const names = [...text.matchAll(/(?:from|import) '([^']+)'/g)].map(([, name = '']) => name)
    const imports = names.map((name) =>
      name.startsWith('.') ? relative(root, join(root, dirname(path), name)) : name,
    )
    return { path, text, imports }
  }),
)

/** Imports of the files under `folder` that are not among the allowed ones, as `file -> import`. */
function beyond(folder: string, allowed: RegExp, except: string[] = []): string[] {
  return sources
    .filter(({ path }) => path.startsWith(`${folder}/`) && !except.some((each) => path.startsWith(each)))
    .flatMap(({ path, imports }) =>
      imports.filter((name) => !allowed.test(name)).map((name) => `${path} -> ${name}`),
    )
}

/** Everything but these. */
const not = (...parts: string[]) => new RegExp(`^(?!(${parts.join('|')}))`)

describe('the direction of imports', () => {
  it('sees the files of the service', () => {
    expect(sources.length).toBeGreaterThan(150)
    expect(sources.some(({ imports }) => imports.includes('src/errors.ts'))).toBe(true)
  })

  it('keeps entities to the ORM core, errors, vocabulary and each other', () => {
    expect(
      beyond('entities', /^(@mikro-orm\/core$|src\/errors\.ts$|src\/vocabulary\.ts$|entities\/)/),
    ).toEqual([])
  })

  it('keeps transport out of routers', () => {
    expect(beyond('routers', not('hono', '@hono/', 'openapi/', 'trpc-to-openapi', '@trpc/', 'pg$'))).toEqual(
      [],
    )
  })

  it('lets only what puts the service together reach routers and openapi from src', () => {
    const composition = ['src/app.ts', 'src/server', 'src/demo', 'src/http/']
    expect(beyond('src', not('routers/', 'openapi/', 'test/', 'bench/', 'client/'), composition)).toEqual([])
  })

  it('keeps Hono to the edge of src', () => {
    const edge = ['src/app.ts', 'src/server', 'src/http/', 'src/request-context.ts', 'src/auth/cookies.ts']
    expect(beyond('src', not('hono', '@hono/'), edge)).toEqual([])
  })

  it('keeps formats pure: no database, no transport', () => {
    const pure = /^(src\/formats\/|src\/errors\.ts$|src\/vocabulary\.ts$|node:buffer$|saxes$|fflate$|hucre)/
    expect(beyond('src/formats', pure)).toEqual([])
  })

  it('never leads from the product to its tests', () => {
    for (const folder of FOLDERS) expect(beyond(folder, not('test/', 'bench/', 'vitest'))).toEqual([])
  })

  it('keeps drivers to the database layer', () => {
    const drivers = not('pg$', '@electric-sql/', '@mikro-orm/postgresql', '@mikro-orm/pglite')
    expect(beyond('src', drivers, ['src/database'])).toEqual([])
    expect(beyond('openapi', drivers)).toEqual([])
  })
})

describe('every file', () => {
  it('has at most 300 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
    expect(long).toEqual([])
  })

  it('leaves the environment of the process to src/env', () => {
    const readers = sources.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path)
    expect(readers.filter((path) => !/^src\/env(\.ts|\/)/.test(path))).toEqual([])
  })

  it('has no notes to come back', () => {
    const careless = sources.filter(({ text }) => /\bTODO\b|\bFIXME\b/.test(text))
    expect(careless.map(({ path }) => path)).toEqual([])
  })
})
