import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes that come over the wire, gzip, of scripts and styles (rule E-30). */
const FIRST_LOAD = { wanted: 210_000, most: 300_000 }
const PAGE = { wanted: 60_000, most: 120_000 }

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}
type Manifest = Record<string, Chunk>

/** One figure of a build beside its budget. */
export interface Weight {
  what: string
  bytes: number
  wanted: number
}

/**
 * Weighs the first load and each page that comes later, says on stderr what is over its budget, and answers all.
 * @throws when something is so far over that nobody should serve it
 */
export async function weigh(folder: string): Promise<Weight[]> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (entry === undefined) throw new Error('The build has no entry.')
  const first = filesOf(manifest, entry)
  // One style sheet for all pages.
  for (const { file } of Object.values(manifest)) if (file.endsWith('.css')) first.add(file)
  const weights = [{ what: 'first load', bytes: await total(folder, first), wanted: FIRST_LOAD.wanted }]
  for (const key of Object.keys(manifest).filter((name) => name.endsWith('.page.tsx'))) {
    const own = [...filesOf(manifest, key)].filter((file) => !first.has(file))
    weights.push({ what: key, bytes: await total(folder, new Set(own)), wanted: PAGE.wanted })
  }
  for (const { what, bytes, wanted } of weights) {
    if (bytes > wanted) process.stderr.write(`over budget: ${what} ${bytes} bytes of ${wanted}\n`)
    if (bytes > (what === 'first load' ? FIRST_LOAD.most : PAGE.most)) {
      throw new Error(`${what} weighs ${bytes} bytes, compressed.`)
    }
  }
  return weights
}

/** The scripts and styles that a chunk cannot do without. */
function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const style of chunk.css ?? []) found.add(style)
  for (const needed of chunk.imports ?? []) filesOf(manifest, needed, found)
  return found
}

async function total(folder: string, files: Set<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const path = join(folder, file)
      const { size } = await stat(`${path}.gz`).catch(() => stat(path))
      return size
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

if (import.meta.main) {
  const { DIST } = await import('./built.ts')
  for (const { what, bytes, wanted } of await weigh(DIST)) {
    process.stdout.write(`${String(Math.round(bytes / 1000)).padStart(5)} of ${wanted / 1000} kB  ${what}\n`)
  }
}
