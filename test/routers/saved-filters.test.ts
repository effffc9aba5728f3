import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createCommentScene, type CommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const toValues = (name: string, shared = false) => ({
  saved_filter: { list: 'triage' as const, name, query: 'triage_status=pending', shared },
})
const save = (user: User, { component }: CommentScene, name: string, shared = false) =>
  world.as(user).savedFilters.createInComponent({ componentId: component.id, ...toValues(name, shared) })
const listFilters = async (user: User, { component }: CommentScene) => {
  const { saved_filters } = await world.as(user).savedFilters.ofComponent({ componentId: component.id })
  return saved_filters.map(({ name, owner_name }) => [name, owner_name])
}
const readStored = async (id: number) =>
  world.database.queries.selectFrom('saved_filters').selectAll().where('id', '=', id).executeTakeFirst()

describe('saved filters', () => {
  it.each(['projects', 'components'] as const)(
    'R-65: are saved, listed, renamed, overwritten, shared and deleted in %s',
    async (scope) => {
      const { project, component, author } = await createCommentScene(world)
      const client = await world.rest(author)
      const path = `/${scope}/${(scope === 'projects' ? project : component).id}/saved_filters`
      const created = await client.post(path, toValues('Open'))
      expect(created.status).toBe(201)
      expect(created.body.saved_filter).toMatchObject({ name: 'Open', shared: false, lock_version: 1 })
      const { id } = created.body.saved_filter
      const change = { saved_filter: { name: 'Overdue', query: 'overdue=true', shared: true } }
      const changed = await client.patch(`${path}/${id}`, { ...change, expected_lock_version: 1 })
      expect(changed.body.saved_filter).toMatchObject({ ...change.saved_filter, lock_version: 2 })
      const stale = await client.patch(`${path}/${id}`, { ...change, expected_lock_version: 1 })
      expect([stale.status, stale.body.reason]).toEqual([409, 'stale'])
      expect((await client.get(`${path}?list=requirements`)).body).toEqual({ saved_filters: [] })
      const { saved_filters } = (await client.get(`${path}?list=triage`)).body
      expect(saved_filters).toMatchObject([{ id, owner_id: author.id, owner_name: author.name }])
      expect((await client.delete(`${path}/${id}`)).status).toBe(204)
      expect(await readStored(id)).toBeUndefined()
    },
  )

  it('R-65: are listed with own ones first, then shared ones, and never private ones of others', async () => {
    const scene = await createCommentScene(world)
    await save(scene.author, scene, 'b shared', true)
    await save(scene.author, scene, 'private')
    await save(scene.viewer, scene, 'z mine')
    expect(await listFilters(scene.viewer, scene)).toEqual([
      ['z mine', scene.viewer.name],
      ['b shared', scene.author.name],
    ])
    await expect(listFilters(scene.nonMember, scene)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    ['a blank name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['a long query', { query: 'x'.repeat(10_000) }, 'query'],
    ['an unknown list', { list: 'members' }, 'list'],
    ['a shared flag that is not a boolean', { shared: 'perhaps' }, 'shared'],
  ])('are rejected for %s, and the error names the field', async (_, wrong, field) => {
    const { component, author } = await createCommentScene(world)
    const body = { saved_filter: { ...toValues('Open').saved_filter, ...wrong } }
    const client = await world.rest(author)
    const answer = await client.post(`/components/${component.id}/saved_filters`, body)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(field)
  })

  it('R-65: can only be shared by authors', async () => {
    const scene = await createCommentScene(world)
    await expect(save(scene.viewer, scene, 'Open', true)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { saved_filter: own } = await save(scene.viewer, scene, 'Open')
    const location = { componentId: scene.component.id, id: own.id }
    const share = { ...location, saved_filter: { shared: true } }
    await expect(world.as(scene.viewer).savedFilters.updateInComponent(share)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await readStored(own.id)).toMatchObject({ shared: false, lock_version: 1 })
  })

  it('R-65: are changed only by their owner, and shared ones are deleted by admins too', async () => {
    const scene = await createCommentScene(world)
    const { saved_filter: shared } = await save(scene.author, scene, 'Shared', true)
    const { saved_filter: secret } = await save(scene.author, scene, 'Private')
    const locate = (id: number) => ({ componentId: scene.component.id, id })
    const createCaller = (user: User) => world.as(user).savedFilters
    const change = { saved_filter: { name: 'Mine' } }
    for (const user of [scene.viewer, scene.reviewer, scene.admin]) {
      const denied = createCaller(user).updateInComponent({ ...locate(shared.id), ...change })
      await expect(denied).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(
        createCaller(user).updateInComponent({ ...locate(secret.id), ...change }),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await expect(createCaller(user).removeFromComponent(locate(secret.id))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    await expect(createCaller(scene.reviewer).removeFromComponent(locate(shared.id))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const wrongTarget = { projectId: scene.project.id, id: shared.id }
    await expect(createCaller(scene.author).removeFromProject(wrongTarget)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await createCaller(scene.admin).removeFromComponent(locate(shared.id))
    expect(await readStored(shared.id)).toBeUndefined()
    expect(await readStored(secret.id)).toMatchObject({ name: 'Private' })
  })

  it('R-65: have a unique name per owner, target and list, also for concurrent requests', async () => {
    const scene = await createCommentScene(world)
    const names = ['Open', 'open', 'OPEN']
    const saved = await Promise.allSettled(names.map((name) => save(scene.author, scene, name)))
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of saved) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ cause: { reason: 'saved_filter.name_taken' } })
      }
    }
    await save(scene.viewer, scene, 'Open')
    const wrongTarget = { projectId: scene.project.id, ...toValues('Open') }
    await world.as(scene.author).savedFilters.createInProject(wrongTarget)
    const { saved_filter: other } = await save(scene.author, scene, 'Other')
    const location = { componentId: scene.component.id, id: other.id }
    const rename = { ...location, saved_filter: { name: 'opeN' } }
    await expect(world.as(scene.author).savedFilters.updateInComponent(rename)).rejects.toMatchObject({
      cause: { reason: 'saved_filter.name_taken' },
    })
  })

  it('R-65: are limited to 100 per person and target, also for concurrent requests', async () => {
    const scene = await createCommentScene(world)
    const { id } = scene.component
    const rows = Array.from({ length: 99 }, (_, index) => ({
      user_id: scene.viewer.id,
      component_id: id,
      ...toValues(`Filter ${index}`).saved_filter,
    }))
    await world.database.queries.insertInto('saved_filters').values(rows).execute()
    const more = await Promise.allSettled(['a', 'b', 'c'].map((name) => save(scene.viewer, scene, name)))
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listFilters(scene.viewer, scene)).toHaveLength(100)
    await save(scene.author, scene, 'a')
  })

  it('R-65: are deleted with their component, project and owner', async () => {
    const scene = await createCommentScene(world)
    const { saved_filter: filter } = await save(scene.author, scene, 'One', true)
    await world.as(scene.admin).components.remove({ id: scene.component.id })
    expect(await readStored(filter.id)).toBeUndefined()
    const inProject = { projectId: scene.project.id, ...toValues('Two') }
    const { saved_filter: two } = await world.as(scene.viewer).savedFilters.createInProject(inProject)
    const { saved_filter: three } = await world.as(scene.author).savedFilters.createInProject(inProject)
    await world.database.queries.deleteFrom('users').where('id', '=', scene.viewer.id).execute()
    expect(await readStored(two.id)).toBeUndefined()
    await world.as(scene.admin).projects.destroy({ id: scene.project.id })
    expect(await readStored(three.id)).toBeUndefined()
  })
})
