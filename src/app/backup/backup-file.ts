import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'

/**
 * Writes a file under a temporary name, flushes it to disk and renames it. Only its owner may read it, because a backup
 * contains all data. Throws a one-line Error; an existing file is never replaced.
 */
export async function writeAtomically(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name`)
  const draft = `${file}.part`
  try {
    rmSync(draft, { force: true })
    closeSync(openSync(draft, 'wx', 0o600))
  } catch (error) {
    throw toFileError(file, 'cannot be written', error)
  }
  try {
    await write(draft)
    const opened = openSync(draft, 'r+')
    fsyncSync(opened)
    closeSync(opened)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw toFileError(file, 'cannot be written', error)
  }
}

const WHY: Record<string, string> = {
  ENOENT: 'the file or its folder does not exist',
  EISDIR: 'it is a directory',
  ENOTDIR: 'its parent is not a folder',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full; nothing was written',
  EDQUOT: 'the disk quota of this user is exhausted; nothing was written',
  EROFS: 'the disk is read-only',
}

/** Turns a file system error into a one-line error that names the file; returns other errors unchanged. */
export function toFileError(file: string, failure: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause && 'syscall' in cause ? String(cause.code) : ''
  const reason = WHY[code]
  return reason === undefined ? cause : new Error(`${file} ${failure}: ${reason}`, { cause })
}
