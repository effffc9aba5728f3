import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoredFile } from './byte-range.ts'
import { mapFileError } from './disk-space.ts'

/** Writes an upload to a file without a name, which disappears with its handle, even if the process crashes. */
export interface TempFileWriter {
  write: (chunk: Uint8Array) => Promise<void>
  size: () => number
  /** Returns the file for readers; valid until `close`. */
  file: () => StoredFile
  close: () => Promise<void>
}

/** Creates a temp file in the system's temp directory. Creating and writing throw 503 if the disk is full. */
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

/** Creates a writer for an open file, from its start. */
export function writeToTempFile(handle: FileHandle): TempFileWriter {
  let size = 0
  return {
    async write(chunk) {
      await writeAll(handle, chunk, size).catch((error: unknown) => {
        throw mapFileError(error)
      })
      size += chunk.byteLength
    },
    size: () => size,
    file: () => new StoredFile(handle.fd, size),
    close: () => handle.close(),
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.byteLength - offset, position + offset)
    offset += bytesWritten
  }
}
