import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { collectFiles, collectFirstFiles, readManifest } from './manifest.ts'

/** Gzipped bytes of scripts and styles that a page transfers (rule E-30). */
const FIRST_LOAD = { target: 210_000, limit: 300_000 }
const PAGE = { target: 60_000, limit: 120_000 }

/** A measured figure and its budget. */
export interface Weight {
  name: string
  bytes: number
  target: number
}

/**
 * Measures the first load and each later page, and prints what exceeds its budget to stderr. Returns all figures.
 * @throws if a figure is too far over its budget to serve the build
 */
export async function weigh(folder: string): Promise<Weight[]> {
  const manifest = await readManifest(folder)
  const first = await collectFirstFiles(folder, manifest)
  const weights = [{ name: 'first load', bytes: await sumSizes(folder, first), target: FIRST_LOAD.target }]
  for (const key of Object.keys(manifest).filter((name) => name.endsWith('.page.tsx'))) {
    const pageFiles = [...collectFiles(manifest, key)].filter((file) => !first.has(file))
    weights.push({ name: key, bytes: await sumSizes(folder, new Set(pageFiles)), target: PAGE.target })
  }
  for (const { name, bytes, target } of weights) {
    if (bytes > target) process.stderr.write(`over budget: ${name} ${bytes} bytes of ${target}\n`)
    if (bytes > (name === 'first load' ? FIRST_LOAD.limit : PAGE.limit)) {
      throw new Error(`${name} weighs ${bytes} bytes, compressed.`)
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
  for (const { name, bytes, target } of await weigh(DIST)) {
    process.stdout.write(`${String(Math.round(bytes / 1000)).padStart(5)} of ${target / 1000} kB  ${name}\n`)
  }
}
