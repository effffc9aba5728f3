import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import {
  END_OF_ROWS,
  Header,
  MAX_LINE_LENGTH,
  Preamble,
  Seal,
  Summary,
  TableEnd,
  TableStart,
  FORMAT_VERSION,
} from './format.ts'

/** Receives the parts of a backup in order. */
export interface BackupSink {
  header: (header: Header) => Promise<void>
  /** Reads all rows of a table. */
  table: (table: TableStart, rows: AsyncIterable<Buffer>) => Promise<void>
  summary: (summary: Summary) => Promise<void>
}

/** Thrown for a file that is not a complete, valid backup: one line, without the file name. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

const TRUNCATED = 'is truncated: its end is missing; copy it again or use another backup'
export const DAMAGED = 'is damaged: it is not what was backed up; copy it again or use another backup'

const CHUNK = 256 * 1024
const NEWLINE = 0x0a
const END = Buffer.from(`\n${END_OF_ROWS}`)

/**
 * Reads a backup as a stream, and checks counts and digests.
 * @throws BackupProblem, or errors of the sink or the file system
 */
export async function readBackup(file: string, sink: BackupSink): Promise<void> {
  const source = createReadStream(file, { highWaterMark: CHUNK })
  const unpacked = createGunzip({ chunkSize: CHUNK })
  source.on('error', (error) => unpacked.destroy(error))
  try {
    await readText(new TextReader(source.pipe(unpacked)), sink)
  } catch (error) {
    throw toBackupProblem(error)
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

async function readText(reader: TextReader, sink: BackupSink): Promise<void> {
  const header = await reader.readValue(Preamble, 'is not a backup of this service')
  if (header.version > FORMAT_VERSION) {
    throw new BackupProblem(
      `has format ${header.version}, of a newer version of the service; install that one first`,
    )
  }
  await sink.header(parseAs(Header, header))
  let [tables, rows] = [0, 0]
  for (;;) {
    const line = await reader.readValue(TableStart.or(Summary))
    if ('table' in line) {
      const counted = reader.readRows()
      await sink.table(line, counted.pieces)
      // Skips rows that the sink did not read.
      for await (const _ of counted.pieces);
      const end = await reader.readValue(TableEnd)
      if (end.rows !== counted.count() || end.sha256 !== counted.digest()) throw new BackupProblem(DAMAGED)
      tables += 1
      rows += end.rows
      continue
    }
    const digest = reader.digest()
    const seal = await reader.readValue(Seal)
    if (
      seal.sha256 !== digest ||
      line.tables !== tables ||
      line.rows !== rows ||
      (await reader.readLine()) !== null
    ) {
      throw new BackupProblem(DAMAGED)
    }
    return sink.summary(line)
  }
}

function parseAs<T>(shape: z.ZodType<T>, value: unknown, message = DAMAGED): T {
  const { success, data } = shape.safeParse(value)
  if (success) return data
  throw new BackupProblem(message)
}

/** Reads lines and rows from a stream, and computes the digest of everything read. */
class TextReader {
  readonly #pieces: AsyncIterator<Buffer>
  readonly #digest: Hash = createHash('sha256')
  /** Decompressed bytes that are not read yet. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The digest of everything read so far. */
  digest(): string {
    return this.#digest.copy().digest('hex')
  }

  async readValue<T>(shape: z.ZodType<T>, message?: string): Promise<T> {
    const line = await this.readLine(message)
    if (line === null) throw new BackupProblem(TRUNCATED)
    try {
      return parseAs(shape, JSON.parse(line), message)
    } catch (error) {
      if (error instanceof BackupProblem) throw error
      throw new BackupProblem(message ?? DAMAGED, { cause: error })
    }
  }

  /** The next line; null at the end. */
  async readLine(message?: string): Promise<string | null> {
    for (;;) {
      const offset = this.#rest.indexOf(NEWLINE)
      if (offset >= 0) return this.#take(offset + 1).toString('utf8')
      if (this.#rest.length > MAX_LINE_LENGTH) throw new BackupProblem(message ?? DAMAGED)
      if (await this.#more()) continue
      if (this.#rest.length === 0) return null
      throw new BackupProblem(TRUNCATED)
    }
  }

  /** The rows of a table, up to the line that ends them. */
  readRows() {
    const digest = createHash('sha256')
    let count = 0
    const read = this.#rows()
    const pieces = (async function* () {
      for await (const piece of read) {
        digest.update(piece)
        count += countNewlines(piece)
        yield piece
      }
    })()
    return { pieces, count: () => count, digest: () => digest.digest('hex') }
  }

  async *#rows(): AsyncGenerator<Buffer> {
    // The end marker may be split across chunks, so the last bytes are held back.
    let isFirst = true
    for (;;) {
      if (isFirst && this.#rest.subarray(0, END.length - 1).equals(END.subarray(1))) {
        this.#take(END.length - 1)
        return
      }
      const offset = this.#rest.indexOf(END)
      if (offset >= 0) {
        yield this.#take(offset + 1)
        this.#take(END.length - 1)
        return
      }
      if (this.#rest.length >= END.length) {
        isFirst = false
        yield this.#take(this.#rest.length - END.length + 1)
      }
      if (!(await this.#more())) throw new BackupProblem(TRUNCATED)
    }
  }

  /** Removes bytes from the buffer and adds them to the digest. */
  #take(length: number): Buffer {
    const bytes = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    this.#digest.update(bytes)
    return bytes
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}

function countNewlines(piece: Buffer): number {
  let count = 0
  for (let offset = piece.indexOf(NEWLINE); offset >= 0; offset = piece.indexOf(NEWLINE, offset + 1)) {
    count += 1
  }
  return count
}

/** Messages for zlib's error codes. */
const PACKED: Record<string, string> = {
  Z_BUF_ERROR: TRUNCATED,
  Z_DATA_ERROR: 'is damaged, or not a backup of this service; copy it again or use another one',
}

function toBackupProblem(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const problem = PACKED[code]
  return problem === undefined ? error : new BackupProblem(problem, { cause: error })
}
