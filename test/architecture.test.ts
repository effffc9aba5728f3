import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['src', 'entities', 'routers', 'workflows', 'openapi', 'client/src', 'client/build']

const sources = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.ts`, { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  })),
)

describe('permission', () => {
  it('is declared by the builder that checks it, never by hand in an operation', () => {
    const byHand = sources.filter(
      ({ path, text }) => path.startsWith('routers/') && /\baccess: \{/.test(text),
    )
    expect(byHand.map(({ path }) => path)).toEqual([])
  })
})

describe('every file', () => {
  it('has at most 300 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
    expect(long).toEqual([])
  })

  it('reads the process environment only in src/config and the launcher, and the command-line tool its own', () => {
    const readers = sources.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path)
    expect(
      readers.filter(
        (path) => !/^(src\/config\/|src\/launch\.ts$|client\/src\/cli\/environment\.ts$)/.test(path),
      ),
    ).toEqual([])
  })

  it('has no TODO notes', () => {
    const careless = sources.filter(({ text }) => /\bTODO\b|\bFIXME\b/.test(text))
    expect(careless.map(({ path }) => path)).toEqual([])
  })
})
