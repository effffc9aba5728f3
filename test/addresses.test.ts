import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { serviceDocument } from './support/openapi.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Nouns that share a folder, with the reason in ARCHITECTURE.md. */
const SYSTEM = ['settings', 'version', 'navigation', 'consent']

/** An address as its nouns and its placeholders. */
function splitAddress(address: string): string[] {
  return address
    .replace(/^\/api\//, '/')
    .split('/')
    .slice(1)
}

const toKebabCase = (part: string) => part.replaceAll('_', '-')
const isPlaceholder = (part: string) => part.startsWith('{')

/** The folder that an address belongs to: its first noun. */
function toFolder(address: string): string {
  const [noun = ''] = splitAddress(address)
  return SYSTEM.includes(noun) ? 'system' : toKebabCase(noun)
}

/** The file of an address: its last noun. */
function toFile(address: string): string {
  // `/users/edit` ends with the same noun.
  if (address === '/users/password/edit') return 'password-edit'
  const parts = splitAddress(address)
  const segments = parts
    .slice(1)
    .filter((part) => !isPlaceholder(part))
    .at(-1)
  if (segments !== undefined) return toKebabCase(segments)
  if (SYSTEM.includes(parts[0] ?? '')) return toKebabCase(parts[0] ?? '')
  return parts.length === 1 ? 'collection' : 'record'
}

const declared = globSync('routers/**/*.ts', { cwd: root }).flatMap((path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, address = '']) => ({
    address,
    path,
  })),
)

const paths = Object.keys(serviceDocument['paths'] ?? {})

describe('every address of the API', () => {
  it.each(paths)(
    '%s is declared in the folder of its first noun, in the file of its last part',
    (address) => {
      const homes = declared.filter((item) => item.address === address).map(({ path }) => path)
      expect(new Set(homes.map((path) => path.split('/')[1]))).toEqual(new Set([toFolder(address)]))
      expect(new Set(homes.map((path) => basename(path, '.ts')))).toEqual(new Set([toFile(address)]))
    },
  )
})

/** The maximum number of files in one folder. */
const MAX_FILES = 17

describe('every folder', () => {
  const folders = new Map<string, number>()
  for (const top of ['src', 'routers', 'workflows']) {
    for (const path of globSync(`${top}/**/*.ts`, { cwd: root })) {
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
    }
  }

  it('has a limited number of files at one level', () => {
    expect([...folders].filter(([, files]) => files > MAX_FILES)).toEqual([])
  })

  it('lists exactly its exports in an index', () => {
    for (const path of globSync('routers/*/index.ts', { cwd: root })) {
      expect(readFileSync(join(root, path), 'utf8'), path).not.toMatch(/function|=>|\.meta\(|\.input\(/)
    }
  })
})
