import { unzipSync, zipSync } from 'fflate'
import { parseCsv, writeCsv } from 'hucre/csv'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Queries } from '../../src/database/database.ts'
import { Progress } from '../../src/lib/progress.ts'
import { createWorkerPool } from '../../src/workers/pool.ts'
import type { ExportRequest } from '../../workflows/exports/export-request.ts'
import { isInProject, readExportedComponents } from '../../workflows/exports/exported-components.ts'
import { chooseExporter, selectSupported } from '../../workflows/exports/exporters.ts'
import { computeMedian } from '../support/load.ts'
import { printTable } from '../support/table.ts'
import { type Cost, measureCost } from './cost.ts'
import type { InterchangeBench } from './interchange-bench.ts'
import { recordAnswers, replayAnswers } from './replay.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const TYPES = process.env['TYPES']?.split(',') ?? [
  'csv',
  'excel',
  'disa_excel',
  'xccdf',
  'inspec',
  'json_archive',
  'oscal_catalog',
  'oscal_component',
  'cklb',
  'reqif',
  'markdown',
  'html',
  'pdf',
  'docx',
  'disposition_csv',
  'disposition_xlsx',
  'disposition_json',
]

/** Compares every export of a project with only the writers and the same rows in memory, in interleaved rounds. */
export async function measureExports(bench: InterchangeBench, project: number, rows: number): Promise<void> {
  const lines = []
  for (const type of TYPES) {
    const exportFromService = () => requestExport(bench, `/projects/${project}/export/${type}`)
    const recorded = await recordRows(bench.db, project, type)
    const runWriter = () => writeRecorded(replayAnswers(recorded), project, type)
    const bytes = await exportFromService()
    const library = await createLibraryWriter(type, bytes)
    const costs: { service: Cost; writer: Cost; library: Cost | null }[] = []
    await runWriter()
    for (let round = 0; round < ROUNDS; round += 1) {
      costs.push({
        service: await measureCost(exportFromService, bench.pid),
        writer: await measureCost(runWriter),
        library: library && (await measureCost(library)),
      })
    }
    const pickMedian = (pick: (cost: (typeof costs)[number]) => number) => computeMedian(costs.map(pick))
    const formatRatio = (pick: (cost: (typeof costs)[number]) => number) => pickMedian(pick).toFixed(2)
    lines.push([
      type,
      String(Math.round((rows / pickMedian((one) => one.service.ms)) * 1000)),
      String(Math.round(pickMedian((one) => one.service.ms))),
      String(Math.round(pickMedian((one) => one.service.cpu))),
      String(Math.round(Math.max(...costs.map((item) => item.service.growth)))),
      formatRatio((one) => one.writer.ms / one.service.ms),
      formatRatio((one) => one.writer.cpu / one.service.cpu),
      library === null ? '' : formatRatio((one) => (one.library?.ms ?? 0) / one.service.ms),
      (bytes.length / 1e6).toFixed(1),
    ])
  }
  printTable(
    ['export', 'rows/s', 'ms', 'cpu ms', 'growth MB', 'writer/ms', 'writer/cpu', 'library/ms', 'MB'],
    lines,
  )
}

async function requestExport({ app, headers }: InterchangeBench, path: string): Promise<Uint8Array> {
  const answer = await app.request(path, { headers })
  if (answer.status !== 200) throw new Error(await answer.text())
  return new Uint8Array(await answer.arrayBuffer())
}

/** Records the database answers of this export. */
async function recordRows(db: Queries, project: number, type: string) {
  const record = recordAnswers(db)
  await writeRecorded(record.db, project, type)
  return record.answers
}

async function writeRecorded(db: Queries, project: number, type: string): Promise<void> {
  const choice = chooseExporter('project', type, undefined)
  const caller = { id: 0, admin: true }
  const exportComponents = await readExportedComponents(db, caller, isInProject(project, []))
  const components = selectSupported(choice, undefined, exportComponents)
  const workers = createWorkerPool()
  const order: ExportRequest = {
    db,
    workers: workers.forCaller({ userId: 0, purpose: 'read' }),
    now: new Date(),
    endpoint: 'project',
    title: 'Bench',
    components,
    caller,
    mode: choice.mode,
    options: {
      exclude_satisfied_by: false,
      triage_status: null,
      include_email: false,
      include_srg: false,
      include_memberships: false,
      include_comments: false,
    },
    permissions: { comments: true, addresses: true },
    marking: null,
    progress: new Progress(),
  }
  for await (const _ of (await choice.exporter.make(order)).chunks) continue
  await workers.close()
}

/** A function that writes the same rows with only the library of the format; null if the format uses none. */
async function createLibraryWriter(
  type: string,
  bytes: Uint8Array,
): Promise<(() => Promise<unknown>) | null> {
  if (type.endsWith('excel') || type.endsWith('xlsx')) {
    const { sheets } = await readXlsx(bytes)
    const plain = sheets.map(({ name, rows }) => ({ name, rows }))
    return () => writeXlsx({ stringMode: 'inline', sheets: plain })
  }
  if (!type.endsWith('csv')) return null
  const decoder = new TextDecoder()
  if (bytes[0] !== 0x50) {
    const rows = parseCsv(decoder.decode(bytes))
    return () => Promise.resolve(Buffer.from(writeCsv(rows)))
  }
  const files = Object.entries(unzipSync(bytes)).map(
    ([name, file]) => [name, parseCsv(decoder.decode(file))] as const,
  )
  return () =>
    Promise.resolve(
      zipSync(Object.fromEntries(files.map(([name, rows]) => [name, Buffer.from(writeCsv(rows))]))),
    )
}
