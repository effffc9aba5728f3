import { beforeEach, describe, expect, test } from 'vitest'
import type { Component } from '../../../entities/component.ts'
import type { Project } from '../../../entities/project.ts'
import type { Review } from '../../../entities/review.ts'
import type { Rule } from '../../../entities/rule.ts'
import type { User } from '../../../entities/user.ts'
import { parseCsvRecords, download } from '../../support/files.ts'
import type { Answer, Body, Rest } from '../../support/rest.ts'
import { writeCsv, editBook, writeSheet, type SheetRows } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let project: Project
let component: Component
let rules: Rule[]
let reviews: Review[]
let author: User
let rest: Rest

beforeEach(async () => {
  project = await world.createProject()
  component = await world.createComponent(project)
  rules = await world.rules(component, 3)
  author = await world.createMember(project, 'author')
  rest = await world.rest(author)
  reviews = []
  for (const [index, rule] of rules.entries()) {
    reviews.push(
      await world.createReview(rule, author, {
        comment: `Comment ${index + 1}\nof two lines`,
        section: 'fixtext',
      }),
    )
  }
})

const readId = (index: number) => String(reviews[index]?.id)

async function send(rows: SheetRows, { dryRun = false, workbook = false } = {}): Promise<Answer> {
  const form = workbook
    ? createFileForm('m.xlsx', await writeSheet(rows))
    : createFileForm('m.csv', writeCsv(rows))
  form.set('dry_run', String(dryRun))
  return rest.post(`/components/${component.id}/import_disposition`, form)
}

/** The exported matrix with a decision in each row. */
async function readMatrix(status: string): Promise<string[][]> {
  const { text } = await download(world, author, `/components/${component.id}/export/disposition_csv`)
  const [headers = [], ...rows] = parseCsvRecords(text)
  const column = headers.indexOf('Triage Status')
  return [headers, ...rows.map((cells) => cells.map((cell, index) => (index === column ? status : cell)))]
}

const readStatuses = async (): Promise<string[]> => {
  const { rows } = (await rest.get(`/components/${component.id}/comments?triage_status=all`)).body
  return rows.toSorted((a: Body, b: Body) => a.id - b.id).map(({ triage_status: status }: Body) => status)
}

test('R-63: a matrix is imported with its decisions, as CSV and as a workbook', async () => {
  const rows = await readMatrix('concur')
  const preview = await send(rows, { dryRun: true, workbook: true })
  expect(preview.body).toMatchObject({
    rows: reviews.map(({ id }) => ({ comment_id: id, from: 'pending', to: 'concur', outcome: 'changed' })),
    warnings: [],
  })
  expect(await readStatuses()).toEqual(['pending', 'pending', 'pending'])
  const done = await send(rows)
  expect(done.body.toast.variant).toBe('success')
  expect(await readStatuses()).toEqual(['concur', 'concur', 'concur'])
})

test('R-63: a matrix decides on a comment that was moved from a requirement that is deleted now', async () => {
  const admin = await world.rest(await world.createMember(project, 'admin'))
  const body = { rule_id: rules[1]?.id, audit_comment: 'It is about the other one.' }
  const moved = await admin.patch(`/reviews/${readId(0)}/move_to_rule`, body)
  expect(moved.status, moved.text).toBe(200)
  const removed = await admin.delete(`/rules/${rules[0]?.id}`)
  expect(removed.status, removed.text).toBe(200)
  const { body: answer } = await send(await readMatrix('concur'))
  expect(answer.rows.map(({ outcome }: Body) => outcome)).toEqual(['changed', 'changed', 'changed'])
})

test('R-63: ids that are shifted by one row against their texts change no other comment', async () => {
  const [headers = [], ...rows] = await readMatrix('concur')
  const idColumn = headers.indexOf('Comment ID')
  const shifted = rows.map((cells, index) =>
    cells.map((cell, column) =>
      column === idColumn ? (rows[(index + 1) % rows.length]?.[idColumn] ?? '') : cell,
    ),
  )
  for (const workbook of [false, true]) {
    const done = await send([headers, ...shifted], { workbook })
    expect(done.status).toBe(200)
    expect(done.body.rows.map(({ outcome }: Body) => outcome)).toEqual(['left_out', 'left_out', 'left_out'])
    expect(done.body.warnings).toHaveLength(3)
    expect(done.body.warnings[0]).toMatch(/^m\.(csv|xlsx), row 2: The row is about ABCD-01-000001/)
    expect(done.body.toast).toMatchObject({
      variant: 'warning',
      message: ['0 comments changed, 0 rows cannot be imported.', '3 rows were left out.'],
    })
  }
  expect(await readStatuses()).toEqual(['pending', 'pending', 'pending'])
})

describe('R-63: a row of a matrix', () => {
  const headers = ['Comment ID', 'Rule', 'Section', 'Comment', 'Triage Status', 'Response']
  const toRow = (overrides: Partial<Record<string, string>> = {}, index = 0) => {
    const cells: Record<string, string> = {
      'Comment ID': readId(index),
      Rule: `ABCD-01-00000${index + 1}`,
      Section: 'Fix',
      Comment: `Comment ${index + 1}\nof two lines`,
      'Triage Status': 'concur',
      Response: '',
      ...overrides,
    }
    return headers.map((header) => cells[header] ?? '')
  }

  test.each([
    ['requirement', { Rule: 'ABCD-01-000002' }, /about ABCD-01-000002/],
    ['requirement of another prefix', { Rule: 'WXYZ-01-000001' }, /about WXYZ-01-000001/],
    ['place', { Rule: '(component)' }, /about \(component\)/],
    ['section', { Section: 'check_content' }, /the section check_content/],
    ['whole', { Section: 'Overall Requirement' }, /the section Overall Requirement/],
    ['text', { Comment: 'Comment 2' }, /differs from comment #/],
  ])(
    'a row of a matrix that contradicts its id by the %s is skipped, and the others are imported',
    async (_, cells, message) => {
      const done = await send([headers, toRow(cells), toRow({}, 1)])
      expect(done.status).toBe(200)
      expect(done.body.rows).toMatchObject([
        { row: 2, outcome: 'left_out', error: expect.stringMatching(message) },
        { row: 3, outcome: 'changed', to: 'concur' },
      ])
      expect(await readStatuses()).toEqual(['pending', 'concur', 'pending'])
    },
  )

  test.each([
    ['with nothing but its id', { Rule: '', Section: '', Comment: '' }],
    ['with its number alone', { Rule: '1' }],
    ['with other white space', { Comment: ' Comment 1\r\nof  two lines ' }],
    ['with its section by key', { Section: 'fixtext' }],
  ])('matches its comment %s', async (_, cells) => {
    expect((await send([headers, toRow(cells)])).body.rows).toMatchObject([{ outcome: 'changed' }])
  })

  test.each([
    ['12.0', (id: string) => `${id}.0`],
    ['#12', (id: string) => `#${id}`],
    ['# 12', (id: string) => ` # ${id} `],
  ])('may have its id written as %s', async (_, written) => {
    const duplicate = {
      'Comment ID': written(readId(1)),
      Rule: '',
      Section: '',
      Comment: '',
      'Triage Status': 'duplicate',
    }
    const matrix = [
      [...headers, 'Duplicate Of'],
      [...toRow({ 'Comment ID': written(readId(0)) }), ''],
      [...toRow(duplicate), written(readId(0))],
    ]
    const done = await send(matrix)
    expect(done.status, done.text).toBe(200)
    expect(await readStatuses()).toEqual(['concur', 'duplicate', 'pending'])
  })

  test('is skipped with the other row if they decide differently on one comment', async () => {
    const done = await send([
      headers,
      toRow(),
      toRow({ 'Triage Status': 'Non-concur', Response: 'No.' }),
      toRow({ 'Triage Status': 'pending' }),
      toRow({}, 1),
      toRow({}, 1),
    ])
    expect(done.status).toBe(200)
    expect(done.body.rows).toMatchObject([
      { row: 2, outcome: 'left_out', error: 'Row 3 has another decision on this comment.' },
      { row: 3, outcome: 'left_out', error: 'Row 2 has another decision on this comment.' },
      { row: 4, outcome: 'unchanged' },
      { row: 5, outcome: 'changed' },
      { row: 6, outcome: 'unchanged' },
    ])
    expect(await readStatuses()).toEqual(['pending', 'concur', 'pending'])
  })

  test('a row of a matrix with an unknown status rejects the matrix, and nothing is imported', async () => {
    const rejected = await send([headers, toRow({ 'Triage Status': 'Agreed-ish' }), toRow({}, 1)])
    expect(rejected.status).toBe(422)
    expect(rejected.body.rows).toMatchObject([{ outcome: 'refused' }, { outcome: 'changed' }])
    expect(await readStatuses()).toEqual(['pending', 'pending', 'pending'])
  })
})

test('R-63: the matrix of a project decides on the comments of its component, and reports the others', async () => {
  const other = await world.createComponent(project, { name: 'Other' })
  const otherComment = await world.createReview(await world.createRule(other), author)
  const { text } = await download(world, author, `/projects/${project.id}/export/disposition_csv`)
  const [headers = [], ...rows] = parseCsvRecords(text)
  const column = headers.indexOf('Triage Status')
  const decided = rows.map((cells) => cells.map((cell, index) => (index === column ? 'concur' : cell)))
  const done = await send([headers, ...decided])
  expect(done.status, done.text).toBe(200)
  const omittedRows = done.body.rows.filter(({ outcome }: Body) => outcome === 'left_out')
  expect(omittedRows).toMatchObject([
    { comment_id: otherComment.id, error: 'The row is of another component.' },
  ])
  expect(await readStatuses()).toEqual(['concur', 'concur', 'concur'])
})

test('R-62: a row of a comment sheet whose cells were sorted separately is skipped', async () => {
  const { bytes } = await download(world, author, `/components/${component.id}/export/comment_sheet`)
  const edited = await editBook(bytes, (cells) => {
    if (cells['Requirement'] !== 'ABCD-01-000001') return cells
    const written = { ...cells, Commenter: 'Sponsor', Comment: 'Too vague' }
    if (cells['Section'] === 'Fix') return { ...written, Requirement: 'ABCD-01-000002' }
    return cells['Section'] === 'Check' ? written : cells
  })
  const form = createFileForm('a.xlsx', edited)
  form.set('dry_run', 'false')
  const done = await rest.post(`/components/${component.id}/import_comment_sheets`, form)
  expect(done.body.rows.map(({ outcome }: Body) => outcome).sort()).toEqual(['imported', 'skipped'])
})

test('R-63: a new comment is stored only in the component that its row names', async () => {
  const other = await world.createComponent(project, { name: 'Other', prefix: 'OTHR-01' })
  const { prefix, name } = component
  const toRow = (label: string, comment: string) => [label, '', '(component)', 'Sponsor', comment, 'concur']
  const done = await send([
    ['Component', 'Comment ID', 'Rule', 'Commenter Name', 'Comment', 'Triage Status'],
    toRow(`${other.prefix} - ${other.name}`, 'Of the other'),
    toRow(`${prefix} - ${name}`, 'By label'),
    toRow(name.toUpperCase(), 'By name'),
    toRow(prefix, 'By prefix'),
    toRow('', 'Unnamed'),
    [`${other.prefix} - ${other.name}`, '', '(component)', 'Sponsor', 'Unnamed', 'informational'],
  ])
  expect(done.status, done.text).toBe(200)
  expect(done.body.rows.map(({ outcome }: Body) => outcome)).toEqual([
    'left_out',
    ...Array(4).fill('changed'),
    'left_out',
  ])
  expect(done.body.warnings).toEqual([
    expect.stringContaining('row 2: The row is of another component.'),
    expect.stringContaining('row 7: The row is of another component.'),
  ])
  const { rows } = (await rest.get(`/components/${component.id}/comments?triage_status=concur`)).body
  expect(rows.map(({ comment }: Body) => comment).toSorted()).toEqual([
    'By label',
    'By name',
    'By prefix',
    'Unnamed',
  ])
})
