import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoredFile } from './byte-range.ts'
import { mapFileError } from './disk-space.ts'

/** A file without a name that grows while an upload arrives; it is gone with its handle, also when the process dies. */
export interface TempFileWriter {
  write: (piece: Uint8Array) => Promise<void>
  size: () => number
  /** What is there, for readers; good until `close`. */
  file: () => StoredFile
  close: () => Promise<void>
}

/** A new spool in the system's directory for temporary files. It and its writes throw 503 where there is no room. */
export async function openTempFile(): Promise<TempFileWriter> {
  const path = join(tmpdir(), `upload-${randomUUID()}`)
  const { O_RDWR, O_CREAT, O_EXCL } = constants
  try {
    const handle = await open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    await unlink(path)
    return writeToTempFile(handle)
  } catch (error) {
    throw mapFileError(error)
  }
}

/** A spool that fills the file of this handle, from its beginning. */
export function writeToTempFile(handle: FileHandle): TempFileWriter {
  let size = 0
  return {
    async write(piece) {
      await writeAll(handle, piece, size).catch((error: unknown) => {
        throw mapFileError(error)
      })
      size += piece.byteLength
    },
    size: () => size,
    file: () => new StoredFile(handle.fd, size),
    close: () => handle.close(),
  }
}

async function writeAll(handle: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < piece.byteLength;) {
    const { bytesWritten } = await handle.write(piece, at, piece.byteLength - at, position + at)
    at += bytesWritten
  }
}
