import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startService } from '../test/support/service.ts'
import { readProcessMs } from './support/cpu-time.ts'
import { createDatabase } from './support/own-database.ts'
import { printTable } from './support/table.ts'

/**
 * Measures the time to the readiness line, its CPU time, and the memory of a service that is idle after a few requests:
 * medians of ROUNDS starts of each kind.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const IDLE_MS = Number(process.env['BENCH_IDLE_MS'] ?? 10_000)
const REQUESTS = ['/up', '/health_check', '/app', '/sessions']

interface StartupMeasurement {
  readyMs: number
  cpuMs: number
  residentMb: number
}

export async function measureStartup(): Promise<void> {
  const database = await createDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-bench-start-'))
  const onServer = { DATABASE_URL: database.url }
  try {
    const first = await measureStart(folder, onServer, 0)
    const current = await measureStarts(() => measureStart(folder, onServer, IDLE_MS))
    const embedded = await measureStarts((round) =>
      measureStart(folder, { DATA_DIR: join(folder, String(round)) }, 0),
    )
    const again = await measureStarts(() => measureStart(folder, { DATA_DIR: join(folder, '0') }, IDLE_MS))
    printTable(
      ['', 'ready ms', 'limit', 'CPU ms', 'resident MB', 'limit'],
      [
        toLine('PostgreSQL, empty', first, '', ''),
        toLine('PostgreSQL, current schema', current, '500', '150'),
        toLine('embedded, first', embedded, '3000', ''),
        toLine('embedded, later', again, '1200', ''),
      ],
    )
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureStarts(
  start: (round: number) => Promise<StartupMeasurement>,
): Promise<StartupMeasurement> {
  const all: StartupMeasurement[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await start(round))
  const pickMedian = (getValue: (start: StartupMeasurement) => number) =>
    all.map(getValue).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return {
    readyMs: pickMedian(({ readyMs }) => readyMs),
    cpuMs: pickMedian(({ cpuMs }) => cpuMs),
    residentMb: pickMedian(({ residentMb: readMemoryMb }) => readMemoryMb),
  }
}

/** Measures one start; with `idleMs` also its memory after a few requests and this idle time. */
async function measureStart(
  cwd: string,
  env: Record<string, string>,
  idleMs: number,
): Promise<StartupMeasurement> {
  const began = performance.now()
  const service = startService({ cwd, env: { LOG_LEVEL: 'error', ...env } })
  try {
    const base = await service.ready
    const readyMs = performance.now() - began
    const pid = service.process.pid ?? 0
    const cpuMs = readProcessMs(pid)
    if (idleMs > 0) {
      for (const path of REQUESTS) await (await fetch(base + path)).arrayBuffer()
      await pause(idleMs)
    }
    return { readyMs, cpuMs, residentMb: readMemoryMb(pid) }
  } finally {
    await service.stop()
  }
}

function readMemoryMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}

function toLine(
  label: string,
  { readyMs, cpuMs, residentMb: resident }: StartupMeasurement,
  ready: string,
  memory: string,
) {
  return [label, readyMs.toFixed(0), ready, cpuMs.toFixed(0), resident.toFixed(0), memory]
}

if (import.meta.main) await measureStartup()
