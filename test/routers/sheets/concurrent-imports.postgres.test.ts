import exceljs from 'exceljs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createWorkspace, getRuleAt, type Workspace } from '../../support/authoring.ts'
import { ROUNDS, sendConcurrently, sortStatuses } from '../../support/concurrent-requests.ts'
import { download } from '../../support/files.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { writeCsv } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries

/** More rows than an import writes at once. */
const ROWS = 70
const OVERLAP = 40
const HEADERS = [
  'Comment ID',
  'Rule',
  'Commenter Name',
  'Comment',
  'Triage Status',
  'Adjudicated',
  'Response',
] as const
type Cells = Partial<Record<(typeof HEADERS)[number], string>>

const writeMatrix = (rows: Cells[]) =>
  writeCsv([HEADERS, ...rows.map((row) => HEADERS.map((header) => row[header] ?? ''))])

/** The two files: the first rows, and the last ones in the other order. Both have the rows between. */
const toOverlapping = <T>(rows: readonly T[]): [T[], T[]] => {
  const length = Math.ceil((rows.length + OVERLAP) / 2)
  return [rows.slice(0, length), rows.slice(-length).toReversed()]
}

function sendMatrix(rest: Rest, { component }: Workspace, rows: Cells[]) {
  const form = createFileForm('matrix.csv', writeMatrix(rows))
  form.set('dry_run', 'false')
  return rest.post(`/components/${component.id}/import_disposition`, form)
}

/** Pending comments on the first requirement, by id. */
async function createComments(workspace: Workspace): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into reviews (project_id, component_id, rule_id, user_id, action, comment, triage_status, commentable_type)
    select ${workspace.project.id}::int, ${workspace.component.id}::int, ${getRuleAt(workspace, 0)}::int,
      ${workspace.people.viewer.id}::int, 'comment', 'Comment ' || n, 'pending', 'BaseRule'
    from generate_series(1, ${ROWS}::int) n returning id`.execute(getQueries())
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** The comments of the component with their statuses, responses and recorded changes of the status. */
async function readComments({ component }: Workspace) {
  const { rows } = await sql<{
    id: number
    comment: string
    status: string
    responses: string[]
    changes: [string, string][]
  }>`
    select v.id, v.comment, v.triage_status as status,
      array(select r.comment from reviews r where r.responding_to_review_id = v.id order by r.id) as responses,
      (select coalesce(json_agg(a.changes -> 'triage_status' order by a.id), '[]') from audit_entries a
        where a.auditable_type = 'Review' and a.auditable_id = v.id and a.action = 'update'
          and a.changes -> 'triage_status' is not null) as changes
    from reviews v where v.component_id = ${component.id} and v.responding_to_review_id is null order by v.id`.execute(
    getQueries(),
  )
  return rows
}

it('R-63: two matrices with common rows decide each comment once and store each new comment once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const workspace = await createWorkspace(world)
    const rows = (await createComments(workspace)).flatMap((id, index): Cells[] => [
      { 'Comment ID': String(id), 'Triage Status': 'non_concur', Response: `Because ${index}.` },
      {
        Rule: 'ABCD-01-000002',
        'Commenter Name': 'Sponsor',
        Comment: `New ${index}`,
        'Triage Status': 'concur',
      },
    ])
    const [first, second] = toOverlapping(rows)
    const answers = await sendConcurrently(
      () => sendMatrix(workspace.as.author, workspace, first),
      () => sendMatrix(workspace.as.admin, workspace, second),
    )
    expect(sortStatuses(answers), answers.map(({ text }) => text).join('\n')).toEqual([200, 200])
    const outcomes = answers.flatMap(({ body }) => body.rows.map(({ outcome }: Body) => outcome))
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(rows.length)
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(OVERLAP)
    const comments = await readComments(workspace)
    expect(comments).toHaveLength(2 * ROWS)
    for (const { comment, status, responses, changes } of comments) {
      const expectedStatus = comment.startsWith('New') ? 'concur' : 'non_concur'
      expect([status, changes]).toEqual([expectedStatus, [['pending', expectedStatus]]])
      expect(responses).toHaveLength(expectedStatus === 'concur' ? 0 : 1)
    }
  }
})

it('R-63: of two matrices with different decisions, the later one changes the decisions of the earlier one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const workspace = await createWorkspace(world)
    const ids = await createComments(workspace)
    const toRows = (status: string) =>
      ids.map((id): Cells => ({ 'Comment ID': String(id), 'Triage Status': status, Response: status }))
    const answers = await sendConcurrently(
      () => sendMatrix(workspace.as.author, workspace, toRows('concur_with_comment')),
      () => sendMatrix(workspace.as.admin, workspace, toRows('needs_clarification').toReversed()),
    )
    expect(sortStatuses(answers), answers.map(({ text }) => text).join('\n')).toEqual([200, 200])
    const comments = await readComments(workspace)
    const later = comments[0]?.status ?? ''
    const earlier = later === 'needs_clarification' ? 'concur_with_comment' : 'needs_clarification'
    for (const { status, responses, changes } of comments) {
      expect(status).toBe(later)
      expect(responses).toEqual([earlier, later])
      expect(changes).toEqual([
        ['pending', earlier],
        [earlier, later],
      ])
    }
    const sources = answers.map(({ body }) => new Set(body.rows.map(({ from }: Body) => from)))
    expect(sources).toEqual(expect.arrayContaining([new Set(['pending']), new Set([earlier])]))
  }
})

it('R-63: a matrix that closes comments during another one changes all of its comments or none', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const workspace = await createWorkspace(world)
    const ids = await createComments(workspace)
    const toRows = (cells: Cells) => ids.map((id): Cells => ({ 'Comment ID': String(id), ...cells }))
    const [closing, deciding] = await sendConcurrently(
      () =>
        sendMatrix(workspace.as.author, workspace, toRows({ 'Triage Status': 'concur', Adjudicated: 'yes' })),
      () =>
        sendMatrix(
          workspace.as.admin,
          workspace,
          toRows({ 'Triage Status': 'non_concur', Response: 'No.' }).toReversed(),
        ),
    )
    expect(closing?.status).toBe(200)
    expect([200, 422]).toContain(deciding?.status)
    const expectedChanges =
      deciding?.status === 200
        ? [
            ['pending', 'non_concur'],
            ['non_concur', 'concur'],
          ]
        : [['pending', 'concur']]
    for (const { status, changes } of await readComments(workspace)) {
      expect([status, changes]).toEqual(['concur', expectedChanges])
    }
  }
})

it('R-62: two comment sheets with common rows store each comment once, also during a matrix', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const workspace = await createWorkspace(world, { rules: ROWS - 1 })
    const path = `/components/${workspace.component.id}`
    const { bytes } = await download(world, workspace.people.viewer, `${path}/export/comment_sheet`)
    const numbers = Array.from({ length: ROWS }, (_, number) => number)
    const sheets = await Promise.all(toOverlapping(numbers).map((part) => fillIn(bytes, new Set(part))))
    const send = (rest: Rest, sheet: Uint8Array) => () => {
      const form = createFileForm('round.xlsx', sheet)
      form.set('dry_run', 'false')
      return rest.post(`${path}/import_comment_sheets`, form)
    }
    const [first, second, matrix] = await sendConcurrently(
      send(workspace.as.author, sheets[0] ?? bytes),
      send(workspace.as.admin, sheets[1] ?? bytes),
      () =>
        sendMatrix(
          workspace.as.author,
          workspace,
          numbers.map((number): Cells => ({
            Rule: number === 0 ? '(Component)' : `ABCD-01-${String(number).padStart(6, '0')}`,
            'Commenter Name': 'Sponsor',
            Comment: `Comment ${number}`,
          })),
        ),
    )
    for (const answer of [first, second, matrix]) expect(answer?.status, answer?.text).toBe(200)
    const comments = await readComments(workspace)
    expect(new Set(comments.map(({ comment }) => comment)).size).toBe(ROWS)
    expect(comments).toHaveLength(ROWS)
    const outcomes = [first, second].flatMap((answer) =>
      answer?.body.rows.map(({ outcome }: Body) => outcome),
    )
    expect(outcomes).toHaveLength(ROWS + OVERLAP)
    expect(new Set(['imported', 'known', ...outcomes])).toEqual(new Set(['imported', 'known']))
  }
})

/** Adds a comment to these requirements of the sheet, by number; 0 is the component. */
async function fillIn(bytes: Uint8Array, numbers: ReadonlySet<number>): Promise<Uint8Array> {
  const book = new exceljs.Workbook()
  await book.xlsx.load(Uint8Array.from(bytes).buffer)
  book.worksheets[0]?.eachRow((row, line) => {
    if (line === 1 || !row.getCell(2).text.startsWith('Overall')) return
    const number = Number(/\d{6}$/.exec(row.getCell(1).text)?.[0] ?? 0)
    if (!numbers.has(number)) return
    row.getCell(4).value = 'Sponsor'
    row.getCell(6).value = `Comment ${number}`
  })
  return new Uint8Array(await book.xlsx.writeBuffer())
}
