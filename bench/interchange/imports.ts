import { strFromU8, unzipSync } from 'fflate'
import { parseCsv } from 'hucre/csv'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { SaxesParser } from 'saxes'
import { z } from 'zod'
import { computeMedian } from '../support/load.ts'
import { printTable } from '../support/table.ts'
import { type Cost, measureCost } from './cost.ts'
import type { GuideData } from './guide-data.ts'
import type { InterchangeBench } from './interchange-bench.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)

/** One import: its request, and a function that reads the same bytes with only the library. */
interface Import {
  name: string
  method: 'POST' | 'PATCH'
  path: string
  fields?: Record<string, string>
  field?: string
  file: { name: string; bytes: Uint8Array<ArrayBuffer> }
  bare: () => unknown
  /** Deletes the imported records. */
  undo?: () => Promise<unknown>
}

/** Compares each import of one component, or of the archive of all, with its library, in interleaved rounds. */
export async function measureImports(
  bench: InterchangeBench,
  scene: GuideData,
  [project = 0, component = 0]: readonly number[],
  components: number,
): Promise<void> {
  const get = async (path: string) => {
    const answer = await bench.app.request(path, { headers: bench.headers })
    if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const backup = await get(`/projects/${project}/export/json_archive`)
  const imports = [
    createArchiveImport(bench, project, backup),
    ...(components === 1 ? await listComponentImports(bench, scene, project, component, get) : []),
  ]
  const lines = []
  const only = new RegExp(process.env['IMPORTS'] ?? '')
  for (const item of imports.filter(({ name }) => only.test(name))) {
    await sendImport(bench, item)
    await item.undo?.()
    const costs: { service: Cost; bare: Cost }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = await measureCost(() => sendImport(bench, item), bench.pid)
      costs.push({ service, bare: await measureCost(() => Promise.resolve(item.bare())) })
      await item.undo?.()
    }
    const pickMedian = (pick: (cost: (typeof costs)[number]) => number) => computeMedian(costs.map(pick))
    const rows = components * 203
    lines.push([
      item.name,
      String(Math.round((rows / pickMedian(({ service }) => service.ms)) * 1000)),
      String(Math.round(pickMedian(({ service }) => service.ms))),
      String(Math.round(pickMedian(({ service }) => service.cpu))),
      String(Math.round(Math.max(...costs.map(({ service }) => service.growth)))),
      pickMedian(({ service, bare }) => bare.ms / service.ms).toFixed(2),
      pickMedian(({ service, bare }) => bare.cpu / service.cpu).toFixed(2),
      (item.file.bytes.length / 1e6).toFixed(1),
    ])
  }
  printTable(['import', 'rows/s', 'ms', 'cpu ms', 'growth MB', 'bare/ms', 'bare/cpu', 'MB'], lines)
}

async function listComponentImports(
  bench: InterchangeBench,
  { srg, guide }: GuideData,
  project: number,
  component: number,
  get: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Import[]> {
  const toPath = (operation: string) => `/components/${component}/${operation}`
  const exportFile = async (type: string, name: string) => ({
    name,
    bytes: await get(toPath(`export/${type}`)),
  })
  const xlsx = await exportFile('excel', 'a.xlsx')
  const { sheets } = await readXlsx(xlsx.bytes)
  const rows = sheets[0]?.rows ?? []
  const [head = []] = rows
  const fix = head.indexOf('Fix')
  const createEdited = async (mark: string) => {
    const changed = rows.map((row, index) =>
      index === 0 ? row : row.with(fix, `${mark}${String(row[fix])}`),
    )
    return {
      name: 'b.xlsx',
      bytes: Uint8Array.from(await writeXlsx({ sheets: [{ name: 'S', rows: changed }] })),
    }
  }
  const csv = { name: 'a.csv', bytes: Uint8Array.from(extractCsv(await get(toPath('export/csv')))) }
  const [reqif, markdown, inspec] = [
    await exportFile('reqif', 'a.reqif'),
    await exportFile('markdown', 'a.zip'),
    await exportFile('inspec', 'a.zip'),
  ]
  const disposition = await exportFile('disposition_xlsx', 'a.xlsx')
  const comments = await exportFile('comment_sheet', 'a.xlsx')
  const changed = await createEdited('Changed. ')
  const sheet = { field: 'component[file]', method: 'POST', path: `/projects/${project}/components` } as const
  const fields = {
    'component[name]': 'From a sheet',
    'component[title]': 'S',
    'component[security_requirements_guide_id]': String(srg),
  }
  const undo = () => bench.db.deleteFrom('components').where('name', '=', 'From a sheet').execute()
  const trial = { method: 'POST', fields: { dry_run: 'true' } } as const
  const createXlsxReader = (bytes: Uint8Array) => () => readXlsx(bytes)
  const parseXml = (bytes: Uint8Array) => () =>
    new SaxesParser({ xmlns: true }).write(strFromU8(bytes)).close()
  const xccdf = { name: guide.name, bytes: guide.content }
  return [
    {
      name: 'SRG (XCCDF)',
      method: 'POST',
      path: '/srgs',
      file: { ...xccdf, bytes: renameComponents(xccdf.bytes) },
      bare: parseXml(xccdf.bytes),
      undo: () => bench.db.deleteFrom('srgs').where('id', '<>', srg).execute(),
    },
    { name: 'create, XLSX', ...sheet, fields, file: xlsx, bare: createXlsxReader(xlsx.bytes), undo },
    {
      name: 'create, CSV',
      ...sheet,
      fields,
      file: csv,
      bare: () => parseCsv(new TextDecoder().decode(csv.bytes)),
      undo,
    },
    {
      name: 'preview, XLSX',
      method: 'POST',
      path: toPath('preview_spreadsheet_update'),
      file: xlsx,
      bare: createXlsxReader(xlsx.bytes),
    },
    {
      name: 'apply all, XLSX',
      method: 'PATCH',
      path: toPath('apply_spreadsheet_update'),
      file: changed,
      bare: createXlsxReader(changed.bytes),
      undo: () =>
        bench.db.updateTable('rules').set({ fixtext: 'x' }).where('component_id', '=', component).execute(),
    },
    { name: 'ReqIF', path: toPath('import_reqif'), ...trial, file: reqif, bare: parseXml(reqif.bytes) },
    {
      name: 'Markdown',
      path: toPath('import_markdown'),
      ...trial,
      file: markdown,
      bare: () => unzipSync(markdown.bytes),
    },
    {
      name: 'InSpec',
      path: toPath('import_inspec'),
      ...trial,
      file: inspec,
      bare: () => unzipSync(inspec.bytes),
    },
    {
      name: 'disposition, XLSX',
      path: toPath('import_disposition'),
      ...trial,
      file: disposition,
      bare: createXlsxReader(disposition.bytes),
    },
    {
      name: 'comment sheet, XLSX',
      path: toPath('import_comment_sheets'),
      ...trial,
      file: comments,
      bare: createXlsxReader(comments.bytes),
    },
  ]
}

function createArchiveImport(
  bench: InterchangeBench,
  project: number,
  bytes: Uint8Array<ArrayBuffer>,
): Import {
  return {
    name: 'backup as a project',
    method: 'POST',
    path: '/projects/create_from_backup',
    fields: { project_name: 'From an archive', include_reviews: 'true' },
    file: { name: 'a.zip', bytes },
    bare: () =>
      Object.entries(unzipSync(bytes)).map(([name, entry]) =>
        name.endsWith('.json') ? z.unknown().parse(JSON.parse(strFromU8(entry))) : entry,
      ),
    undo: () =>
      bench.db
        .deleteFrom('projects')
        .where('name', '=', 'From an archive')
        .where('id', '<>', project)
        .execute(),
  }
}

/** The CSV file of the component, also from an export that is an archive because of comments. */
function extractCsv(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x50) return bytes
  const files = Object.entries(unzipSync(bytes))
  return files.find(([name]) => !name.includes('disposition'))?.[1] ?? bytes
}

const renameComponents = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(strFromU8(bytes).replace(/(<Benchmark[^>]* id=")/, '$1Again_')))

async function sendImport(
  bench: InterchangeBench,
  { method, path, fields = {}, field = 'file', file }: Import,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(field, new File([file.bytes], file.name))
  const answer = await bench.app.request(path, { method, headers: bench.headers, body: form })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
}
