import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { writePublishedGroup, writePublishedHead, PUBLISHED_END } from '../../src/formats/xccdf-writer.ts'
import { computeQuantile } from '../support/load.ts'
import { printTable } from '../support/table.ts'
import type { InterchangeBench } from './interchange-bench.ts'

const MIB = 1024 * 1024
/** The duration of a measurement without an import. */
const WHILE_MS = 5000

/**
 * Measures how an import of 50 MB delays reads of another user, and the delay of the event loop: without load, with a
 * busy thread of another process, and during the import.
 */
export async function measureOthers(bench: InterchangeBench): Promise<void> {
  const guide = createLargeGuide()
  const lines = [
    await measureReadsDuring(bench, 'nothing', () => setTimeout(WHILE_MS)),
    await measureReadsDuring(bench, 'a thread of another process', runBusyThread),
    await measureReadsDuring(bench, 'an import of 50 MB', () => importGuide(bench, guide)),
  ]
  console.log(`\nAnother's reads, load ${loadavg()[0]?.toFixed(1)}\n`)
  printTable(['during', 'reads', 'read p50', 'p99', 'max', 'loop held p50', 'p99', 'max', 'seconds'], lines)
}

async function measureReadsDuring(
  bench: InterchangeBench,
  label: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  await bench.loopHeld()
  const waits: number[] = []
  const done = new AbortController()
  const started = performance.now()
  const others = (async () => {
    while (!done.signal.aborted) {
      const startedAt = performance.now()
      await (await bench.app.request('/srgs/latest', { headers: bench.headers })).text()
      waits.push(performance.now() - startedAt)
      await setTimeout(5)
    }
  })()
  await work()
  done.abort()
  await others
  const seconds = (performance.now() - started) / 1000
  const delay = await bench.loopHeld()
  const reads = [0.5, 0.99, 1].map((share) =>
    computeQuantile(waits, Math.min(share, 1 - 1 / waits.length)).toFixed(1),
  )
  return [label, String(waits.length), ...reads, ...delay, seconds.toFixed(1)]
}

async function runBusyThread(): Promise<void> {
  const worker = new Worker('for (;;);', { eval: true })
  await setTimeout(WHILE_MS)
  await worker.terminate()
}

async function importGuide(
  { app, headers }: InterchangeBench,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const form = new FormData()
  form.set('file', new File([content], 'g.xml'))
  const answer = await app.request('/srgs', { method: 'POST', headers, body: form })
  if (answer.status !== 200) throw new Error(await answer.text())
}

/** A guide of just under 50 MiB, full of rules. */
function createLargeGuide(): Uint8Array<ArrayBuffer> {
  const header = {
    id: 'Large_SRG',
    title: 'Large',
    description: null,
    version: 1,
    release: 1,
    date: new Date(),
    draft: true,
  }
  const pieces = [writePublishedHead('srg', header, [])]
  for (let index = 0, size = 0; size < 49 * MIB; index += 1) {
    const rule = {
      displayedName: `R-${index}`,
      coreVersion: null,
      version: `SRG-APP-${index}`,
      title: `Requirement ${index}`,
      severity: 'medium' as const,
      weight: '10.0',
      ident: 'CCI-000366',
      identSystem: null,
      fixtext: 'Configure it. '.repeat(200),
      check: 'Look whether it is so. '.repeat(200),
      parts: { VulnDiscussion: 'It matters. '.repeat(200) },
    }
    const group = writePublishedGroup('srg', rule, header)
    size += group.length
    pieces.push(group)
  }
  return Uint8Array.from(Buffer.from([...pieces, PUBLISHED_END].join('\n')))
}
