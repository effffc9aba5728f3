import { expect, it } from 'vitest'
import { lintPlanted } from './support/lint-planted.ts'

/** Files with forbidden imports. */
const FORBIDDEN_IMPORTS: [string, string[]][] = [
  [
    'entities/a.ts',
    ['kysely', 'zod', '../src/database/database.ts', '../routers/index.ts', '../src/audit/actor.ts'],
  ],
  [
    'routers/rules/a.ts',
    ['hono', '@trpc/server', 'pg', '../../openapi/rest.ts', '../../test/support/world.ts'],
  ],
  [
    'workflows/rules/a.ts',
    ['zod', 'hono', '../../routers/index.ts', '../../src/procedures/trpc.ts', '../../src/request-context.ts'],
  ],
  ['src/audit/a.ts', ['pg', 'hono/cookie', '../../routers/index.ts', '../../openapi/rest.ts', 'vitest']],
  [
    'src/formats/a.ts',
    ['kysely', 'pg', '../database/database.ts', '../audit/unit-of-work.ts', '../../entities/rule.ts'],
  ],
  ['src/http/a.ts', ['pg', '@mikro-orm/postgresql', '../../routers/index.ts', '../../bench/run.ts']],
  ['openapi/a.ts', ['pg', '@mikro-orm/postgresql', '../test/support/world.ts']],
  ['client/src/a.ts', ['../../test/support/world.ts']],
]
/** Files with allowed imports. */
const FINE: [string, string[]][] = [
  ['entities/b.ts', ['@mikro-orm/core', '../src/errors.ts', '../src/vocabulary.ts', './rule.ts']],
  ['routers/rules/b.ts', ['zod', '../../src/procedures/access/builders.ts', '../../workflows/rules/a.ts']],
  ['src/formats/xccdf/b.ts', ['saxes', 'fflate', '../version.ts', '../../errors.ts']],
  ['src/app/b.ts', ['hono', '../../routers/index.ts']],
]

it('the linter rejects every import of a higher layer', () => {
  const files = [...FORBIDDEN_IMPORTS, ...FINE].map(([path, names]): [string, string] => [
    path,
    names.map((name) => `import '${name}'\n`).join(''),
  ])
  expect(lintPlanted('no-restricted-imports', files)).toEqual(
    FORBIDDEN_IMPORTS.flatMap(([path, names]) => names.map((_, index) => `${path}:${index + 1}`)).toSorted(),
  )
})
