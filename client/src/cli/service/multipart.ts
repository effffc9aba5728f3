import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** A multipart/form-data body that is read while it is sent. */
export interface Multipart {
  headers: Record<string, string>
  stream: () => ReadableStream
}

export interface Upload {
  /** The files, in the field `file` by default. */
  paths: string[]
  field?: string
  fields?: Record<string, string | boolean | undefined>
  /** Called with the bytes that are sent and their total. */
  onProgress?: (done: number, total: number) => void
}

/** Creates a body with fields and then files, which are streamed. Throws a Failure if a path is not a file. */
export async function createMultipart({
  paths,
  field = 'file',
  fields = {},
  onProgress,
}: Upload): Promise<Multipart> {
  const sizes = await Promise.all(paths.map(readFileSize))
  const boundary = `rulewright-${randomBytes(18).toString('hex')}`
  const values = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${boundary}\r\n${formatDisposition(name)}\r\n\r\n${value}\r\n`],
  )
  const heads = paths.map((path, index) => {
    const before = index === 0 ? values.join('') : '\r\n'
    const opening = `--${boundary}\r\n${formatDisposition(field)}; filename="${escapeName(basename(path))}"`
    return Buffer.from(`${before}${opening}\r\ncontent-type: application/octet-stream\r\n\r\n`)
  })
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const total = sum(sizes)

  async function* streamParts(): AsyncGenerator<Buffer> {
    let sent = 0
    for (const [index, path] of paths.entries()) {
      yield heads[index] ?? Buffer.alloc(0)
      const size = sizes[index] ?? 0
      const before = sent
      if (size > 0) {
        for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 })) {
          sent += chunk.length
          yield chunk
          onProgress?.(sent, total)
        }
      }
      if (sent - before !== size) throw new Failure(EXIT.file, `${path} changed while it was read.`)
    }
    yield tail
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(sum(heads.map((head) => head.length)) + total + tail.length),
    },
    stream: () => Readable.toWeb(Readable.from(streamParts(), { objectMode: false })) as ReadableStream,
  }
}

async function readFileSize(path: string): Promise<number> {
  const stats = await stat(path)
  if (!stats.isFile()) throw new Failure(EXIT.file, `${path} is not a file.`)
  return stats.size
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function formatDisposition(name: string): string {
  return `content-disposition: form-data; name="${escapeName(name)}"`
}

function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
