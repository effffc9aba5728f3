import { readFileSync, writeFileSync } from 'node:fs'

/** The current memory of a process in MiB. */
export function residentMiB(pid: number): number {
  return figure(pid, 'VmRSS')
}

/** The peak memory of a process since `forgetPeak`, in MiB. */
export function peakMiB(pid: number): number {
  return figure(pid, 'VmHWM')
}

/** Resets the peak memory of a process. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function figure(pid: number, name: string): number {
  return (
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  )
}
