import { readFileSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { streamWorkbook } from '../src/formats/xlsx/write.ts'
import { streamZip } from '../src/formats/zip.ts'
import { signIn } from '../test/support/http.ts'
import { createDirectory, startService } from '../test/support/service.ts'
import { createDatabase, send } from './support/own-database.ts'

/**
 * Measures every export of a project with COMPONENTS components of RULES requirements, in a separate service: rows per
 * second, peak memory growth, the longest latency of another read, and the ratio to only the writer with the same rows.
 */
const COMPONENTS = Number(process.env['COMPONENTS'] ?? 50)
const RULES = Number(process.env['RULES'] ?? 400)
const EMAIL = 'admin@example.org'
const PASSWORD = 'Correct-Horse-42-Battery-17'
const TYPES = process.env['TYPES']?.split(',') ?? [
  'csv',
  'excel',
  'disa_excel',
  'xccdf',
  'inspec',
  'oscal_catalog',
  'oscal_component',
  'cklb',
  'reqif',
  'markdown',
  'html',
  'pdf',
  'docx',
  'disposition_csv',
]

/** Creates requirements with texts of realistic length. */
const FILL = [
  `insert into srgs (srg_id, name, title, version, version_major, version_minor) values ('B', 'B', 'B', 'V1R1', 1, 1)`,
  `insert into srg_rules (srg_id, rule_id, version, title, ident, fixtext, check_content, vuln_discussion)
    select (select max(id) from srgs), 'SV-' || n, 'SRG-APP-' || lpad(n::text, 6, '0'), repeat('Title ', 20), 'CCI-000366',
      repeat('Configure it <well>. ', 30), repeat('Look & see. ', 60), repeat('It matters because. ', 60) from generate_series(1, ${RULES}) n`,
  `insert into projects (name, visibility) values ('Bench', 'hidden')`,
  `insert into components (project_id, security_requirements_guide_id, name, prefix, title, version, release, next_rule_number)
    select (select max(id) from projects), (select max(id) from srgs), 'Component ' || n, 'BNCH-' || lpad(n::text, 2, '0'), 'T', 1, 1, ${RULES + 1}
    from generate_series(1, ${COMPONENTS}) n`,
  `insert into rules (component_id, document_type, rule_id, version, title, ident, srg_rule_id, fixtext, vendor_comments, status, rule_weight)
    select c.id, 'stig', lpad(n::text, 6, '0'), 'SRG-APP-' || lpad(n::text, 6, '0'), repeat('Title ', 20), 'CCI-000366',
      (select id from srg_rules s where s.version = 'SRG-APP-' || lpad(n::text, 6, '0') limit 1),
      n || repeat('Configure it "well". ', 40), repeat('A comment. ', 20), 'Applicable - Configurable', '10.0'
    from components c, generate_series(1, ${RULES}) n`,
  `insert into rule_checks (rule_id, content) select id, id || repeat('Look & see whether it is so. ', 60) from rules`,
  `insert into disa_descriptions (rule_id, vuln_discussion) select id, id || repeat('It matters because of this. ', 60) from rules`,
  `insert into reviews (project_id, component_id, rule_id, commentable_type, action, comment, triage_status)
    select c.project_id, c.id, r.id, 'BaseRule', 'comment', repeat('I wonder. ', 40), 'pending' from rules r join components c on c.id = r.component_id`,
  'analyze',
]

const readMemory = (pid: number, figure: string): number =>
  Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

async function measure(): Promise<void> {
  const database = await createDatabase()
  const env = {
    DATABASE_URL: database.url,
    BOOTSTRAP_ADMIN_EMAIL: EMAIL,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_ENABLED: 'false',
    LOG_LEVEL: 'error',
  }
  const service = startService({ cwd: (await createDirectory()).path, env })
  try {
    const base = await service.ready
    await send(database.url, ...FILL)
    const pid = service.process.pid ?? 0
    const login = await fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    })
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    await signIn(base, EMAIL, PASSWORD)
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query('select max(id) as id from projects')
    await client.end()
    console.log('| type | rows/s | seconds | MB | growth MB | slowest other read, ms | p99 |')
    console.log('| --- | --- | --- | --- | --- | --- | --- |')
    for (const type of TYPES) {
      await measureExport(base, cookie, `/projects/${rows[0].id}/export/${type}`, 1)
      const before = readMemory(pid, 'VmRSS')
      forgetPeak(pid)
      const { bytes, seconds, waits } = await measureExport(
        base,
        cookie,
        `/projects/${rows[0].id}/export/${type}`,
      )
      const growth = readMemory(pid, 'VmHWM') - before
      const sorted = waits.toSorted((a, b) => a - b)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      const figures = [
        Math.round((COMPONENTS * RULES) / seconds),
        seconds.toFixed(1),
        (bytes / 1e6).toFixed(1),
        growth.toFixed(0),
        (sorted.at(-1) ?? 0).toFixed(0),
        p99.toFixed(0),
      ]
      console.log(`| ${type} | ${figures.join(' | ')} |`)
    }
    await measureWriters()
  } finally {
    await service.stop()
    await database.drop()
  }
}

/** Downloads a file, or only its beginning, while another client sends small requests. */
async function measureExport(base: string, cookie: string, path: string, limit = Number.POSITIVE_INFINITY) {
  const started = performance.now()
  const waits: number[] = []
  let over = false
  const others = (async () => {
    while (!over) {
      const startedAt = performance.now()
      await (await fetch(`${base}/up`)).text()
      waits.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const response = await fetch(base + path, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes >= limit) break
  }
  over = true
  await others
  return { bytes, seconds: (performance.now() - started) / 1000, waits }
}

/** Measures only the writers, with prepared rows of about the same length. */
async function measureWriters(): Promise<void> {
  const row = Array.from({ length: 21 }, (_, index) => `${index} ${'Look & see whether. '.repeat(30)}`)
  async function* listTableRows() {
    for (let index = 0; index < RULES; index += 1) yield row
  }
  const columns = row.map((header) => ({ header: header.slice(0, 10) }))
  const sheets = Array.from({ length: COMPONENTS }, (_, index) => ({
    name: `S${index}`,
    columns,
    rows: listTableRows(),
  }))
  for (const [title, createRequest] of [
    ['workbook', streamWorkbook(sheets, new Date())],
    ['archive of a file each', streamZip(listFiles(row.join('\n')), new Date())],
  ] as const) {
    const started = performance.now()
    for await (const _ of createRequest) continue
    const seconds = (performance.now() - started) / 1000
    console.log(`bare ${title}: ${Math.round((COMPONENTS * RULES) / seconds)} rows/s`)
  }
}

function* listFiles(content: string) {
  for (let index = 0; index < COMPONENTS * RULES; index += 1) yield { name: `f/${index}.md`, content }
}

await measure()
