import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'layers-'))
afterAll(() => rmSync(place, { recursive: true }))

/** A file, and imports that are not for it. */
const BEYOND: [string, string[]][] = [
  ['entities/a.ts', ['kysely', 'zod', '../src/database.ts', '../routers/index.ts', '../src/access/actor.ts']],
  [
    'routers/rules/a.ts',
    ['hono', '@trpc/server', 'pg', '../../openapi/rest.ts', '../../test/support/world.ts'],
  ],
  [
    'workflows/rules/a.ts',
    ['zod', 'hono', '../../routers/index.ts', '../../src/trpc.ts', '../../src/request.ts'],
  ],
  ['src/audit/a.ts', ['pg', 'hono/cookie', '../../routers/index.ts', '../../openapi/rest.ts', 'vitest']],
  ['src/formats/a.ts', ['kysely', 'pg', '../database.ts', '../work.ts', '../../entities/rule.ts']],
  ['src/http/a.ts', ['pg', '@electric-sql/pglite', '../../bench/run.ts']],
  ['openapi/a.ts', ['pg', '@mikro-orm/postgresql', '../test/support/world.ts']],
  ['client/src/a.ts', ['../../test/support/world.ts']],
]
/** And imports that are. */
const FINE: [string, string[]][] = [
  ['entities/b.ts', ['@mikro-orm/core', '../src/errors.ts', '../src/vocabulary.ts', './rule.ts']],
  ['routers/rules/b.ts', ['zod', '../../src/access/builders.ts', '../../workflows/rules/a.ts']],
  ['src/formats/xccdf/b.ts', ['saxes', 'fflate', '../version.ts', '../../errors.ts']],
  ['src/server/b.ts', ['hono', '../../routers/index.ts']],
]

it('the linter lets no layer import what lies above it', () => {
  cpSync(join(root, '.oxlintrc.json'), join(place, '.oxlintrc.json'))
  for (const [path, names] of [...BEYOND, ...FINE]) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), names.map((name) => `import '${name}'\n`).join(''))
  }
  const found = refused()
  expect(found).toEqual(
    BEYOND.flatMap(([path, names]) => names.map((_, at) => `${path}:${at + 1}`)).toSorted(),
  )
})

/** What the linter refuses among the planted imports, as `file:line`. */
function refused(): string[] {
  const run = () =>
    execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], {
      cwd: place,
      encoding: 'utf8',
    })
  let printed: string
  try {
    printed = run()
  } catch (error) {
    printed = String(Object(error).stdout)
  }
  const { diagnostics } = JSON.parse(printed)
  const places = diagnostics
    .filter(({ code }: { code: string }) => code.includes('no-restricted-imports'))
    .map(
      ({ filename, labels }: { filename: string; labels: { span: { line: number } }[] }) =>
        `${filename.replace(/^\.\//, '')}:${labels[0]?.span.line}`,
    )
  return [...new Set<string>(places)].toSorted()
}
