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
  const opened = openSync(file, 'r')
  try {
    readSync(opened, start, 0, start.length, 0)
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
  closeSync(openSync(draft, 'wx', 0o600))
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
