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
  /** The file, in the field `file` unless another is named. */
  path: string
  field?: string
  fields?: Record<string, string | boolean | undefined>
  /** Told how many bytes of the file are on their way, and how many there are. */
  tell?: (done: number, total: number) => void
}

/** A body with one file and fields before it; the file is never in memory whole. Throws a Failure for what is no file. */
export async function multipart({ path, field = 'file', fields = {}, tell }: Upload): Promise<Multipart> {
  const found = await stat(path)
  if (!found.isFile()) throw new Failure(EXIT.file, `${path} is not a file.`)
  const boundary = `rulewright-${randomBytes(18).toString('hex')}`
  const values = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`],
  )
  const opening = `--${boundary}\r\n${disposition(field)}; filename="${escaped(basename(path))}"`
  const head = Buffer.from(`${values.join('')}${opening}\r\ncontent-type: application/octet-stream\r\n\r\n`)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

  async function* parts(): AsyncGenerator<Buffer> {
    yield head
    let sent = 0
    if (found.size > 0) {
      for await (const chunk of createReadStream(path, { end: found.size - 1, highWaterMark: 256 * 1024 })) {
        sent += chunk.length
        yield chunk
        tell?.(sent, found.size)
      }
    }
    if (sent !== found.size) throw new Failure(EXIT.file, `${path} changed while it was read.`)
    yield tail
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + found.size + tail.length),
    },
    stream: () => Readable.toWeb(Readable.from(parts(), { objectMode: false })) as ReadableStream,
  }
}

function disposition(name: string): string {
  return `content-disposition: form-data; name="${escaped(name)}"`
}

function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
