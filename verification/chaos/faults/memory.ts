import { readFileSync, writeFileSync } from 'node:fs'

/** The current memory of a process in MiB. */
export function readMemoryMiB(pid: number): number {
  return readFigure(pid, 'VmRSS')
}

/** The peak memory of a process since `resetPeak`, in MiB. */
export function readPeakMiB(pid: number): number {
  return readFigure(pid, 'VmHWM')
}

/** Resets the peak memory of a process. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function readFigure(pid: number, name: string): number {
  return (
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  )
}
