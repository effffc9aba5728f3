import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { REASONS } from '../../openapi/reasons.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const THROWN =
  /\b(?:stateError|validationError)\(\s*'([^']+)'|\bnew DomainError\(\s*(?:'[a-z_]+'|[\w.]+),\s*'([^']+)'/g

describe('the list of error reasons', () => {
  it('contains every reason that the sources throw', () => {
    const thrown = globSync(
      ['src/**/*.ts', 'entities/**/*.ts', 'routers/**/*.ts', 'workflows/**/*.ts', 'openapi/**/*.ts'],
      {
        cwd: root,
      },
    )
      .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
      .flatMap((text) => [...text.matchAll(THROWN)].map(([, short, long]) => short ?? long ?? ''))
    expect(thrown.length).toBeGreaterThan(150)
    expect(thrown.filter((reason) => !Object.hasOwn(REASONS, reason))).toEqual([])
  })
})
