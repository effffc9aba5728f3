import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXPORTERS } from '../workflows/exports/exporters.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')
const manifest: unknown = JSON.parse(read('package.json'))

/** The keys of one object of package.json. */
function listKeys(name: string): string[] {
  if (typeof manifest !== 'object' || manifest === null) return []
  const part = Object.entries(manifest).find(([key]) => key === name)?.[1]
  return Object.keys(part ?? {})
}

test('the tour shows the tested client example', () => {
  const example = /```ts\n.*?```/s.exec(read('client/README.md'))?.[0]
  expect(read('docs/tour.md')).toContain(example)
})

test('the README states the purpose of each dependency', () => {
  const scopes = listKeys('dependencies').map((name) =>
    name.replace(/^(@mikro-orm|@opentelemetry)\/.*/, '$1/*'),
  )
  expect(scopes.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('the README names settings and commands that exist', () => {
  const settings = read('.env.example')
  const table = readme.slice(readme.indexOf('## Configure'), readme.indexOf('## Deploy'))
  const names = [...table.matchAll(/`([A-Z]+_?[A-Z_]+)`/g)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !settings.includes(`#${name}=`))).toEqual([])

  const scripts = listKeys('scripts')
  const commands = [...readme.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name ?? '')
  expect(commands.filter((name) => !scripts.includes(name))).toEqual([])
})

test('the README names a format for each type of export', () => {
  const formats = readme
    .slice(readme.indexOf('## What it reads'), readme.indexOf('## How people'))
    .toLowerCase()
  const words = Object.keys(EXPORTERS).map((type) => type.split('_')[0] ?? '')
  expect(words.filter((word) => !formats.includes(word))).toEqual([])
})
