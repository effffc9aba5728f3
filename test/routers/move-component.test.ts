import { describe, expect, it } from 'vitest'
import type { Project } from '../../entities/project.ts'
import type { User } from '../../entities/user.ts'
import { createCommentScene, setPhase, type CommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** A scene whose admin has a second project, with a comment and a reply on the closed component. */
async function createMove() {
  const scene = await createCommentScene(world)
  const { rule, viewer, author, admin, component } = scene
  const comment = await world.createReview(rule, viewer)
  const reply = await world.createReview(rule, author, { respondingToReviewId: comment.id })
  await setPhase(world, component, 'closed')
  const target = await world.createProject({ visibility: 'hidden' })
  await world.join(admin, target, 'admin')
  return { ...scene, comment, reply, target }
}

const move = (who: User, { component }: CommentScene, project: Pick<Project, 'id'>, more: object = {}) =>
  world
    .as(who)
    .components.move({ id: component.id, component: { project_id: project.id }, dry_run: false, ...more })
const readLocation = async ({ component }: CommentScene) => {
  const row = await world.database.queries
    .selectFrom('components')
    .select(['project_id', 'lock_version'])
    .where('id', '=', component.id)
    .executeTakeFirstOrThrow()
  return row.project_id
}

describe('moving a component', () => {
  it('C-97: moves requirements, comments and direct members, and changes who can read it', async () => {
    const scene = await createMove()
    const { admin, viewer, author, component, comment, reply, rule, target } = scene
    const reader = await world.createMember(target, 'viewer')
    await world.join(author, component, 'author')
    const before = await world.as(admin).reviews.componentTriageSummary({ id: component.id })
    const moved = await move(admin, scene, target, { audit_comment: 'Another team.' })
    expect(moved).toMatchObject({
      project: { id: target.id, name: target.name },
      component: { project_id: target.id, lock_version: 2 },
      losing_access: { names: expect.arrayContaining([viewer.name]) },
      gaining_access: { names: expect.arrayContaining([reader.name]) },
    })
    expect(moved.losing_access.names).not.toContain(author.name)
    const rows = await world.database.queries
      .selectFrom('reviews')
      .select('project_id')
      .where('id', 'in', [comment.id, reply.id])
      .execute()
    expect(rows).toEqual([{ project_id: target.id }, { project_id: target.id }])
    await expect(world.as(viewer).rules.show({ ruleId: rule.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await world.as(reader).rules.show({ ruleId: rule.id })).id).toBe(rule.id)
    expect((await world.as(author).rules.show({ ruleId: rule.id })).id).toBe(rule.id)
    expect(await world.as(reader).reviews.componentTriageSummary({ id: component.id })).toEqual(before)
    const { total } = await world.as(reader).reviews.projectTriageSummary({ id: target.id })
    expect(total).toBe(1)
    const summary = await world.as(admin).reviews.projectTriageSummary({ id: scene.project.id })
    expect(summary.total).toBe(0)
  })

  it('C-97: records an entry in the audit log of each project without naming the other', async () => {
    const scene = await createMove()
    await move(scene.admin, scene, scene.target, { audit_comment: 'Another team.' })
    const entries = await world.database.queries
      .selectFrom('audit_entries')
      .select(['project_id', 'changes', 'comment'])
      .where('component_id', '=', scene.component.id)
      .where('action', '=', 'move')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      {
        project_id: scene.project.id,
        changes: { project_id: [scene.project.id, null] },
        comment: 'Another team.',
      },
      {
        project_id: scene.target.id,
        changes: { project_id: [null, scene.target.id] },
        comment: 'Another team.',
      },
    ])
  })

  it('C-97: leaves no trace in a dry run', async () => {
    const scene = await createMove()
    const preview = await move(scene.admin, scene, scene.target, { dry_run: true })
    expect(preview).toMatchObject({ component: { project_id: scene.project.id, lock_version: 1 } })
    expect(preview.losing_access.count).toBe(3)
    expect(await readLocation(scene)).toBe(scene.project.id)
  })

  it('C-97: is rejected while the comment period is open, into its own project, and if the revision exists there', async () => {
    const scene = await createMove()
    const { admin, component, project, target } = scene
    const toRejection = (reason: string) => ({ cause: { reason } })
    await expect(move(admin, scene, project)).rejects.toMatchObject(toRejection('component.move_target'))
    await setPhase(world, component, 'open')
    await expect(move(admin, scene, target)).rejects.toMatchObject(toRejection('component.move_while_open'))
    await setPhase(world, component, 'closed')
    const revision = { name: 'Gateway', version: 1, release: 1 }
    await world.database.queries
      .updateTable('components')
      .set(revision)
      .where('id', '=', component.id)
      .execute()
    await world.createComponent(target, revision)
    await expect(move(admin, scene, target)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
    expect(await readLocation(scene)).toBe(project.id)
  })

  it('C-97: requires an admin of both projects, and answers the same for unknown and for hidden projects', async () => {
    const scene = await createMove()
    const { admin, author, nonMember, component, target } = scene
    await expect(move(author, scene, target)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(move(nonMember, scene, target)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const owner = await world.createUser()
    await world.join(owner, component, 'admin')
    await expect(move(owner, scene, target)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const hidden = await world.createProject({ visibility: 'hidden' })
    const member = await world.createProject()
    await world.join(admin, member, 'reviewer')
    const client = await world.rest(admin)
    const answers = await Promise.all(
      [hidden.id, member.id, 2_000_000_000].map((id) =>
        client.post(`/components/${component.id}/move`, { component: { project_id: id } }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.reason}`))).toEqual(
      new Set(['422 component.move_target']),
    )
    expect(answers[0]?.text).toContain('project_id')
    expect(await readLocation(scene)).toBe(scene.project.id)
  })

  it('C-97: happens once if two admins move it to different projects at the same time', async () => {
    const scene = await createMove()
    const { admin, target } = scene
    const other = await world.createProject()
    await world.join(admin, other, 'admin')
    const guard = { expected_lock_version: 1 }
    const moves = await Promise.allSettled([
      move(admin, scene, target, guard),
      move(admin, scene, other, guard),
    ])
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('C-97: preserves a reply that is posted at the same time', async () => {
    const scene = await createMove()
    const { admin, author, component, rule, comment, target } = scene
    await world.join(author, component, 'author')
    await setPhase(world, component, 'adjudicating')
    const review = { action: 'comment', comment: 'Late.', responding_to_review_id: comment.id } as const
    await Promise.all([
      move(admin, scene, target),
      world.as(author).reviews.createOnRule({ ruleId: rule.id, review }),
    ])
    const rows = await world.database.queries
      .selectFrom('reviews')
      .select('project_id')
      .where('component_id', '=', component.id)
      .execute()
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map(({ project_id }) => project_id))).toEqual(new Set([target.id]))
  })
})
