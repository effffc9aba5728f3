import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundlesIn } from './places.ts'

/** What tells without reading a file that it is as it was; null for one that is not there. */
export interface Stamp {
  size: number
  modified: number
  changed: number
}

/** A file that a bundle was made of, as it was then. */
export interface Source {
  path: string
  stamp: Stamp | null
  /** Of its content; empty for a file that was not there. */
  digest: string
}

/** The last bundle that was made, and what it was made of. */
export interface BundleRecord {
  /** Name of its folder. */
  folder: string
  /** When the stamps were taken. */
  taken: number
  /** Its files and their sizes. */
  files: [name: string, size: number][]
  sources: Source[]
}

const END = 'end'
/** Its name, beside the folders of bundles. */
export const RECORD = 'last'

const recordIn = (root: string): string => join(bundlesIn(root), RECORD)

/** The record of the last bundle; null when there is none, or it is not whole. */
export function readRecord(root: string): BundleRecord | null {
  let lines: string[]
  try {
    lines = readFileSync(recordIn(root), 'utf8').split('\n')
  } catch {
    return null
  }
  const [head = '', ...rest] = lines
  if (rest.pop() !== END) return null
  const [folder = '', taken = ''] = head.split('\t')
  const record: BundleRecord = { folder, taken: Number(taken), files: [], sources: [] }
  for (const line of rest) {
    const [kind, path = '', size = '', modified = '', changed = '', digest = ''] = line.split('\t')
    if (kind === 'file') record.files.push([path, Number(size)])
    else record.sources.push({ path, digest, stamp: stampFrom(size, modified, changed) })
  }
  return record
}

/** Keeps a record, whole or not at all. Throws when the folder cannot be written. */
export function keepRecord(root: string, { folder, taken, files, sources }: BundleRecord): void {
  const lines = [
    `${folder}\t${taken}`,
    ...files.map(([name, size]) => `file\t${name}\t${size}`),
    ...sources.map(({ path, stamp, digest }) =>
      ['source', path, stamp?.size ?? '', stamp?.modified ?? '', stamp?.changed ?? '', digest].join('\t'),
    ),
    END,
  ]
  const draft = `${recordIn(root)}.${randomUUID()}`
  mkdirSync(dirname(draft), { recursive: true })
  try {
    writeFileSync(draft, lines.join('\n'))
    renameSync(draft, recordIn(root))
  } finally {
    rmSync(draft, { force: true })
  }
}

function stampFrom(size: string, modified: string, changed: string): Stamp | null {
  return size === '' ? null : { size: Number(size), modified: Number(modified), changed: Number(changed) }
}

/** The stamp of a file now. */
export function stampOf(path: string): Stamp | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? { size: found.size, modified: found.mtimeMs, changed: found.ctimeMs } : null
}

/** A digest of the content of a file; empty for one that is not there. */
export function digestOfFile(path: string): string {
  try {
    return digestOf(readFileSync(path))
  } catch {
    return ''
  }
}

export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
