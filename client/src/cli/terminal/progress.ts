import { clearLine, cursorTo } from 'node:readline'
import { Transform } from 'node:stream'
import { toSafeLine } from './plain.ts'

/** The progress of a task; `total` is null if it is unknown. */
export interface Progress {
  report: (done: number, total: number | null) => void
  end: () => void
}

const WIDTH = 24
const REDRAW_MS = 100
let drawn = false

/** Shows a progress bar on stderr, unless stderr is not a terminal or `--json` is set. */
export function createProgressBar(
  label: string,
  quiet: boolean,
  unit: (value: number) => string = String,
): Progress {
  if (quiet || !process.stderr.isTTY) return { report: () => undefined, end: () => undefined }
  let last = 0
  const report = (done: number, total: number | null) => {
    const now = Date.now()
    if (now - last < REDRAW_MS && done !== total) return
    last = now
    const totalText = total === null ? '' : ` of ${unit(total)}`
    draw(`${toSafeLine(label)}  ${formatBar(done, total)}${unit(done)}${totalText}`)
  }
  return { report, end: clearBar }
}

/** Removes the progress bar, so that the next output starts on an empty line. */
export function clearBar(): void {
  if (drawn) draw('')
  drawn = false
}

/** Returns the width of a terminal; 80 for terminals that report 0. */
export function countColumns({ columns }: { columns: number }): number {
  return columns > 0 ? columns : 80
}

function draw(text: string): void {
  const { stderr } = process
  clearLine(stderr, 0)
  cursorTo(stderr, 0)
  stderr.write(text.slice(0, countColumns(stderr) - 1))
  drawn = true
}

function formatBar(done: number, total: number | null): string {
  if (total === null || total <= 0) return ''
  const share = Math.min(1, done / total)
  const full = Math.round(share * WIDTH)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${percent} %  `
}

/** Formats a number of bytes. */
export function formatBytes(value: number): string {
  if (value < 1000) return `${value} B`
  if (value < 1_000_000) return `${(value / 1000).toFixed(1)} kB`
  return `${(value / 1_000_000).toFixed(1)} MB`
}

/** Passes the chunks through and reports the number of bytes. */
export function countBytes(onBytes: (bytes: number) => void): Transform {
  let count = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      count += chunk.length
      onBytes(count)
      next(null, chunk)
    },
  })
}
