import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freshBundle } from './fresh.ts'
import { bundlesIn, ENTRIES, fileOf, ROOT, type EntryName } from './places.ts'

const MAKER = fileURLToPath(new URL('make.ts', import.meta.url))
/** Making takes two seconds; who waits longer than this is better served by the sources. */
const LONGEST_MS = 60_000

/**
 * Runs an entry in this process: from the bundle of the sources as they are now, which is made first when there is none
 * yet, or from the sources themselves where it cannot be made.
 */
export async function launch(entry: EntryName): Promise<void> {
  const path = entryPath(entry)
  // What this process forks runs the same code, also when the sources change meanwhile.
  process.argv[1] = path
  await import(pathToFileURL(path).href)
}

function entryPath(entry: EntryName): string {
  const folder = freshBundle(ROOT) ?? madeBundle()
  return folder === null ? join(ROOT, ENTRIES[entry]) : join(folder, fileOf(entry))
}

/** Makes the bundle by a process of its own, which gives its memory back; says why when that fails. */
function madeBundle(): string | null {
  const failed = whyNotMade()
  if (failed === null) return freshBundle(ROOT)
  process.stderr.write(`Starting from the sources, which takes longer: ${failed}\n`)
  return null
}

function whyNotMade(): string | null {
  const place = bundlesIn(ROOT)
  try {
    accessSync(nearest(place), constants.W_OK)
  } catch {
    return `${place} cannot be written`
  }
  const made = spawnSync(process.execPath, [MAKER], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  if (made.status === 0) return null
  return made.error?.message ?? made.stderr.trim()
}

/** The path itself, or the nearest folder above it that is there. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}
