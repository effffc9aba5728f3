import { beforeEach, expect, test } from 'vitest'
import type { Component } from '../../../entities/component.ts'
import type { Review } from '../../../entities/review.ts'
import type { Rule } from '../../../entities/rule.ts'
import type { User } from '../../../entities/user.ts'
import { parseCsvRecords, download } from '../../support/files.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { writeCsv, writeSheet } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let component: Component
let rules: Rule[]
let author: User
let rest: Rest

beforeEach(async () => {
  const project = await world.createProject()
  const srg = await world.createSrg({ rules: 3 })
  component = await world.createComponent(project, { securityRequirementsGuideId: srg.id })
  const sources = await world.database.queries
    .selectFrom('srg_rules')
    .select(['id', 'version'])
    .where('srg_id', '=', srg.id)
    .orderBy('rule_id')
    .execute()
  author = await world.createMember(project, 'author')
  rules = []
  for (const { id, version } of sources) {
    const rule = await world.createRule(component, { srgRuleId: id, version, fixtext: 'Configure it.' })
    rules.push(rule)
  }
  rest = await world.rest(author)
})

/** An export as records, with these cells of a row replaced. */
async function exportEdited(
  form: string,
  edits: { row: number; cells: Record<string, string> }[],
): Promise<string[][]> {
  const { text } = await download(world, author, `/components/${component.id}/export/${form}`)
  const [headers = [], ...rows] = parseCsvRecords(text)
  const edited = rows.map((cells, index) =>
    cells.map((cell, column) => {
      const edit = edits.find(({ row }) => row === index + 2)
      return edit?.cells[headers[column] ?? ''] ?? cell
    }),
  )
  return [headers, ...edited]
}

test('C-87: a changed SRG column is a warning with its first row, and the rest of the row is imported', async () => {
  const rows = await exportEdited('csv?mode=working_copy', [
    { row: 2, cells: { 'SRG Fix': 'Another fix', Fix: 'New fix' } },
    { row: 3, cells: { SRGID: 'SRG-APP-999999', 'SRG Requirement': '' } },
    { row: 4, cells: { 'SRG Fix': 'Another fix' } },
  ])
  const path = `/components/${component.id}`
  for (const [name, bytes] of [
    ['a.csv', writeCsv(rows)],
    ['a.xlsx', await writeSheet(rows)],
  ] as const) {
    const preview = await rest.post(`${path}/preview_spreadsheet_update`, createFileForm(name, bytes))
    expect(preview.status, preview.text).toBe(200)
    expect(preview.body.updated).toMatchObject([
      { rule_id: '000001', changes: { fixtext: { to: 'New fix' } } },
    ])
    expect(preview.body.warnings).toEqual([
      `${name}, row 2: "SRG Fix" differs from the requirement and is not read, also in 1 other row.`,
      `${name}, row 3: "SRGID" differs from the requirement and is not read.`,
    ])
  }
})

test('R-63: a reply that was written into Thread Replies is a warning, and the decision is imported', async () => {
  const comments: Review[] = []
  for (const rule of rules) comments.push(await world.createReview(rule, author))
  const [decided, answered, extended] = comments
  for (const rule of rules.slice(2)) {
    const respondingToReviewId = extended?.id ?? 0
    await world.createReview(rule, author, { comment: 'A reply\nof two lines', respondingToReviewId })
  }
  const unchanged = await exportEdited('disposition_csv?triage_status=all', [])
  const threads = unchanged.map((cells) => cells[unchanged[0]?.indexOf('Thread Replies') ?? 0] ?? '')
  const rows = await exportEdited('disposition_csv?triage_status=all', [
    { row: 2, cells: { 'Triage Status': 'concur' } },
    { row: 3, cells: { 'Triage Status': 'concur', 'Thread Replies': 'We agree.' } },
    { row: 4, cells: { 'Thread Replies': `${threads[3]}\n---\nOne more reply` } },
  ])
  const send = async (records: string[][]) => {
    const form = createFileForm('m.csv', writeCsv(records))
    form.set('dry_run', 'true')
    const { body } = await rest.post(`/components/${component.id}/import_disposition`, form)
    return body
  }
  expect((await send(unchanged)).warnings).toEqual([])
  const preview = await send(rows)
  expect(preview.rows).toMatchObject([
    { comment_id: decided?.id, outcome: 'changed' },
    { comment_id: answered?.id, outcome: 'changed' },
    { comment_id: extended?.id, outcome: 'unchanged' },
  ])
  expect(preview.warnings).toEqual(
    [3, 4].map(
      (row) =>
        `m.csv, row ${row}: "Thread Replies" has a text that is not in the thread and is not read; write replies into a column "Response".`,
    ),
  )
})

test('R-63: an unknown value of Adjudicated and a target without its status are warnings', async () => {
  for (const rule of rules) await world.createReview(rule, author)
  const matrix = await exportEdited('disposition_csv?triage_status=all', [
    { row: 2, cells: { 'Triage Status': 'concur', Adjudicated: 'perhaps', 'Duplicate Of': '1' } },
    { row: 3, cells: { 'Triage Status': 'concur', Adjudicated: 'Y' } },
  ])
  const rows = matrix.map((cells, index) => [...cells, ['Addressed By', '', '', '000001'][index] ?? ''])
  const form = createFileForm('m.xlsx', await writeSheet(rows))
  form.set('dry_run', 'false')
  const { body } = await rest.post(`/components/${component.id}/import_disposition`, form)
  expect(body.warnings).toEqual([
    'm.xlsx, row 2: "perhaps" in "Adjudicated" is neither yes nor no and is not read.',
    'm.xlsx, row 2: "Duplicate Of" is not read without the status duplicate.',
    'm.xlsx, row 4: "Addressed By" is not read without the status addressed_by.',
  ])
  const { rows: stored } = (await rest.get(`/components/${component.id}/comments?triage_status=all`)).body
  const closed = stored.filter(({ adjudicated_at: time }: Body) => time !== null)
  expect(closed).toMatchObject([{ triage_status: 'concur' }])
})
