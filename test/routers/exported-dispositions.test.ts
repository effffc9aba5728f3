import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import { parseCsvRecords, download } from '../support/files.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('the disposition matrix', () => {
  let workplace: Workspace
  let path: string

  beforeAll(async () => {
    workplace = await createWorkspace(world)
    path = `/components/${workplace.component.id}/export`
    const { body } = await workplace.as.viewer.post(`/rules/${getRuleAt(workplace, 0)}/reviews`, {
      review: { action: 'comment', comment: '@cmd', section: 'check_content' },
    })
    const reply = { action: 'comment', comment: 'First.', responding_to_review_id: body.review.id }
    await workplace.as.author.post(`/rules/${getRuleAt(workplace, 0)}/reviews`, { review: reply })
    await workplace.as.admin.post(`/reviews/${body.review.id}/reactions`, { kind: 'up' })
    await workplace.as.viewer.post(`/components/${workplace.component.id}/reviews`, {
      review: { action: 'comment', comment: 'All of it.' },
    })
    await workplace.as.author.patch(`/reviews/${body.review.id}/triage`, { triage_status: 'concur' })
  })

  const readMatrix = async (query = '', role: keyof Workspace['people'] = 'author') =>
    parseCsvRecords((await download(world, workplace.people[role], `${path}/disposition_csv${query}`)).text)

  test('R-58: has a row per top-level comment, oldest first, with its thread', async () => {
    const [head, first = [], second = [], ...more] = await readMatrix()
    expect(head?.join()).toBe(
      'Comment ID,Rule,SRG ID,Section,Commenter Name,Comment,Posted,Triage Status,Triaged By,Triaged At,Thread Replies,Adjudicated,Adjudicated By,Adjudicated At,Duplicate Of',
    )
    expect(first.slice(1, 6)).toEqual([
      'ABCD-01-000001',
      'SRG-APP-000001',
      'check_content',
      workplace.people.viewer.name,
      `'@cmd`,
    ])
    expect(first[7]).toBe('concur')
    expect(first[8]).toBe(workplace.people.author.name)
    expect(first[10]).toMatch(/First\.\n---\n.*thumbs up/s)
    expect(second.slice(1, 4)).toEqual(['(component)', '', 'Overall Component'])
    expect(more).toEqual([])
  })

  test('C-74: can be filtered by status, and contains addresses only for project admins who request them', async () => {
    expect(await readMatrix('?triage_status=pending')).toHaveLength(2)
    const [head, row = []] = await readMatrix('?include_email=true', 'admin')
    expect(head?.[5]).toBe('Commenter Email')
    expect(row[5]).toBe(workplace.people.viewer.email)
    const [others] = await readMatrix('?include_email=true')
    expect(others).toHaveLength(15)
    expect(
      (await download(world, workplace.people.author, `${path}/disposition_csv?triage_status=no`)).status,
    ).toBe(422)
  })

  test('is available as a workbook and as JSON, and for a project starts each row with the component', async () => {
    const book = await download(world, workplace.people.author, `${path}/disposition_xlsx`)
    const [sheet] = (await readXlsx(book.bytes)).sheets
    expect(sheet?.rows[1]?.[5]).toBe('@cmd')
    const { rows } = JSON.parse(
      (await download(world, workplace.people.author, `${path}/disposition_json`)).text,
    )
    expect(rows[0]).toMatchObject({
      comment: '@cmd',
      adjudicated: false,
      thread_replies: [{ text: 'First.' }, { reaction: 'up' }],
    })
    const matrix = await download(
      world,
      workplace.people.author,
      `/projects/${workplace.project.id}/export/disposition_csv`,
    )
    expect(parseCsvRecords(matrix.text)[1]?.[0]).toBe('ABCD-01 - Component')
  })

  test.each(['csv', 'xlsx', 'json'])('R-58: the audit log names the %s file', async (form) => {
    const type = `disposition_${form}`
    await download(world, workplace.people.viewer, `${path}/${type}?triage_status=concur`)
    const { body } = await workplace.as.viewer.get(
      `/api/audits?component_id=${workplace.component.id}&action=export_${type}`,
    )
    expect(body.rows[0].audited_changes).toEqual(
      expect.arrayContaining([
        { field: 'type', prev_value: null, new_value: type },
        { field: 'triage_status', prev_value: null, new_value: 'concur' },
      ]),
    )
  })

  test.each([
    ['csv', false],
    ['excel', false],
    ['json_archive', true],
  ])('R-58: the audit log names a %s file that contains the comments', async (type, include_email) => {
    await download(world, workplace.people.admin, `${path}/${type}?include_email=true`)
    const { body } = await workplace.as.viewer.get(
      `/api/audits?component_id=${workplace.component.id}&action=export_${type}`,
    )
    expect(body.rows[0].audited_changes).toEqual(
      expect.arrayContaining([
        { field: 'type', prev_value: null, new_value: type },
        { field: 'include_email', prev_value: null, new_value: include_email },
      ]),
    )
  })

  test('R-58: a file without comments leaves no audit entry', async () => {
    const countEntries = async () => {
      const { body } = await workplace.as.viewer.get(`/api/audits?component_id=${workplace.component.id}`)
      return body.pagination.total
    }
    const before = await countEntries()
    for (const file of ['excel?mode=vendor_submission', 'html']) {
      expect((await download(world, workplace.people.admin, `${path}/${file}`)).status).toBe(200)
    }
    expect(await countEntries()).toBe(before)
  })
})
