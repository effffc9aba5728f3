import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, lstat, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../terminal/output.ts'
import { plainLine } from '../terminal/plain.ts'
import { bytes, counting, progress } from '../terminal/progress.ts'

export interface Target {
  /** A file, `-` for stdout; without one the service's own name for it, in the working directory. */
  output?: string | undefined
  /** Whether a file that exists may be replaced. */
  force?: true | undefined
}

/** What was written. */
export interface DownloadResult {
  file: string | null
  bytes: number
  content_type: string | null
}

/**
 * Writes the body of an answer to its target while it arrives. A file appears under its name when it is whole; one that
 * exists is not replaced without `force`, and a link is not followed.
 */
export async function download(answer: Response, target: Target, out: Output): Promise<DownloadResult> {
  const type = answer.headers.get('content-type')
  const length = Number(answer.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) && !answer.headers.has('content-encoding') ? length : null
  const file = target.output === '-' ? null : (target.output ?? readFileName(answer))
  const shown = progress(file ?? 'stdout', out.json || (file === null && process.stdout.isTTY), bytes)
  let count = 0
  const counter = counting((done) => {
    count = done
    shown.at(done, total)
  })
  // Made where it is read: a stream that is cut off while no one listens would end the process.
  const body = () => (answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as never))
  try {
    if (file === null) await pipeline(body(), counter, process.stdout, { end: false })
    else await toFile(file, target.force === true, (to) => pipeline(body(), counter, to))
  } finally {
    shown.end()
  }
  return { file, bytes: count, content_type: type }
}

/** Throws a Failure where the file may not be written; asked before anything is sent. */
export async function assertFree({ output, force }: Target): Promise<void> {
  if (output !== undefined && output !== '-') await assertWritable(output, force === true)
}

async function toFile(
  file: string,
  force: boolean,
  write: (to: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  await assertWritable(file, force)
  const made = join(dirname(file), `.rulewright-${randomBytes(6).toString('hex')}.part`)
  try {
    await write(createWriteStream(made, { flags: 'wx' }))
    await assertWritable(file, force)
    if (force) await rename(made, file)
    else await linkOrRename(made, file)
  } finally {
    await rm(made, { force: true })
  }
}

/** A link is made only where nothing has the name, unlike a renaming; some file systems have none. */
async function linkOrRename(made: string, file: string): Promise<void> {
  try {
    await link(made, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw exists(file)
    await rename(made, file)
  }
}

async function assertWritable(file: string, force: boolean): Promise<void> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return
  if (!force) throw exists(file)
  if (!found.isFile()) {
    throw new Failure(EXIT.file, `${file} is no regular file, and is not replaced. Use -o - for a stream.`)
  }
}

function exists(file: string): Failure {
  return new Failure(EXIT.file, `${file} already exists. Add --force to replace it, or name another with -o.`)
}

/** The name that the service gives, as a plain name in this folder: no path, no hidden file, nothing to steer with. */
export function readFileName(answer: Response): string {
  const header = answer.headers.get('content-disposition') ?? ''
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1]
  const simple = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const given = decoded(extended) ?? simple?.[1] ?? simple?.[2] ?? ''
  const safe = plainLine(given)
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\-\s]+/, '')
  return safe === '' ? 'rulewright-export' : shortened(safe)
}

/** File systems take 255 bytes; the ending stays. */
function shortened(name: string): string {
  const ending = extname(name).slice(0, 20)
  const letters = Array.from(name.slice(0, name.length - ending.length))
  while (Buffer.byteLength(letters.join('') + ending) > 200) letters.pop()
  return letters.join('') + ending
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text)
  } catch {
    return null
  }
}
