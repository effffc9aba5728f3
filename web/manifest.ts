import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One file of a build in Vite's manifest. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

/** The files of a build by source path. */
export type Manifest = Record<string, Chunk>

/** Reads the manifest of the build in a folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
}

/** Returns the scripts and styles that a chunk imports. */
export function collectFiles(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const style of chunk.css ?? []) files.add(style)
  for (const needed of chunk.imports ?? []) collectFiles(manifest, needed, files)
  return files
}

/** Returns the scripts and styles of the first load. */
export async function collectFirstFiles(folder: string, manifest: Manifest): Promise<Set<string>> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/<script[^>]* src="\/app\/([^"]+)"/g)].map(([, file]) => file)
  if (scripts.length === 0) throw new Error('The build has no entry.')
  const entries = Object.keys(manifest).filter((key) => scripts.includes(manifest[key]?.file))
  const first = new Set(entries.flatMap((key) => [...collectFiles(manifest, key)]))
  // One style sheet for all pages.
  for (const { file } of Object.values(manifest)) if (file.endsWith('.css')) first.add(file)
  return first
}
