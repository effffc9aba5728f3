import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'

/** What a backup is, by its first bytes. */
export type BackupKind = 'embedded' | 'postgresql'

const MAGIC: [BackupKind, Buffer][] = [
  ['embedded', Buffer.from([0x1f, 0x8b])],
  ['postgresql', Buffer.from('PGDMP')],
]

/** What the file is a backup of. Throws an Error of one line when it cannot be read or is none. */
export function kindOf(file: string): BackupKind {
  const start = Buffer.alloc(5)
  const opened = openedAs(file, 'r', 'cannot be read')
  try {
    readSync(opened, start, 0, start.length, 0)
  } catch (error) {
    throw inWords(file, 'cannot be read', error)
  } finally {
    closeSync(opened)
  }
  const found = MAGIC.find(([, bytes]) => start.subarray(0, bytes.length).equals(bytes))
  if (!found) throw new Error(`${file} is no backup`)
  return found[0]
}

/**
 * Writes a file that gets its name when it is whole and on the disk; nobody but its owner may read it, because a backup
 * holds everything. Throws an Error of one line when there is such a file already.
 */
export async function writeWhole(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} is there already; choose another name`)
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  closeSync(openedAs(draft, 'wx', 'cannot be written', file))
  try {
    await write(draft)
    const opened = openSync(draft, 'r+')
    fsyncSync(opened)
    closeSync(opened)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

const WHY: Record<string, string> = {
  ENOENT: 'it, or its folder, is not there',
  EISDIR: 'it is a directory',
  ENOTDIR: 'what it should be in is no folder',
  EACCES: 'this user may not do that',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

/** Opens a file, or its draft. Throws an Error of one line that names the file. */
function openedAs(path: string, flags: 'r' | 'wx', what: string, file = path): number {
  try {
    return openSync(path, flags, 0o600)
  } catch (error) {
    throw inWords(file, what, error)
  }
}

function inWords(file: string, what: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new Error(`${file} ${what}: ${WHY[code] ?? (code || String(cause))}`, { cause })
}
