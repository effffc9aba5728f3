import { beforeAll, describe, expect, test } from 'vitest'
import {
  createWorkspace,
  type Workspace,
  createRule,
  linkSatisfaction,
  getRuleAt,
  WHOLE_RULE,
} from '../../support/authoring.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let workspace: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
})

const getQueries = () => world.database.queries

describe('a change of a requirement', () => {
  test('C-3: is rejected while locked, under review, in a finalized phase, and in locked sections (C-50)', async () => {
    const id = await createRule(workspace)
    const set = (values: Record<string, unknown>) =>
      getQueries().updateTable('rules').set(values).where('id', '=', id).execute()
    const patch = (rule: Record<string, unknown>) => workspace.as.author.patch(`/rules/${id}`, { rule })
    await set({ locked: true })
    expect((await patch({ title: 'x' })).body.reason).toBe('rule.locked')
    await set({ locked: false, review_requestor_id: workspace.people.author.id })
    expect((await patch({ title: 'x' })).body.reason).toBe('rule.under_review')
    await set({ review_requestor_id: null, locked_fields: JSON.stringify({ Fix: true, Check: true }) })
    const before = await workspace.rule(id)
    const [check] = before.checks_attributes
    const rejected = await patch({
      fixtext: 'other',
      checks_attributes: [{ id: check.id, content: 'other' }],
    })
    expect(rejected.body.reason).toBe('rule.section_locked')
    expect(rejected.body.toast.message[0]).toMatch(/Fix, Check/)
    const unchanged = await patch({ title: 'y', fixtext: before.fixtext })
    expect([unchanged.status, unchanged.body.data?.title]).toEqual([200, 'y'])
    const finalized = { comment_phase: 'closed', closed_reason: 'finalized' } as const
    const patchComponent = (values: object) =>
      getQueries().updateTable('components').set(values).where('id', '=', workspace.component.id).execute()
    await patchComponent(finalized)
    expect((await patch({ title: 'z' })).body.reason).toBe('component.frozen')
    await patchComponent({ comment_phase: 'open', closed_reason: null })
  })

  test('is guarded by section: two people may change different sections (E-15)', async () => {
    const id = await createRule(workspace)
    const expectedVersion = (await workspace.rule(id)).lock_version
    const patch = (rule: object, guard: object = {}, headers = {}) =>
      workspace.as.author.patch(`/rules/${id}`, { rule, ...guard }, headers)
    const guard = { expected_lock_version: expectedVersion }
    expect((await patch({ title: 'A' }, guard)).status).toBe(200)
    expect((await patch({ fixtext: 'B' }, guard)).status).toBe(200)
    const stale = await patch({ title: 'C' }, guard)
    expect([stale.status, stale.body.reason, stale.body.rule.title]).toEqual([409, 'stale', 'A'])
    const header = await patch({ title: 'C' }, {}, { 'if-match': `"${expectedVersion}"` })
    expect([header.status, header.body.toast.variant]).toEqual([412, 'warning'])
    const replaced = await workspace.as.author.put(`/rules/${id}`, {
      rule: { ...WHOLE_RULE, vendor_comments: 'x' },
      ...guard,
    })
    expect(replaced.status).toBe(409)
    for (const unknown of ['garbage', `"${expectedVersion + 77}"`, '"1.5"', 'W/""']) {
      expect((await patch({ title: 'C' }, {}, { 'if-match': unknown })).status, unknown).toBe(412)
    }
    const current = await patch({ title: 'D' }, {}, { 'if-match': `"${expectedVersion + 2}"` })
    expect([current.status, current.headers.get('etag')]).toEqual([200, `"${expectedVersion + 3}"`])
    expect((await patch({ title: 'E' }, { expected_updated_at: '2001-01-01 00:00:00 UTC' })).status).toBe(409)
    const updatedAt = (await workspace.rule(id)).updated_at
    expect((await patch({ title: 'E' }, { expected_updated_at: updatedAt })).status).toBe(200)
  })

  test('is guarded against stale changes of locks, reverts and deletion (E-14)', async () => {
    const id = await createRule(workspace)
    const entry = (await workspace.rule(id)).histories[0].id
    const calls = [
      ['PATCH', 'section_locks', { section: 'Fix', locked: true }],
      ['PATCH', 'bulk_section_locks', { sections: ['Fix'], locked: true }],
      ['POST', 'revert', { audit_id: entry, fields: ['title'] }],
      ['DELETE', '', {}],
    ] as const
    for (const [method, path, body] of calls) {
      const send = (guard: object, headers = {}) =>
        workspace.as.admin.send(
          method,
          `/rules/${id}/${path}`.replace(/\/$/, ''),
          { ...body, ...guard },
          headers,
        )
      const header = await send({}, { 'if-match': '"77"' })
      expect([path, header.status, header.body.rule?.id]).toEqual([path, 412, id])
      expect([path, (await send({ expected_lock_version: 77 })).status]).toEqual([path, 409])
    }
    expect(await workspace.rule(id)).toMatchObject({ lock_version: 1, locked_fields: {} })
    const { lock_version: version } = await workspace.rule(id)
    const deletion = await workspace.as.admin.delete(`/rules/${id}`, null, { 'if-match': `"${version}"` })
    expect(deletion.status).toBe(200)
  })

  test('is allowed for authors, and on a released component for no user', async () => {
    const workspace = await createWorkspace(world)
    const [id] = workspace.rules
    expect((await workspace.as.viewer.patch(`/rules/${id}`, { rule: {} })).status).toBe(403)
    expect((await workspace.as.nonMember.patch(`/rules/${id}`, { rule: {} })).status).toBe(404)
    await getQueries()
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', workspace.component.id)
      .execute()
    expect((await workspace.as.admin.patch(`/rules/${id}`, { rule: { title: 'x' } })).status).toBe(403)
    const rejected = await workspace.as.systemAdmin.patch(`/rules/${id}`, { rule: { title: 'x' } })
    expect([rejected.status, rejected.body.reason]).toEqual([422, 'component.released'])
    expect((await workspace.as.nonMember.get(`/rules/${id}`)).status).toBe(200)
    expect(
      (await workspace.as.nonMember.get(`/components/${workspace.component.id}/rules_picker`)).status,
    ).toBe(403)
  })

  test('is guarded by section with expected_updated_at too (E-15)', async () => {
    const id = await createRule(workspace)
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    await getQueries()
      .updateTable('rules')
      .set({ created_at: secondsAgo(60), updated_at: secondsAgo(60) })
      .where('id', '=', id)
      .execute()
    const expectedVersion = (await workspace.rule(id)).updated_at
    const patch = (rule: object, expected_updated_at = expectedVersion) =>
      workspace.as.author.patch(`/rules/${id}`, { rule, expected_updated_at })
    expect((await patch({ title: 'A' })).status).toBe(200)
    expect((await patch({ fixtext: 'B' })).status).toBe(200)
    expect((await patch({ checks_attributes: [{ content: 'C' }] })).status).toBe(200)
    const stale = await patch({ title: 'D', vendor_comments: 'D' })
    expect([stale.status, stale.body.reason, stale.body.rule.title]).toEqual([409, 'stale', 'A'])
    expect((await patch({ vendor_comments: 'D' })).status).toBe(200)
    expect((await patch({ artifact_description: 'E' }, '2001-01-01 00:00:00 UTC')).status).toBe(409)
    expect((await patch({ artifact_description: 'E' }, '2999-01-01 00:00:00 UTC')).status).toBe(409)
    expect((await patch({ title: 'E' }, (await workspace.rule(id)).updated_at)).status).toBe(200)
    const both = await workspace.as.author.patch(`/rules/${id}`, {
      rule: { title: 'F' },
      expected_updated_at: (await workspace.rule(id)).updated_at,
      expected_lock_version: 1,
    })
    expect(both.status).toBe(409)
    const replaced = await workspace.as.author.put(`/rules/${id}`, {
      rule: WHOLE_RULE,
      expected_updated_at: expectedVersion,
    })
    expect(replaced.status).toBe(409)
  })
})

describe('every other write on a record is guarded (E-14)', () => {
  test.each([
    ['rule', 'DELETE', 'rules/{rule}', {}],
    ['rule', 'POST', 'rules/{rule}/revert', { audit_id: 1, fields: ['title'] }],
    ['rule', 'PATCH', 'rules/{rule}/section_locks', { section: 'Fix', locked: true }],
    ['rule', 'PATCH', 'rules/{rule}/bulk_section_locks', { sections: ['Fix'], locked: true }],
    ['component', 'POST', 'components/{component}/release', {}],
    ['component', 'DELETE', 'components/{component}', {}],
    ['component', 'POST', 'components/{component}/rules', { rule: {} }],
    ['component', 'POST', 'components/{component}/find_and_replace', { find: 'Configure', replace: 'Set' }],
    ['project', 'DELETE', 'projects/{project}', {}],
  ])('a stale %s is rejected: %s /%s', async (kind, method, template, body) => {
    const ids = { rule: workspace.rules[0], component: workspace.component.id, project: workspace.project.id }
    const path = template.replaceAll(/{(\w+)}/g, (_, name: keyof typeof ids) => String(ids[name]))
    const send = (more: object, headers = {}) =>
      workspace.as.systemAdmin.send(method, `/${path}`, { ...body, ...more }, headers)
    const header = await send({}, { 'if-match': '"999"' })
    const member = await send({ expected_lock_version: 999 })
    for (const answer of [header, member]) {
      expect(answer.body).toMatchObject({ reason: 'stale', [kind]: { lock_version: expect.any(Number) } })
    }
    expect([header.status, member.status]).toEqual([412, 409])
  })

  test('adding a requirement and replacing texts check the version of the component, and stale requests change nothing', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    const path = `/components/${workspace.component.id}`
    const version = async () =>
      (await workspace.as.viewer.get(`/api/components/${workspace.component.id}/summary`)).body.lock_version
    const texts = { find: 'Configure', replace: 'Set up', fields: ['fixtext'] }
    const stale = { expected_lock_version: (await version()) + 1 }
    expect((await workspace.as.admin.post(`${path}/rules`, { rule: {}, ...stale })).status).toBe(409)
    expect((await workspace.as.author.post(`${path}/find_and_replace`, { ...texts, ...stale })).status).toBe(
      409,
    )
    expect((await workspace.as.viewer.get(`${path}/rules_picker`)).body.rules).toHaveLength(3)
    expect(await workspace.rule(id)).toMatchObject({ fixtext: 'Configure it.', lock_version: 1 })
    const bad = await workspace.as.author.post(`${path}/find_and_replace`, {
      ...texts,
      fields: ['x'],
      ...stale,
    })
    expect(bad.status).toBe(422)
    const current = { expected_lock_version: await version() }
    expect(
      (await workspace.as.author.post(`${path}/find_and_replace`, { ...texts, ...current })).status,
    ).toBe(200)
    expect((await workspace.rule(id)).fixtext).toBe('Set up it.')
    const expectedVersion = { expected_lock_version: await version() }
    expect((await workspace.as.admin.post(`${path}/rules`, { rule: {}, ...expectedVersion })).status).toBe(
      200,
    )
  })

  test('a satisfaction checks the version of the requirement whose parent changes', async () => {
    const workspace = await createWorkspace(world)
    const [child, parent, third] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1), getRuleAt(workspace, 2)]
    const body = { rule_id: child, satisfied_by_rule_id: parent }
    const readVersion = async () => (await workspace.rule(child)).lock_version
    const countParents = async () => (await workspace.rule(child)).satisfied_by.length
    for (const [method, path, readState] of [
      ['POST', '/rule_satisfactions', 0],
      ['DELETE', `/rule_satisfactions/${child}`, 1],
    ] as const) {
      const send = (guard: object, headers = {}) =>
        workspace.as.author.send(method, path, { ...body, ...guard }, headers)
      const header = await send({}, { 'if-match': '"999"' })
      const member = await send({ expected_lock_version: 999 })
      expect([method, header.status, member.status]).toEqual([method, 412, 409])
      for (const answer of [header, member]) {
        expect(answer.body).toMatchObject({
          reason: 'stale',
          rule: { id: child, lock_version: await readVersion() },
        })
      }
      expect(await countParents()).toBe(readState)
      const unknown = await send({ satisfied_by_rule_id: 2_147_483_647, expected_lock_version: 999 })
      expect(unknown.status).toBe(404)
      expect((await send({ expected_lock_version: await readVersion() })).status).toBe(200)
      expect(await countParents()).toBe(1 - readState)
    }
    await linkSatisfaction(workspace, third, parent)
    const rejected = { rule_id: parent, satisfied_by_rule_id: child, expected_lock_version: 999 }
    expect((await workspace.as.author.post('/rule_satisfactions', rejected)).body.reason).toBe('stale')
  })

  test('a deleted requirement is restored only with its current version', async () => {
    const workspace = await createWorkspace(world)
    const id = getRuleAt(workspace, 0)
    await workspace.as.admin.delete(`/rules/${id}`)
    const { lock_version: version } = await getQueries()
      .selectFrom('rules')
      .select('lock_version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const path = `/rules/${id}/restore`
    const header = await workspace.as.admin.post(path, null, { 'if-match': `"${version - 1}"` })
    const member = await workspace.as.admin.post(path, { expected_lock_version: version - 1 })
    expect([header.status, member.status]).toEqual([412, 409])
    for (const answer of [header, member]) {
      expect(answer.body).toMatchObject({ reason: 'stale', rule: { id, lock_version: version } })
    }
    expect((await workspace.as.viewer.get(`/rules/${id}`)).status).toBe(404)
    const back = await workspace.as.admin.post(path, { expected_lock_version: version })
    expect([back.status, back.headers.get('etag')]).toEqual([200, `"${version + 1}"`])
  })
})
