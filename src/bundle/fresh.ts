import { join } from 'node:path'
import { bundlesIn } from './places.ts'
import { digestOfFile, keepRecord, readRecord, stampOf, type Source, type Stamp } from './record.ts'

/** A file that was written so shortly before its stamp was taken may have been written again since, unseen. */
const UNSURE_MS = 1000

/**
 * The folder of a bundle that is whole and says what the sources say; null when there is none. Stamps are compared
 * first; a file whose stamp differs, as after a checkout or in an image, counts as the same when its content is.
 */
export function freshBundle(root: string): string | null {
  const record = readRecord(root)
  if (record === null) return null
  const folder = join(bundlesIn(root), record.folder)
  if (!record.files.every(([name, size]) => stampOf(join(folder, name))?.size === size)) return null
  const taken = Date.now()
  let restamped = false
  const sources: Source[] = []
  for (const source of record.sources) {
    const path = join(root, source.path)
    const stamp = stampOf(path)
    if (isSure(source.stamp, stamp, record.taken)) {
      sources.push(source)
      continue
    }
    if (digestOfFile(path) !== source.digest) return null
    restamped = true
    sources.push({ ...source, stamp })
  }
  if (restamped) keepIfPossible(root, { ...record, taken, sources })
  return folder
}

function isSure(before: Stamp | null, now: Stamp | null, taken: number): boolean {
  if (before === null || now === null) return before === now
  return (
    now.size === before.size &&
    now.modified === before.modified &&
    now.changed === before.changed &&
    now.changed < taken - UNSURE_MS
  )
}

/** New stamps save the next start the reading; where nothing can be written, it reads again. */
function keepIfPossible(...[root, record]: Parameters<typeof keepRecord>): void {
  try {
    keepRecord(root, record)
  } catch {
    // As said.
  }
}
