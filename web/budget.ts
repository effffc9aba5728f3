import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { collectFiles, collectFirstFiles, readManifest } from './manifest.ts'

/** Gzipped bytes of scripts and styles that a page transfers (rule E-30). */
const FIRST_LOAD = { wanted: 210_000, most: 300_000 }
const PAGE = { wanted: 60_000, most: 120_000 }

/** A measured figure and its budget. */
export interface Weight {
  what: string
  bytes: number
  wanted: number
}

/**
 * Measures the first load and each later page, and prints what exceeds its budget to stderr. Returns all figures.
 * @throws if a figure is too far over its budget to serve the build
 */
export async function weigh(folder: string): Promise<Weight[]> {
  const manifest = await readManifest(folder)
  const first = await collectFirstFiles(folder, manifest)
  const weights = [{ what: 'first load', bytes: await sumSizes(folder, first), wanted: FIRST_LOAD.wanted }]
  for (const key of Object.keys(manifest).filter((name) => name.endsWith('.page.tsx'))) {
    const own = [...collectFiles(manifest, key)].filter((file) => !first.has(file))
    weights.push({ what: key, bytes: await sumSizes(folder, new Set(own)), wanted: PAGE.wanted })
  }
  for (const { what, bytes, wanted } of weights) {
    if (bytes > wanted) process.stderr.write(`over budget: ${what} ${bytes} bytes of ${wanted}\n`)
    if (bytes > (what === 'first load' ? FIRST_LOAD.most : PAGE.most)) {
      throw new Error(`${what} weighs ${bytes} bytes, compressed.`)
    }
  }
  return weights
}

async function sumSizes(folder: string, files: Set<string>): Promise<number> {
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
  const { DIST } = await import('./build.ts')
  for (const { what, bytes, wanted } of await weigh(DIST)) {
    process.stdout.write(`${String(Math.round(bytes / 1000)).padStart(5)} of ${wanted / 1000} kB  ${what}\n`)
  }
}
