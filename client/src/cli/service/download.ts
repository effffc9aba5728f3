import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, lstat, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../terminal/output.ts'
import { toSafeLine } from '../terminal/plain.ts'
import { formatBytes, countBytes, createProgressBar } from '../terminal/progress.ts'

export interface Target {
  /** A file, or `-` for stdout. Default: the file name from the service, in the working directory. */
  output?: string | undefined
  /** Replace an existing file. */
  force?: true | undefined
}

/** The written file and its size. */
export interface DownloadResult {
  file: string | null
  bytes: number
  content_type: string | null
}

/**
 * Writes the body of a response to its target while it arrives. A file appears under its name when it is complete. An
 * existing file is not replaced without `force`, and a link is not followed.
 */
export async function download(answer: Response, target: Target, out: Output): Promise<DownloadResult> {
  const type = answer.headers.get('content-type')
  const length = Number(answer.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) && !answer.headers.has('content-encoding') ? length : null
  const file = target.output === '-' ? null : (target.output ?? readFileName(answer))
  const progressBar = createProgressBar(
    file ?? 'stdout',
    out.json || (file === null && process.stdout.isTTY),
    formatBytes,
  )
  let count = 0
  const counter = countBytes((done) => {
    count = done
    progressBar.report(done, total)
  })
  // Created where it is read: an error of a stream without a listener would end the process.
  const body = () => (answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as never))
  try {
    if (file === null) await pipeline(body(), counter, process.stdout, { end: false })
    else await writeToFile(file, target.force === true, (file) => pipeline(body(), counter, file))
  } finally {
    progressBar.end()
  }
  return { file, bytes: count, content_type: type }
}

/** Throws a Failure if the file cannot be written. Call it before sending anything. */
export async function assertFree({ output, force }: Target): Promise<void> {
  if (output !== undefined && output !== '-') await assertWritable(output, force === true)
}

async function writeToFile(
  file: string,
  force: boolean,
  write: (file: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  await assertWritable(file, force)
  const temporary = join(dirname(file), `.rulewright-${randomBytes(6).toString('hex')}.part`)
  try {
    await write(createWriteStream(temporary, { flags: 'wx' }))
    await assertWritable(file, force)
    if (force) await rename(temporary, file)
    else await linkOrRename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Unlike a rename, a link fails if the name exists. Some file systems have no links. */
async function linkOrRename(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw createExistsError(file)
    await rename(temporary, file)
  }
}

async function assertWritable(file: string, force: boolean): Promise<void> {
  const stats = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stats === null) return
  if (!force) throw createExistsError(file)
  if (!stats.isFile()) {
    throw new Failure(EXIT.file, `${file} is no regular file, and is not replaced. Use -o - for a stream.`)
  }
}

function createExistsError(file: string): Failure {
  return new Failure(EXIT.file, `${file} already exists. Add --force to replace it, or name another with -o.`)
}

/** Reads the file name from a response, without path, leading dot or control characters. */
export function readFileName(answer: Response): string {
  const header = answer.headers.get('content-disposition') ?? ''
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1]
  const simple = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const name = decodeName(extended) ?? simple?.[1] ?? simple?.[2] ?? ''
  const safe = toSafeLine(name)
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\-\s]+/, '')
  return safe === '' ? 'rulewright-export' : shortenName(safe)
}

/** Shortens a name to the 255 bytes of file systems; the extension remains. */
function shortenName(name: string): string {
  const ending = extname(name).slice(0, 20)
  const letters = Array.from(name.slice(0, name.length - ending.length))
  while (Buffer.byteLength(letters.join('') + ending) > 200) letters.pop()
  return letters.join('') + ending
}

function decodeName(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text)
  } catch {
    return null
  }
}
