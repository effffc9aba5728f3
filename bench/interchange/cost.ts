import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** The resources that a task used. */
export interface Cost {
  ms: number
  /** User and system time of all threads, which other processes affect less than `ms`. */
  cpu: number
  /** Peak memory growth in MB. */
  growth: number
}

const readMemory = (pid: number | 'self', name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The CPU time of all threads of a process, in milliseconds. */
function readCpuMs(pid: number | 'self'): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, time) => sum + time, 0) / 1e6
}

/** Runs a task once and measures this process, or the one with this id. */
export async function measureCost(
  work: () => Promise<unknown>,
  pid: number | 'self' = 'self',
): Promise<Cost> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = readMemory(pid, 'VmRSS')
  const used = readCpuMs(pid)
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  return { ms, cpu: readCpuMs(pid) - used, growth: Math.max(0, readMemory(pid, 'VmHWM') - before) }
}
