import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '../../src/config/env.ts'
import { oidcFields } from '../../src/config/settings/providers.ts'
import { variables } from '../../src/config/variables.ts'

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
const entries = Array.from(
  example.matchAll(/^#([A-Z_]+)=(.*)$/gm),
  ([, name = '', value = '']) => [name, value.replaceAll(/^"|"$/g, '')] as const,
)

test('the example lists every variable once, and no unknown ones', () => {
  const known = [
    ...Object.keys(variables.shape),
    ...Object.keys(oidcFields.shape).map((field) => `OIDC_${field}`),
  ]
  expect(entries.map(([name]) => name).toSorted()).toEqual(known.toSorted())
})

test('the values of the example are the defaults', () => {
  // Variables that are set are distinguished from effective values: the audit log records the former.
  const holding = (variables: NodeJS.ProcessEnv) => ({
    ...readEnv(variables),
    explicitSettings: {},
    sources: {},
  })
  expect(holding(Object.fromEntries(entries))).toEqual(holding({}))
})
