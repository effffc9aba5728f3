import { expect, test } from 'vitest'
import { followCommentPeriods } from '../../src/app/background/comment-periods.ts'
import { createWorkspace, getRuleAt, setRule, type Workspace } from '../support/authoring.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
const HOUR = 3_600_000
const running = new AbortController().signal
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)
const runTaskAt = (hours: number) =>
  followCommentPeriods({ ...world.services, clock: () => inHours(hours) }, running)

const change = (workspace: Workspace, component: object, as: 'admin' | 'author' = 'admin') =>
  workspace.as[as].patch(`/components/${workspace.component.id}`, { component })

/** Sets a period that begins and ends in this many hours. */
const setPeriod = (workspace: Workspace, start: number | null, end: number | null) =>
  change(workspace, {
    comment_period_starts_at: start === null ? null : inHours(start).toISOString(),
    comment_period_ends_at: end === null ? null : inHours(end).toISOString(),
  })

async function readState(workspace: Workspace) {
  const { body } = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/header`)
  return [body.comment_phase, body.closed_reason]
}

const postComment = (workspace: Workspace) =>
  workspace.as.viewer.post(`/rules/${getRuleAt(workspace, 0)}/reviews`, {
    review: { action: 'comment', comment: 'Why?' },
  })

/** Lines of the next daily mails about comment periods, by person. */
async function readLines(workspace: Workspace) {
  const rows = await world.database.queries
    .selectFrom('digest_items')
    .select(['user_id', 'line'])
    .where('component_id', '=', workspace.component.id)
    .where('event', '=', 'comment.period')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ user_id: id }) => id)
}

test('C-40: a period in the future closes the phase, and its dates open and close it', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  await setPeriod(workspace, 1, 3)
  expect(await readState(workspace)).toEqual(['closed', null])
  expect((await postComment(workspace)).status).toBe(422)
  await runTaskAt(0.9)
  expect(await readState(workspace)).toEqual(['closed', null])
  await runTaskAt(1.01)
  expect(await readState(workspace)).toEqual(['open', null])
  const posted = await postComment(workspace)
  expect(posted.status).toBe(200)
  await runTaskAt(3.01)
  expect(await readState(workspace)).toEqual(['closed', 'adjudicating'])
  expect((await postComment(workspace)).status).toBe(422)
  const audits = await workspace.as.viewer.get(`/api/audits?component_id=${workspace.component.id}`)
  const [newest] = audits.body.rows
  expect(newest).toMatchObject({ comment: 'By the dates of the comment period', action: 'update' })
  expect(newest.audited_changes).toContainEqual(
    expect.objectContaining({ field: 'comment_phase', prev_value: 'open', new_value: 'closed' }),
  )
})

test('C-40: a change by an admin overrides a date that has passed, and later dates still apply', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  await setPeriod(workspace, -2, 2)
  expect(await readState(workspace)).toEqual(['open', null])
  await change(workspace, { comment_phase: 'closed', closed_reason: null })
  await runTaskAt(1)
  expect(await readState(workspace)).toEqual(['closed', null])
  await change(workspace, { comment_phase: 'open' })
  await runTaskAt(2.1)
  expect(await readState(workspace)).toEqual(['closed', 'adjudicating'])
  const early = await createWorkspace(world, { rules: 1 })
  await setPeriod(early, 1, 3)
  await change(early, { comment_phase: 'open' })
  await runTaskAt(0.5)
  expect(await readState(early)).toEqual(['open', null])
})

test('C-40: a phase that is sent with the dates is preserved, and so is a finalized phase', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  const ended = { comment_period_ends_at: inHours(-1).toISOString() }
  await change(workspace, { comment_phase: 'open', ...ended })
  await runTaskAt(1)
  expect(await readState(workspace)).toEqual(['open', null])
  await change(workspace, { comment_phase: 'closed', closed_reason: 'finalized' })
  await setPeriod(workspace, 1, 2)
  await runTaskAt(1.5)
  expect(await readState(workspace)).toEqual(['closed', 'finalized'])
})

test('C-40: an end in the past closes the phase at once, and authors cannot set dates', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  expect(
    (await change(workspace, { comment_period_ends_at: inHours(-1).toISOString() }, 'author')).status,
  ).toBe(403)
  expect(await readState(workspace)).toEqual(['open', null])
  await setPeriod(workspace, -3, -1)
  expect(await readState(workspace)).toEqual(['closed', 'adjudicating'])
})

test('C-40: an earlier save of other fields changes neither phase nor version when the date passes', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  await setPeriod(workspace, -1, 5)
  const { body } = await change(workspace, { title: 'Another title' })
  const version = body.component.lock_version
  await runTaskAt(1)
  await runTaskAt(1.1)
  const { body: after } = await workspace.as.viewer.get(`/api/components/${workspace.component.id}/header`)
  expect([after.comment_phase, after.lock_version]).toEqual(['open', version])
})

test('C-40, R-53: members are notified before and after the period, once, according to their preferences', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  const { viewer, author, reviewer } = workspace.people
  const choose = (as: 'reviewer' | 'author', delivery: string) =>
    workspace.as[as].put('/users/notification_preferences', {
      notification_preferences: [{ project_id: null, event: 'comment.period', delivery }],
    })
  expect((await choose('reviewer', 'never')).status).toBe(200)
  await choose('author', 'now')
  await setPeriod(workspace, 60, 100)
  await runTaskAt(1)
  expect((await readLines(workspace)).size).toBe(0)
  await runTaskAt(20)
  await runTaskAt(21)
  await runTaskAt(60.1)
  await runTaskAt(60.2)
  await runTaskAt(100.1)
  const lines = await readLines(workspace)
  const viewerLines = (lines.get(viewer.id) ?? []).map(({ line }) => line)
  expect(
    viewerLines.map((line) => /open for comments \w+|the comment period has ended/.exec(line)?.[0]),
  ).toEqual([
    'open for comments from',
    'open for comments from',
    'open for comments until',
    'the comment period has ended',
  ])
  expect([lines.get(reviewer.id), lines.get(author.id)]).toEqual([undefined, undefined])
  const mails = await world.database.queries
    .selectFrom('outbox_messages')
    .select('payload')
    .where('kind', '=', 'mail')
    .execute()
  const toAuthor = mails.filter(({ payload }) => payload['to'] === author.email)
  expect(toAuthor).toHaveLength(4)
})

test('C-40: a new component and a copy follow the dates that they are created with', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  const create = (component: object) =>
    workspace.as.admin.post(`/projects/${workspace.project.id}/components`, { component })
  const copy = await create({
    id: workspace.component.id,
    duplicate: true,
    name: 'Later',
    comment_period_starts_at: inHours(2).toISOString(),
  })
  const { body } = await workspace.as.viewer.get(`/api/components/${copy.body.component.id}/header`)
  expect([body.comment_phase, body.closed_reason]).toEqual(['closed', null])
})

test('C-40: two processes that apply one date record one change', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  await setPeriod(workspace, 1, 3)
  await Promise.all([runTaskAt(1.1), runTaskAt(1.1), runTaskAt(1.1)])
  expect(await readState(workspace)).toEqual(['open', null])
  const { body } = await workspace.as.viewer.get(`/api/audits?component_id=${workspace.component.id}`)
  const opened = body.rows.filter(
    ({ comment: text }: { comment: string }) => text === 'By the dates of the comment period',
  )
  expect(opened).toHaveLength(1)
  expect((await readLines(workspace)).get(workspace.people.viewer.id)).toHaveLength(2)
})

test('C-36, C-40: the period of a released component still opens and ends', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  await setRule(world, getRuleAt(workspace, 0), { status: 'Not Applicable', locked: true })
  expect((await change(workspace, { released: true })).status).toBe(200)
  expect((await setPeriod(workspace, 1, 50)).status).toBe(200)
  expect(await readState(workspace)).toEqual(['closed', null])
  await runTaskAt(1.1)
  expect(await readState(workspace)).toEqual(['open', null])
  expect((await change(workspace, { comment_phase: 'closed' })).status).toBe(200)
  expect((await change(workspace, { comment_phase: 'open' })).status).toBe(200)
  await runTaskAt(50.1)
  expect(await readState(workspace)).toEqual(['closed', 'adjudicating'])
})
