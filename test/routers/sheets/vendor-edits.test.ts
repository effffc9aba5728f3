import { beforeAll, describe, expect, test } from 'vitest'
import type { Component } from '../../../entities/component.ts'
import type { Project } from '../../../entities/project.ts'
import { Satisfaction } from '../../../entities/satisfaction.ts'
import { SrgRule } from '../../../entities/srg-rule.ts'
import type { User } from '../../../entities/user.ts'
import { parseCsvRecords, download } from '../../support/files.ts'
import type { Body } from '../../support/rest.ts'
import { writeCsv, editBook } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const SHARED = 'SRG-OS-000480-GPOS-00227'
const TWICE = 'SRG-OS-000132-GPOS-00067'
const STATUSES = [
  'Not Yet Determined',
  'Applicable - Configurable',
  'Applicable - Inherently Meets',
  'Applicable - Does Not Meet',
  'Not Applicable',
  'Applicable - Configurable',
] as const

interface SheetWorld {
  project: Project
  component: Component
  author: User
}
let fixture: SheetWorld

/**
 * A component like those of products. Two catalog rules share an SRG id. Nine requirements in every status share one
 * catalog rule, and one of them is satisfied by another.
 */
async function createProduct(): Promise<SheetWorld> {
  const project = await world.createProject()
  const srg = await world.createSrg({ rules: 0 })
  const catalog = [
    { ruleId: 'SV-1', version: TWICE, title: 'Prohibit ports' },
    { ruleId: 'SV-2', version: TWICE, title: 'Prohibit protocols' },
    { ruleId: 'SV-3', version: SHARED, title: 'Configure as the organization says' },
  ]
  await world.stored((em) => {
    for (const rule of catalog) {
      const texts = { vulnDiscussion: `About ${rule.ruleId}.`, checkContent: 'Look.', fixtext: 'Configure.' }
      em.create(SrgRule, { ...rule, ...texts, srgId: srg.id })
    }
  })
  const sources = await world.database.queries
    .selectFrom('srg_rules')
    .select(['id', 'version'])
    .where('srg_id', '=', srg.id)
    .orderBy('rule_id')
    .execute()
  const component = await world.createComponent(project, { securityRequirementsGuideId: srg.id })
  const creation = [...sources, ...Array.from({ length: 8 }, () => sources[2])]
  for (const [index, source] of creation.entries()) {
    await world.createRule(component, {
      srgRuleId: source?.id ?? null,
      version: source?.version ?? null,
      status: STATUSES[(index + 1) % STATUSES.length] ?? 'Not Yet Determined',
      title: `Title ${index + 1}`,
      fixtext: 'Configure it.',
      statusJustification: 'Because.',
      artifactDescription: 'See the manual.',
    })
  }
  const rules = await readRules(component)
  await world.stored((em) =>
    em.create(Satisfaction, {
      ruleId: rules.at(-1)?.id ?? 0,
      satisfiedByRuleId: rules.at(-2)?.id ?? 0,
      componentId: component.id,
    }),
  )
  return { project, component, author: await world.createMember(project, 'author') }
}

async function readRules({
  id,
}: Component): Promise<{ id: number; rule_id: string; title: string | null }[]> {
  return world.database.queries
    .selectFrom('rules')
    .select(['id', 'rule_id', 'title', 'status'])
    .where('component_id', '=', id)
    .orderBy('rule_id')
    .execute()
}

beforeAll(async () => {
  fixture = await createProduct()
})

/** The cells of each requirement by header, in the order of the requirements. */
async function readCells({ component, author }: SheetWorld): Promise<Record<string, string>[]> {
  const { text } = await download(world, author, `/components/${component.id}/export/csv?mode=working_copy`)
  const [headers = [], ...rows] = parseCsvRecords(text)
  return rows
    .map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])))
    .toSorted((a, b) => (a['STIGID'] ?? '').localeCompare(b['STIGID'] ?? ''))
}

async function send({ component, author }: SheetWorld, name: string, bytes: Uint8Array) {
  const rest = await world.rest(author)
  const path = `/components/${component.id}`
  const preview = await rest.post(`${path}/preview_spreadsheet_update`, createFileForm(name, bytes))
  expect(preview.status, preview.text).toBe(200)
  const applied = await rest.patch(`${path}/apply_spreadsheet_update`, createFileForm(name, bytes))
  expect(applied.status, applied.text).toBe(200)
  return { preview: preview.body, applied: applied.body }
}

/** Columns of a sheet that people edit. */
const EDITED = [
  'Requirement',
  'VulDiscussion',
  'Check',
  'Fix',
  'Mitigation',
  'Artifact Description',
  'Status Justification',
  'Vendor Comments',
  'InSpec Control Body',
]

/** Appends a vendor's text to every filled cell, or replaces it; each new text is unique. */
const editAsVendor = (form: string, isComplete: boolean) => (cells: Record<string, string>, row: number) => ({
  ...cells,
  ...Object.fromEntries(
    EDITED.filter((header) => (cells[header] ?? '') !== '').map((header) => [
      header,
      isComplete ? `New ${header} of row ${row} in ${form}` : `${cells[header]} Row ${row} of ${form}.`,
    ]),
  ),
})

const FORMS = [
  'csv?mode=working_copy',
  'csv?mode=working_copy&exclude_satisfied_by=true',
  'excel?mode=working_copy',
  'excel?mode=working_copy&exclude_satisfied_by=true',
  'excel?mode=vendor_submission',
  'excel?mode=vendor_submission&exclude_satisfied_by=true',
  'disa_excel',
]

async function exportSheet({ component, author }: SheetWorld, form: string) {
  const file = await download(world, author, `/components/${component.id}/export/${form}`)
  expect(file.status).toBe(200)
  return file
}

describe.each(FORMS)('C-87: an export as %s', (form) => {
  test('changes nothing if it is imported unchanged', async () => {
    const { name, bytes } = await exportSheet(fixture, form)
    const { preview, applied } = await send(fixture, name, bytes)
    expect(preview.updated).toEqual([])
    expect(preview.skipped_locked).toEqual([])
    expect([preview.warnings, applied.warnings]).toEqual([[], []])
  })

  test.each([
    ['edited', false],
    ['rewritten', true],
  ])('is imported with every row %s, and each row matches its requirement', async (_, isComplete) => {
    const before = await readCells(fixture)
    const { name, bytes } = await exportSheet(fixture, form)
    const edit = editAsVendor(form, isComplete)
    const sent: Record<string, string>[] = []
    const addNote = (cells: Record<string, string>, row: number) => {
      const edited = edit(cells, row)
      sent.push(edited)
      return edited
    }
    const edited = name.endsWith('.csv') ? editCsv(bytes, addNote) : await editBook(bytes, addNote)
    const { preview, applied } = await send(fixture, name, edited)
    expect(preview.warnings).toEqual([])
    const after = await readCells(fixture)
    // Exports sort requirements by SRG id and number, like this list.
    const namedRows = before
      .filter(({ Status }) => !/submission|disa/.test(form) || Status !== 'Not Yet Determined')
      .filter((_, index, all) => !form.includes('exclude') || index < all.length - 1)
      .map(({ STIGID = '' }) => STIGID)
    expect(sent).toHaveLength(namedRows.length)
    const child = before.at(-1)?.['STIGID']
    for (const [index, name] of namedRows.entries()) {
      const [old, now] = [before, after].map((rows) => rows.find(({ STIGID }) => STIGID === name) ?? {})
      // A child has the check and fix of its parent.
      const own = name === child ? EDITED.filter((header) => header !== 'Check' && header !== 'Fix') : EDITED
      const texts = Object.fromEntries(
        own.map((header) => [
          header,
          name === child ? old?.[header] : sent[index]?.[header] || old?.[header],
        ]),
      )
      expect(now, name).toMatchObject(texts)
    }
    const changed = namedRows.filter((name) => name !== child)
    expect(preview.updated).toHaveLength(changed.length)
    expect(applied.toast.message).toEqual([`${changed.length} requirements were updated.`])
    expect(preview.skipped_locked.map(({ reason }: Body) => reason)).toEqual(
      namedRows.includes(child ?? '') ? ['inherited'] : [],
    )
  })
})

function editCsv(
  bytes: Uint8Array,
  edit: (cells: Record<string, string>, row: number) => Record<string, string>,
): Uint8Array {
  const [headers = [], ...rows] = parseCsvRecords(new TextDecoder().decode(bytes))
  const edited = rows.map((cells, index) =>
    edit(Object.fromEntries(headers.map((header, column) => [header, cells[column] ?? ''])), index),
  )
  return writeCsv([headers, ...edited.map((cells) => headers.map((header) => cells[header] ?? ''))])
}

test('C-87: rows that a vendor sorted match their requirements by the SRG columns and by their texts', async () => {
  const product = await createProduct()
  const { name, bytes } = await exportSheet(product, 'excel?mode=vendor_submission')
  const rows: Record<string, string>[] = []
  await editBook(bytes, (cells) => {
    rows.push(cells)
    return cells
  })
  const sorted = rows.toReversed()
  const edited = await editBook(bytes, (_, index) => ({
    ...sorted[index],
    Requirement:
      sorted[index]?.['SRGID'] === TWICE
        ? `Vendor ${sorted[index]?.['SRG Requirement']}`
        : `${sorted[index]?.['Requirement']}`,
    VulDiscussion: sorted[index]?.['VulDiscussion'] === '' ? '' : `Vendor ${sorted[index]?.['Requirement']}`,
  }))
  const { preview } = await send(product, name, edited)
  expect(preview.warnings).toEqual([])
  const after = await readCells(product)
  expect(after.slice(0, 2).map(({ Requirement }) => Requirement)).toEqual([
    'Vendor Prohibit ports',
    'Vendor Prohibit protocols',
  ])
  const others = after.slice(2, -1).filter(({ VulDiscussion = '' }) => VulDiscussion.startsWith('Vendor'))
  expect(others.length).toBeGreaterThan(3)
  for (const { Requirement, VulDiscussion } of others) expect(VulDiscussion).toBe(`Vendor ${Requirement}`)
})

test('C-87: a row with several possible requirements is reported with the selected one', async () => {
  const product = await createProduct()
  const bytes = writeCsv([
    ['SRGID', 'Requirement', 'Fix'],
    [SHARED, 'Quite another title', 'Quite another fix'],
    [TWICE, 'One', 'One'],
    [TWICE, 'Two', 'Two'],
    [TWICE, 'Three', 'Three'],
  ])
  const { preview } = await send(product, 'a.csv', bytes)
  expect(preview.warnings).toEqual([
    `a.csv, row 2: several requirements have the SRG id ${SHARED}; the row was taken for 000003.`,
    `a.csv, row 5: no other requirement has the SRG id ${TWICE}; the row is left out.`,
  ])
})

test('C-86: a component from a sheet has the catalog rules of its SRG columns', async () => {
  const product = await createProduct()
  const rest = await world.rest(await world.createMember(product.project, 'admin'))
  const { bytes } = await exportSheet(product, 'excel?mode=working_copy')
  const cellRows = await readCells(product)
  const [ports, protocols] = cellRows
  const swapped = await editBook(bytes, (cells, index) =>
    index > 1 ? cells : { ...cells, ...(index === 0 ? protocols : ports), STIGID: cells['STIGID'] ?? '' },
  )
  const form = createFileForm('sheet.xlsx', swapped, 'component[file]')
  form.set('component[name]', 'Made again')
  form.set('component[security_requirements_guide_id]', String(product.component.securityRequirementsGuideId))
  const creation = await rest.post(`/projects/${product.project.id}/components`, form)
  expect(creation.status, creation.text).toBe(200)
  const { rules } = (await rest.get(`/components/${creation.body.component.id}`)).body
  const titles = await world.database.queries
    .selectFrom('rules as r')
    .innerJoin('srg_rules as s', 's.id', 'r.srg_rule_id')
    .select(['r.title', 's.title as source'])
    .where('r.component_id', '=', creation.body.component.id)
    .orderBy('r.rule_id')
    .execute()
  expect(rules).toHaveLength(11)
  expect(titles.slice(0, 2)).toEqual([
    { title: protocols?.['Requirement'], source: 'Prohibit protocols' },
    { title: ports?.['Requirement'], source: 'Prohibit ports' },
  ])
})
