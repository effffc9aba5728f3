import { posix } from 'node:path'
import { ENTRIES, fileOf, type EntryName } from './places.ts'

const SELF = /new URL\('([^']+\.ts)', import\.meta\.url\)|\bimport\.meta\.(url|main)\b/g
/** From the folder of a bundle to that of the installation. */
const UP = '../../../'

/**
 * The code of a module of the service, as it may stand in a bundle: what it finds relative to itself is found where it is,
 * modules that it starts as threads are those of the bundle, and it is never the one that a process was started with.
 * Throws for a module that is started and is no entry.
 */
export function atTheirPlaces(code: string, path: string): string {
  return code.replaceAll(SELF, (_, started: string | undefined, what: string | undefined) => {
    if (started !== undefined) return `new URL('./${entryFile(path, started)}', import.meta.url)`
    return what === 'main' ? 'false' : `new URL(${JSON.stringify(UP + path)}, import.meta.url).href`
  })
}

function entryFile(path: string, name: string): string {
  const wanted = posix.join(posix.dirname(path), name)
  const names = Object.keys(ENTRIES) as EntryName[]
  const entry = names.find((one) => ENTRIES[one] === wanted)
  if (entry === undefined) throw new Error(`${path} starts ${wanted}, with which no bundle begins`)
  return fileOf(entry)
}
