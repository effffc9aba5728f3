import { readFileSync, writeFileSync } from 'node:fs'

/** The memory of a process now, in MiB. */
export function residentMiB(pid: number): number {
  return figure(pid, 'VmRSS')
}

/** The most that it held since `forgetPeak`, in MiB. */
export function peakMiB(pid: number): number {
  return figure(pid, 'VmHWM')
}

/** Lets the kernel forget what it held at most. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function figure(pid: number, name: string): number {
  return (
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  )
}
