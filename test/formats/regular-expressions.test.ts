import { checkSync } from 'recheck'
import { expect, it } from 'vitest'
import { lintPlanted } from '../support/lint-planted.ts'
import { findExpressions } from '../support/regular-expressions.ts'

/** The sources whose expressions may receive user text. */
const SOURCES = ['{src,routers,workflows,entities,openapi}/**/*.ts', 'web/{app,api,kit,pages}/**/*.{ts,tsx}']
/** Folders whose expressions read only settings, project files and system output. */
const NO_USERS = /^src\/(?:admin|backup|bundle|database|demo|env|log|metrics|prepare|server|tracing)\//

const SUPER_LINEAR = [
  '/(a+)+$/',
  '/a*b?a*$/',
  '/^\\s*;?\\s*x/',
  '/\\s+$/',
  "new RegExp('(a|a)*$')",
  'RegExp(name)',
]
const LINEAR = ['/^\\s+/', '/;[a-z]+/', "new RegExp('^a+$')", '/<([^<>]*)>/g']

it('rejects nested and overlapping quantifiers, and patterns that it cannot analyze, in the linter', () => {
  const files = ['src/formats', 'src/formats/xlsx', 'routers/rules', 'workflows/rules', 'entities'].map(
    (folder) =>
      [
        `${folder}/a.ts`,
        `const name = 'a'\n${[...SUPER_LINEAR, ...LINEAR].map((source, index) => `export const x${index} = ${source}\n`).join('')}`,
      ] as const,
  )
  expect(lintPlanted('linear-expressions', files)).toEqual(
    files.flatMap(([path]) => SUPER_LINEAR.map((_, index) => `${path}:${index + 2}`)).toSorted(),
  )
})

it('all expressions for user texts take linear time', () => {
  const expressions = findExpressions(SOURCES).filter(({ file }) => !NO_USERS.test(file))
  expect(expressions.length).toBeGreaterThan(150)
  const superLinear = expressions.flatMap(({ file, pattern, flags }) => {
    // The checker does not know the flag v; without a quantifier a match has a bounded length.
    if (flags.includes('v') && !/[*+?{]/.test(pattern.replaceAll(/\\p\{\w+\}/g, ''))) return []
    const { status, ...verdict } = checkSync(pattern, flags, { randomSeed: 0, timeout: null })
    return status === 'safe' ? [] : [{ file, expression: `/${pattern}/${flags}`, status, ...verdict }]
  })
  expect(superLinear).toEqual([])
})

it('the test finds an expression that the linter accepts, although its beginning can repeat', () => {
  expect(checkSync('<a [^>]*b', '', { randomSeed: 0 }).status).toBe('vulnerable')
})
