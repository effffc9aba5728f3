import { describe, expect, test } from 'vitest'
import { MAX_PROJECTS } from '../../routers/projects/read/comment-figures.ts'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const PATH = '/api/projects/comment_figures'

const createComment = (workspace: Workspace, index = 0) =>
  workspace.as.viewer.post(`/rules/${getRuleAt(workspace, index)}/reviews`, {
    review: { action: 'comment', comment: 'Why?', section: 'fixtext' },
  })

describe('the comment figures of the caller’s projects', () => {
  test('R-57, R-61: count the comments of all projects, and workload only where the caller is an author', async () => {
    const [first, second] = await Promise.all([createWorkspace(world), createWorkspace(world)])
    const person = await world.createUser()
    await world.join(person, first.project, 'viewer')
    await world.join(person, second.project, 'author')
    await createComment(first, 0)
    await createComment(first, 1)
    await createComment(second)
    const client = await world.rest(person)
    const { status, body } = await client.get(PATH)
    expect(status).toBe(200)
    expect(body).toMatchObject({ projects: 2, projects_left_out: 0 })
    expect(body.summary).toMatchObject({ total: 3, adjudicated: 0, by_triage_status: { pending: 3 } })
    expect(body.series.open_before).toBe(0)
    expect(body.series.days.at(-1)).toMatchObject({ opened: 3 })
    expect(body.workload.sections).toMatchObject([{ section: 'fixtext', total: 1 }])
    await createComment(second, 1)
    expect((await client.get(PATH)).body.summary.total).toBe(4)
  })

  test('contain no workload for a viewer, and nothing about projects of others, even if they are discoverable', async () => {
    const workspace = await createWorkspace(world)
    await createComment(workspace)
    await workspace.as.admin.patch(`/projects/${workspace.project.id}`, {
      project: { visibility: 'discoverable' },
    })
    const { viewer, nonMember, systemAdmin, anonymous } = workspace.as
    expect((await viewer.get(PATH)).body).toMatchObject({ projects: 1, workload: null })
    const nothing = { projects: 0, projects_left_out: 0, summary: { total: 0 }, workload: null }
    expect((await nonMember.get(PATH)).body).toMatchObject(nothing)
    expect((await systemAdmin.get(PATH)).body).toMatchObject(nothing)
    expect((await anonymous.get(PATH)).status).toBe(401)
  })

  test('cover the hundred projects with most open comments', async () => {
    const workspace = await createWorkspace(world)
    await createComment(workspace)
    const person = await world.createUser()
    for (let index = 0; index <= MAX_PROJECTS; index += 1) {
      await world.join(person, await world.createProject(), 'viewer')
    }
    await world.join(person, workspace.project, 'viewer')
    const { body } = await (await world.rest(person)).get(PATH)
    expect(body).toMatchObject({ projects: MAX_PROJECTS, projects_left_out: 2, summary: { total: 1 } })
  })
})
