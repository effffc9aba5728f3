import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { startMeasuredService, type MeasuredService } from '../support/event-loop.ts'
import { unique } from '../support/factories.ts'
import { rest, type Answer, type Rest } from '../support/rest.ts'
import { writeCsv, writeSheet, changePart } from '../support/sheets.ts'
import { createFileForm, createGuideFile } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

/** The limit in milliseconds; verification/resource-limits/event-loop.test.ts measures the event loop in detail. */
const HOLD = Number(process.env['HOLD_MS'] ?? 500)

const world = createWorld()
let workspace: Workspace
let service: MeasuredService
let attacker: Rest
let systemAdmin: Rest
let other: Rest

beforeAll(async () => {
  workspace = await createWorkspace(world, { rules: RULES })
  service = await startMeasuredService(world.database.url ?? '')
  const target = {
    ends: true,
    request: (path: string, init: RequestInit) => fetch(service.address + path, init),
  }
  attacker = rest(target, { cookie: await world.createCookie(workspace.people.admin) })
  systemAdmin = rest(target, { cookie: await world.createCookie(await world.createSystemAdmin()) })
  other = rest(target, { cookie: await world.createCookie(await world.createUser()) })
}, 120_000)

afterAll(async () => {
  await service?.stop()
})

const HEADERS = [
  'SRGID',
  'STIGID',
  'Severity',
  'Requirement',
  'VulDiscussion',
  'Status',
  'Check',
  'Fix',
  'Status Justification',
  'Artifact Description',
  'Vendor Comments',
  'Satisfies',
]
const toRow = (cells: Record<string, string>) => HEADERS.map((header) => cells[header] ?? '')
const createBlanks = (count: number) => `Satisfies: ABCD-01-000002,${' '.repeat(count)}!`
const RULES = 15
/** Blanks in each requirement; the text cells have the maximum length. */
const readSatisfactions = () =>
  writeCsv([
    HEADERS,
    ...Array.from({ length: RULES }, (_, n) => {
      const number = String(n + 1).padStart(6, '0')
      return toRow({
        SRGID: `SRG-APP-${number}`,
        STIGID: `ABCD-01-${number}`,
        Severity: 'CAT II',
        Status: 'Not Yet Determined',
        Requirement: 'It must.',
        VulDiscussion: createBlanks(32_000),
        'Vendor Comments': createBlanks(32_000),
        Satisfies: createBlanks(58_000),
      })
    }),
  ])
const component = () => `/components/${workspace.component.id}`

/** A workbook of two kilobytes whose list of relations is unpacked to a megabyte. */
async function createSmallWorkbook(): Promise<Uint8Array> {
  const bytes = await writeSheet([HEADERS, toRow({ STIGID: 'ABCD-01-000001', Fix: 'Fix' })])
  const parts = unzipSync(bytes)
  const few = Object.fromEntries(Object.entries(parts).filter(([name]) => !/theme|docProps/.test(name)))
  const attack = 'TargetMode="External" '.repeat(45_000)
  const relations = 'xl/_rels/workbook.xml.rels'
  return changePart(zipSync(few, { level: 9 }), relations, (xml) =>
    xml.replace('<Relationships', `<Relationships ${attack}`),
  )
}

/** The controls of one profile, one per line. */
const createControls = (count: number) =>
  zipSync({
    'inspec.yml': strToU8('name: profile\nversion: 1.0.0\n'),
    'controls/all.rb': strToU8(
      Array.from(
        { length: count },
        (_, n) => `control 'V-${n}' do\n  impact 0.5\n  describe file('a') do\n  end\nend\n`,
      ).join(''),
    ),
  })

/** Opening tags whose closing tags close nothing. */
const createTags = (count: number) => '<Mitigations>x</Mitigations>y'.repeat(count)
const createGuide = () =>
  createGuideFile({
    rules: Array.from({ length: 80 }, (_, n) => ({
      version: `SRG-APP-${100_000 + n}`,
      description: createTags(3_400),
    })),
  })

type Attack = [title: string, send: () => Promise<Answer>, answer: [status: number, reason?: string]]

const ATTACKS: Attack[] = [
  [
    'a sheet with 58,000 blanks in Satisfies, previewed',
    () =>
      attacker.post(
        `${component()}/preview_spreadsheet_update`,
        createFileForm('a.csv', readSatisfactions()),
      ),
    [200],
  ],
  [
    'a sheet with 58,000 blanks in Satisfies, applied',
    () =>
      attacker.patch(`${component()}/apply_spreadsheet_update`, createFileForm('a.csv', readSatisfactions())),
    [200],
  ],
  [
    'a sheet with 58,000 blanks in Satisfies as a new component',
    () => {
      const form = createFileForm('a.csv', readSatisfactions(), 'component[file]')
      form.set('component[name]', unique('Sheet'))
      form.set(
        'component[security_requirements_guide_id]',
        String(workspace.component.securityRequirementsGuideId),
      )
      return attacker.post(`/projects/${workspace.project.id}/components`, form)
    },
    [200],
  ],
  [
    'a small workbook with very many external targets',
    async () =>
      attacker.post(
        `${component()}/preview_spreadsheet_update`,
        createFileForm('a.xlsx', await createSmallWorkbook()),
      ),
    [200],
  ],
  [
    'a small workbook with very many external targets, of which the SRG is asked',
    async () =>
      attacker.post('/components/detect_srg', createFileForm('a.xlsx', await createSmallWorkbook())),
    [422, 'spreadsheet.no_ids'],
  ],
  [
    'a profile of 20,000 controls',
    () => {
      const form = createFileForm('profile.zip', createControls(20_000))
      form.set('dry_run', 'false')
      return attacker.post(`${component()}/import_inspec`, form)
    },
    [200],
  ],
  [
    'descriptions with very many opening tags',
    () => systemAdmin.post('/srgs', createFileForm('guide-xccdf.xml', createGuide())),
    [200],
  ],
]

/** Sends one request after the other until the work is done; returns the number of answers by status. */
async function answersMeanwhile(work: Promise<unknown>): Promise<{ answers: number; statuses: Set<number> }> {
  let isDone = false
  const finished = work.finally(() => (isDone = true))
  const statuses = new Set<number>()
  let answers = 0
  while (!isDone) {
    statuses.add((await other.get('/api/version')).status)
    statuses.add((await other.get('/api/projects')).status)
    answers += 2
  }
  await finished
  return { answers, statuses }
}

test.each(ATTACKS)('the service answers another user while it reads %s', async (_, send, expected) => {
  const { holdMs } = await service.measure(async () => {
    const attack = send()
    const { answers, statuses } = await answersMeanwhile(attack)
    const { status, body } = await attack
    expect([status, body.reason]).toEqual([expected[0], expected[1]])
    expect(statuses).toEqual(new Set([200]))
    expect(answers).toBeGreaterThan(0)
  }, HOLD)
  expect(holdMs).toBeLessThan(HOLD)
})
