import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders of `src`, from the bottom up: each imports only those before it. */
const LAYERS = [
  'lib',
  'config',
  'telemetry',
  'database',
  'background',
  'http',
  'audit',
  'outbox',
  'auth',
  'formats',
  'procedures',
  'search',
  'jobs',
  'events',
  'workers',
  'app',
]
/** Interfaces over all capabilities. Any layer may import their types. */
const CONTRACTS = ['services.ts', 'request-context.ts', 'core-services.ts']

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

const IMPORT = /^(?:import|export)( type)?[^'"`;]*? from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

const imports = globSync('src/**/*.ts', { cwd: root }).flatMap((path) =>
  [...readFileSync(`${root}/${path}`, 'utf8').matchAll(IMPORT)].map(
    ([, type, importPath, loaded]): Import => ({
      from: path.slice('src/'.length),
      to: posix.join(posix.dirname(path), importPath ?? loaded ?? '').slice('src/'.length),
      typeOnly: type !== undefined,
    }),
  ),
)

const findLayer = (path: string): number => LAYERS.indexOf(path.split('/')[0] ?? '')
const isInFolder = (path: string): boolean => path.includes('/') && !path.startsWith('..')

describe('the folder src', () => {
  it('has at most sixteen folders, all of which are layers', () => {
    const folders = readdirSync(`${root}/src`).filter((name) => statSync(`${root}/src/${name}`).isDirectory())
    expect(folders.toSorted()).toEqual(LAYERS.toSorted())
    expect(folders.length).toBeLessThanOrEqual(16)
  })

  it('has folders that import only lower folders', () => {
    const upward = imports
      .filter(({ from, to }) => isInFolder(from) && isInFolder(to) && findLayer(to) > findLayer(from))
      .map(({ from, to }) => `${from} -> ${to}`)
    expect(upward).toEqual([])
  })

  it('has contracts that others import as types', () => {
    const code = imports.filter(({ to, typeOnly }) => CONTRACTS.includes(to) && !typeOnly)
    expect(code).toEqual([])
    const typeImports = imports.filter(({ from, typeOnly }) => CONTRACTS.includes(from) && !typeOnly)
    expect(typeImports).toEqual([])
  })
})
