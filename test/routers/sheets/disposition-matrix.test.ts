import { expect, test } from 'vitest'
import { toCsvLine } from '../../../src/formats/csv.ts'
import type { Body } from '../../support/rest.ts'
import { recordStatements } from '../../support/statements.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

test('R-63: a disposition matrix is imported as decisions, responses and comments of others', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component)
  const author = await world.createMember(project, 'author')
  const first = await world.createReview(rule, author)
  const rest = await world.rest(author)
  const path = `/components/${component.id}/import_disposition`
  const toMatrix = (status: string, response = '') =>
    new TextEncoder().encode(
      [
        ['Comment ID', 'Rule', 'Section', 'Commenter Name', 'Comment', 'Triage Status', 'Response'],
        [String(first.id), '', '', '', '', status, response],
        ['', 'ABCD-01-000001', 'fixtext', 'Sponsor', 'We disagree', '', ''],
      ]
        .map((cells) => toCsvLine(cells))
        .join(''),
    )
  const rejected = await rest.post(path, createFileForm('m.csv', toMatrix('non_concur')))
  expect(rejected.body.rows).toMatchObject([
    { comment_id: first.id, from: 'pending', error: expect.any(String) },
    { error: null, comment_id: null, from: null, to: 'pending' },
  ])
  const real = createFileForm('m.csv', toMatrix('non_concur'))
  real.set('dry_run', 'false')
  const stopped = await rest.post(path, real)
  expect(stopped.status).toBe(422)
  expect(stopped.body.rows).toEqual(rejected.body.rows)
  const preview = await rest.post(path, createFileForm('m.csv', toMatrix('Non-concur', 'Because.')))
  expect(preview.body.rows[0]).toMatchObject({ from: 'pending', to: 'non_concur', error: null })
  const comments = () => rest.get(`/components/${component.id}/comments?triage_status=all`)
  expect((await comments()).body.rows).toHaveLength(1)
  for (const rows of [2, 2]) {
    const form = createFileForm('m.csv', toMatrix('Non-concur', 'Because.'))
    form.set('dry_run', 'false')
    expect((await rest.post(path, form)).status).toBe(200)
    expect((await comments()).body.rows).toHaveLength(rows)
  }
  const again = await rest.post(path, createFileForm('m.csv', toMatrix('Non-concur', 'Because.')))
  expect(again.body.toast.message.join(' ')).toMatch(/^0 comments would change/)
  expect(again.body.rows[1]).toMatchObject({
    comment_id: expect.any(Number),
    from: 'pending',
    to: 'pending',
  })
  const found = (await comments()).body.rows
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ commenter_display_name: 'Sponsor', commenter_imported: true }),
      expect.objectContaining({ id: first.id, triage_status: 'non_concur', responses_count: 1 }),
    ]),
  )
})

test('R-63: a matrix closes decided comments, decides on new comments, and ignores pending rows', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component)
  const author = await world.createMember(project, 'author')
  const decided = await world.createReview(rule, author, { triageStatus: 'concur' })
  const unchanged = await world.createReview(rule, author, { triageStatus: 'non_concur' })
  const rest = await world.rest(author)
  const lines = [
    ['Comment ID', 'Rule', 'Commenter Name', 'Comment', 'Triage Status', 'Adjudicated', 'Response'],
    [String(decided.id), '', '', '', 'concur', 'true', 'Done.'],
    [String(unchanged.id), '', '', '', 'pending', 'false', ''],
    ['', '(Component)', 'Sponsor', 'Too long', 'Non-concur', '', 'It is short.'],
  ]
  const bytes = new TextEncoder().encode(lines.map((cells) => toCsvLine(cells)).join(''))
  const send = () => {
    const form = createFileForm('m.csv', bytes)
    form.set('dry_run', 'false')
    return rest.post(`/components/${component.id}/import_disposition`, form)
  }
  const first = await send()
  expect(first.body.toast.message.join(' ')).toMatch(/^2 comments changed/)
  expect(first.body.rows).toMatchObject([
    { from: 'concur', to: 'concur', error: null },
    { from: 'non_concur', to: 'non_concur', error: null },
    { from: null, to: 'non_concur', error: null },
  ])
  expect((await send()).body.toast.message.join(' ')).toMatch(/^0 comments changed/)
  const { rows } = (await rest.get(`/components/${component.id}/comments?triage_status=all`)).body
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: decided.id, adjudicated_at: expect.any(String), responses_count: 1 }),
      expect.objectContaining({ id: unchanged.id, triage_status: 'non_concur', adjudicated_at: null }),
      expect.objectContaining({ comment: 'Too long', triage_status: 'non_concur', responses_count: 1 }),
    ]),
  )
})

test.each(['constructor', '__proto__', 'unknown'])(
  'a row whose triage status is %s is rejected with the text',
  async (status) => {
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const rule = await world.createRule(component)
    const author = await world.createMember(project, 'author')
    const comment = await world.createReview(rule, author)
    const rest = await world.rest(author)
    const lines = ['Comment ID,Triage Status,Response', `${comment.id},${status},Because.`]
    const matrix = new TextEncoder().encode(lines.join('\n'))
    const { body, status: code } = await rest.post(
      `/components/${component.id}/import_disposition`,
      createFileForm('m.csv', matrix),
    )
    expect(code).toBe(200)
    expect(body.rows[0].error).toContain(`"${status}" is not a triage status`)
  },
)

test('R-63: a matrix that names another original or requirement changes the decision', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component)
  const author = await world.createMember(project, 'author')
  const [first, second] = [await world.createReview(rule, author), await world.createReview(rule, author)]
  const duplicate = await world.createReview(rule, author, {
    triageStatus: 'duplicate',
    duplicateOfReviewId: first.id,
  })
  const rest = await world.rest(author)
  const send = async (original: string) => {
    const lines = [
      ['Comment ID', 'Triage Status', 'Duplicate Of'],
      [String(duplicate.id), 'duplicate', original],
    ]
    const file = new TextEncoder().encode(lines.map((cells) => toCsvLine(cells)).join(''))
    const form = createFileForm('m.csv', file)
    form.set('dry_run', 'false')
    const { body } = await rest.post(`/components/${component.id}/import_disposition`, form)
    const { review } = (await rest.get(`/reviews/${duplicate.id}`)).body
    return [body.rows?.[0]?.outcome, review.duplicate_of_review_id]
  }
  expect(await send('')).toEqual(['unchanged', first.id])
  expect(await send(String(first.id))).toEqual(['unchanged', first.id])
  expect(await send(`#${second.id}`)).toEqual(['changed', second.id])
})

test('R-63: a matrix needs as many statements for many rows as for few', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const [rule, other] = [await world.createRule(component), await world.createRule(component)]
  const author = await world.createMember(project, 'author')
  const rest = await world.rest(author)
  const send = async (count: number) => {
    const canonical = await world.createReview(rule, author)
    const lines = [
      [
        'Comment ID',
        'Rule',
        'Commenter Name',
        'Comment',
        'Triage Status',
        'Duplicate Of',
        'Addressed By',
        'Response',
      ],
    ]
    const addDecision = async (...cells: string[]) => {
      const review = await world.createReview(rule, author)
      lines.push([String(review.id), '', '', '', ...cells])
    }
    for (let index = 0; index < count; index += 1) {
      await addDecision('concur', '', '', '')
      await addDecision('non_concur', '', '', `Not now, @${author.name} (${index})`)
      await addDecision('duplicate', String(canonical.id), '', '')
      await addDecision('addressed_by', '', `ABCD-01-${other.ruleId}`, '')
      await addDecision('pending', '', '', `Please explain ${index}`)
      lines.push(['', 'ABCD-01-000001', 'Sponsor', `Comment ${count}/${index}`, 'concur', '', '', 'Done.'])
    }
    const form = createFileForm(
      'm.csv',
      new TextEncoder().encode(lines.map((cells) => toCsvLine(cells)).join('')),
    )
    form.set('dry_run', 'false')
    return recordStatements(() => rest.post(`/components/${component.id}/import_disposition`, form))
  }
  const [few, many] = [await send(2), await send(8)]
  for (const [{ result }, count] of [
    [few, 2],
    [many, 8],
  ] as const) {
    expect(result.body.rows.map(({ outcome }: Body) => outcome)).toEqual(Array(6 * count).fill('changed'))
  }
  expect(many.statements.length).toBe(few.statements.length)
})

test('R-63: a canonical comment that an earlier row made a duplicate is rejected', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component)
  const author = await world.createMember(project, 'author')
  const [first, second, third] = [
    await world.createReview(rule, author),
    await world.createReview(rule, author),
    await world.createReview(rule, author),
  ]
  const lines = [
    ['Comment ID', 'Triage Status', 'Duplicate Of'],
    [String(first.id), 'duplicate', String(second.id)],
    [String(second.id), 'duplicate', String(third.id)],
    [String(third.id), 'duplicate', String(first.id)],
  ]
  const file = new TextEncoder().encode(lines.map((cells) => toCsvLine(cells)).join(''))
  const rest = await world.rest(author)
  const { body } = await rest.post(
    `/components/${component.id}/import_disposition`,
    createFileForm('m.csv', file),
  )
  expect(body.rows.map(({ error }: Body) => error)).toEqual([
    null,
    'Other comments are duplicates of this one.',
    'The canonical comment is itself a duplicate.',
  ])
})

test('R-3: the response of a row that closes a comment is limited like that of a close', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component)
  const author = await world.createMember(project, 'author')
  const decided = await world.createReview(rule, author, { triageStatus: 'concur' })
  const long = 'x'.repeat(world.services.env.limits.comment + 1)
  const lines = [
    ['Comment ID', 'Triage Status', 'Adjudicated', 'Response'],
    [String(decided.id), 'concur', 'true', long],
  ]
  const file = new TextEncoder().encode(lines.map((cells) => toCsvLine(cells)).join(''))
  const rest = await world.rest(author)
  const { body } = await rest.post(
    `/components/${component.id}/import_disposition`,
    createFileForm('m.csv', file),
  )
  expect(body.rows[0]).toMatchObject({ outcome: 'refused', error: expect.stringContaining('at most') })
})

test('R-63: no row names a comment that was rolled back, also if it repeats an earlier row', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rest = await world.rest(await world.createMember(project, 'author'))
  const send = async (dryRun: boolean, ...more: string[][]) => {
    const comment = ['', 'Sponsor', 'We disagree', '']
    const lines = [['Comment ID', 'Commenter Name', 'Comment', 'Triage Status'], comment, comment, ...more]
    const file = new TextEncoder().encode(lines.map((cells) => toCsvLine(cells)).join(''))
    const form = createFileForm('m.csv', file)
    form.set('dry_run', String(dryRun))
    const { body } = await rest.post(`/components/${component.id}/import_disposition`, form)
    return body.rows.map(({ outcome, comment_id: id }: Body) => [outcome, id])
  }
  expect(await send(true)).toEqual([
    ['changed', null],
    ['unchanged', null],
  ])
  expect(await send(false, ['', 'Sponsor', 'Too long', 'unknown'])).toEqual([
    ['changed', null],
    ['unchanged', null],
    ['refused', null],
  ])
  const [[, id]] = await send(false)
  expect(id).toEqual(expect.any(Number))
  expect(await send(true)).toEqual([
    ['unchanged', id],
    ['unchanged', id],
  ])
})
