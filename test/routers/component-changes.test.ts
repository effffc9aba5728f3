import { describe, expect, test } from 'vitest'
import { createWorkspace, setComponent, setRule, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const patch = (workspace: Workspace, component: object, role: keyof Workspace['as'] = 'admin', rest = {}) =>
  workspace.as[role].patch(`/components/${workspace.component.id}`, { component, ...rest })

describe('changing a component', () => {
  test('C-69: returns the changes, a higher lock version and an audit entry', async () => {
    const workspace = await createWorkspace(world)
    const { status, body, headers } = await patch(
      workspace,
      { name: 'New', prefix: 'wxyz-09', version: 2 },
      'author',
    )
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body.component).toMatchObject({ name: 'New', prefix: 'WXYZ-09', version: 2, lock_version: 2 })
    const { body: entries } = await workspace.as.viewer.get(`/components/${workspace.component.id}/histories`)
    expect(entries[0]).toMatchObject({ action: 'update', auditable_type: 'Component' })
    const rule = await workspace.rule(workspace.rules[0] ?? 0)
    expect(rule.displayed_name).toBe('WXYZ-09-000001')
  })

  test('does not count a save without changes (E-13)', async () => {
    const workspace = await createWorkspace(world)
    const data = { data: { team: 'red' } }
    const first = await patch(workspace, { description: 'What it is', component_metadata_attributes: data })
    expect(first.headers.get('etag')).toBe('"2"')
    const same = { name: 'Component', description: 'What it is', version: null, released: false }
    for (const component of [{}, same, { component_metadata_attributes: data }, { comment_phase: 'open' }]) {
      const { status, body } = await patch(workspace, component)
      expect([status, body.component.lock_version]).toEqual([200, 2])
    }
  })

  test('C-33: replaces all metadata except the chat channel', async () => {
    const workspace = await createWorkspace(world)
    const readStored = async () =>
      (await workspace.as.viewer.get(`/components/${workspace.component.id}`)).body.metadata
    const toMetadata = (data: object | null) => ({ component_metadata_attributes: { data } })
    await patch(workspace, toMetadata({ Team: 'Blue', Room: '7' }))
    await patch(workspace, toMetadata({ Team: 'Red' }), 'author')
    expect(await readStored()).toEqual({ Team: 'Red' })
    await patch(workspace, { slack_channel_id: 'C1' })
    expect(await readStored()).toEqual({ Team: 'Red', 'Slack Channel ID': 'C1' })
    await patch(workspace, { ...toMetadata({ Team: 'Green' }), slack_channel_id: 'C2' })
    expect(await readStored()).toEqual({ Team: 'Green', 'Slack Channel ID': 'C2' })
  })

  test('C-33: accepts as much metadata as a project does', async () => {
    const workspace = await createWorkspace(world)
    const createEntries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`Key ${n}`, 'x']))
    const largest = { ...createEntries(49), ['k'.repeat(100)]: 'v'.repeat(1000) }
    const sendMetadata = async (data: object) =>
      (await patch(workspace, { component_metadata_attributes: { data } }, 'author')).status
    expect(await sendMetadata(largest)).toBe(200)
    const beyond = [createEntries(51), { ['k'.repeat(101)]: 'x' }, { k: 'v'.repeat(1001) }, { ' ': 'x' }]
    for (const data of beyond) expect(await sendMetadata(data)).toBe(422)
    expect((await workspace.as.viewer.get(`/components/${workspace.component.id}`)).body.metadata).toEqual(
      largest,
    )
  })

  test('accepts PUT as well as PATCH', async () => {
    const workspace = await createWorkspace(world)
    const path = `/components/${workspace.component.id}`
    const { body } = await workspace.as.author.put(path, { component: { title: 'Put' } })
    expect([body.component.title, body.component.name]).toEqual(['Put', 'Component'])
  })

  test('C-33: requires an admin for release, phase, dates, advanced fields and the chat channel', async () => {
    const workspace = await createWorkspace(world)
    const adminOnly = [
      { released: true },
      { advanced_fields: true },
      { comment_phase: 'closed' },
      { closed_reason: null },
      { comment_period_ends_at: '2030-01-01' },
      { slack_channel_id: 'C1' },
      { component_metadata_attributes: { data: { 'Slack Channel ID': 'C1' } } },
    ]
    for (const change of adminOnly) expect((await patch(workspace, change, 'reviewer')).status).toBe(403)
    expect((await patch(workspace, { slack_channel_id: 'C1', advanced_fields: true })).status).toBe(200)
    expect((await patch(workspace, { title: 'x' }, 'viewer')).status).toBe(403)
    expect((await patch(workspace, { title: 'x' }, 'nonMember')).status).toBe(404)
  })

  test('validates the combination of phase and reason (C-40)', async () => {
    const workspace = await createWorkspace(world)
    const closed = await patch(workspace, { comment_phase: 'closed', closed_reason: 'adjudicating' })
    expect(closed.body.component).toMatchObject({
      accepting_new_comments: false,
      triaging_active: true,
      frozen_for_writes: false,
    })
    expect((await patch(workspace, { comment_phase: 'open' })).body.errors).toHaveProperty('closed_reason')
    const open = await patch(workspace, { comment_phase: 'open', closed_reason: null })
    expect(open.body.component.accepting_new_comments).toBe(true)
    const period = { comment_period_starts_at: '2030-02-01', comment_period_ends_at: '2030-01-01' }
    expect((await patch(workspace, period)).body.errors).toHaveProperty('comment_period_ends_at')
    for (const time of [
      '0000-01-01',
      '0000-12-31 23:59:59 UTC',
      '9999-12-31T23:59:59-12:00',
      '2030-02-30 00:00:00 UTC',
    ]) {
      const { status, body } = await patch(workspace, { comment_period_ends_at: time })
      expect([time, status, Object.keys(body.errors)]).toEqual([time, 422, ['comment_period_ends_at']])
    }
    const good = await patch(workspace, {
      comment_period_starts_at: '2030-01-01',
      comment_period_ends_at: '2030-02-01 12:00:00 UTC',
    })
    expect(good.body.component).toMatchObject({
      comment_period_starts_at: '2030-01-01 00:00:00 UTC',
      comment_period_ends_at: '2030-02-01 12:00:00 UTC',
    })
    const unwritable = ['0000-01-01', '9999-12-31T23:59:59-14:00', '2031-02-31 10:00:00 UTC', '2031-02-30']
    for (const time of unwritable) {
      const { status, body } = await patch(workspace, { comment_period_ends_at: time })
      expect([time, status, Object.keys(body.errors ?? {})]).toEqual([time, 422, ['comment_period_ends_at']])
    }
  })

  test('is guarded by If-Match and by the body', async () => {
    const workspace = await createWorkspace(world)
    const stale = await patch(workspace, { title: 'x' }, 'author', { expected_lock_version: 7 })
    expect([stale.status, stale.body.component.lock_version]).toEqual([409, 1])
    const path = `/components/${workspace.component.id}`
    const header = await workspace.as.author.patch(path, { component: { title: 'x' } }, { 'if-match': '"7"' })
    expect(header.status).toBe(412)
    const release = await workspace.as.systemAdmin.post(`${path}/release`, {}, { 'if-match': '"7"' })
    expect([release.status, release.body.component.lock_version]).toEqual([412, 1])
    const review = { action: 'lock_control', comment: 'Done' }
    const lock = await workspace.as.admin.post(`${path}/lock`, { review }, { 'if-match': '"7"' })
    expect([lock.status, lock.body.component.lock_version]).toEqual([412, 1])
    const sections = { sections: ['Fix'], locked: true, expected_lock_version: 7 }
    expect((await workspace.as.admin.patch(`${path}/lock_sections`, sections)).status).toBe(409)
    expect(
      (await workspace.as.admin.patch(`${path}/lock_sections`, { ...sections, expected_lock_version: 1 }))
        .status,
    ).toBe(200)
    expect((await workspace.as.admin.delete(path, { expected_lock_version: 7 })).status).toBe(409)
    expect((await workspace.as.admin.delete(path, null, { 'if-match': '"1"' })).status).toBe(200)
  })

  test('adds, changes and removes questions', async () => {
    const workspace = await createWorkspace(world, {
      component: { additional_questions_attributes: [{ name: 'A' }, { name: 'B' }] },
    })
    const path = `/components/${workspace.component.id}`
    const [a, b] = (await workspace.as.viewer.get(path)).body.additional_questions
    await patch(workspace, {
      additional_questions_attributes: [
        { id: a.id, _destroy: true },
        { id: b.id, name: 'Bee' },
        { name: 'C', question_type: 'url' },
      ],
    })
    const { additional_questions } = (await workspace.as.viewer.get(path)).body
    expect(additional_questions.map((question: { name: string }) => question.name)).toEqual(['Bee', 'C'])
    const twice = await patch(workspace, { additional_questions_attributes: [{ name: 'Bee' }] })
    expect(twice.status).toBe(422)
  })

  test('lets questions swap names and reuse the name of a removed question, but no other', async () => {
    const names = ['A', 'B', 'C']
    const workspace = await createWorkspace(world, {
      component: { additional_questions_attributes: names.map((name) => ({ name })) },
    })
    const otherWorkspace = await createWorkspace(world, {
      component: { additional_questions_attributes: [{ name: 'Foreign' }] },
    })
    const readQuestions = async (targetWorkspace = workspace): Promise<Body[]> =>
      (await targetWorkspace.as.viewer.get(`/components/${targetWorkspace.component.id}`)).body
        .additional_questions
    const [a, b, c] = (await readQuestions()).map(({ id }) => id)
    const change = (list: object[]) => patch(workspace, { additional_questions_attributes: list })
    const [foreign] = await readQuestions(otherWorkspace)
    for (const rejected of [
      { id: a, name: 'B' },
      { id: foreign?.id, name: 'D' },
    ]) {
      const { status, body } = await change([rejected])
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['additional_questions_attributes']])
    }
    const swapped = await change([
      { id: a, name: 'B' },
      { id: b, name: 'C' },
      { id: c, _destroy: true },
    ])
    expect(swapped.status).toBe(200)
    const back = await change([
      { id: a, name: 'C' },
      { id: b, name: 'B' },
    ])
    expect(back.status).toBe(200)
    expect((await readQuestions()).map(({ name }) => name)).toEqual(['C', 'B'])
    const entries = (await workspace.as.viewer.get(`/components/${workspace.component.id}/histories`)).body
    expect(entries[0].audited_changes).toEqual([{ field: 'name', prev_value: 'C', new_value: 'B' }])
  })
})

describe('locking all requirements', () => {
  test('skips and names requirements that are not ready (C-53)', async () => {
    const workspace = await createWorkspace(world, { rules: 5 })
    const [first, second, third, fourth, fifth] = workspace.rules
    await setRule(world, first, { status: 'Applicable - Configurable' })
    await setRule(world, second, { status: 'Applicable - Does Not Meet' })
    await setRule(world, third, {
      status: 'Applicable - Inherently Meets',
      artifact_description: ' \u00a0\u3000',
    })
    await setRule(world, fifth, { status: 'Not Applicable', review_requestor_id: workspace.people.author.id })
    const path = `/components/${workspace.component.id}/lock`
    const review = { action: 'lock_control', comment: 'All done', section: 'x', rule_id: 3 }
    const { status, body } = await workspace.as.admin.post(path, { review })
    expect([status, body.toast.variant]).toEqual([200, 'warning'])
    for (const number of ['000002', '000003', '000004', '000005']) {
      expect(body.toast.message.join()).toContain(number)
    }
    expect((await workspace.rule(first ?? 0)).locked).toBe(true)
    expect((await workspace.rule(fourth ?? 0)).locked).toBe(false)
    const detail = await workspace.rule(first ?? 0)
    expect(detail.reviews).toMatchObject([{ action: 'lock_control', comment: 'All done' }])
    expect(detail.histories[0]).toMatchObject({
      action: 'update',
      comment: 'All done',
      audited_changes: [{ field: 'locked', prev_value: false, new_value: true }],
    })
    const none = await workspace.as.admin.post(path, { review })
    expect([none.status, none.body.toast.variant]).toEqual([422, 'warning'])
  })

  test('C-53: an admin unlocks all locked requirements once, with a review on each', async () => {
    const workspace = await createWorkspace(world, { rules: 3 })
    const [first = 0, second = 0, open = 0] = workspace.rules
    const locked_fields = { Check: true } as const
    await setRule(world, first, { locked: true, locked_fields })
    await setRule(world, second, { locked: true })
    const unlock = (role: keyof typeof workspace.as, comment = 'Another round') =>
      workspace.as[role].post(`/components/${workspace.component.id}/unlock`, {
        review: { action: 'unlock_control', comment },
      })
    expect((await unlock('reviewer')).status).toBe(403)
    expect((await unlock('admin', ' ')).status).toBe(422)
    expect((await workspace.rule(first)).locked).toBe(true)
    const both = await Promise.all([unlock('admin'), unlock('admin')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.map(({ body }) => body.unlocked).toSorted((a, b) => a - b)).toEqual([0, 2])
    const [unlocked, untouched] = [await workspace.rule(first), await workspace.rule(open)]
    expect(unlocked).toMatchObject({ locked: false, locked_fields, lock_version: 2 })
    expect(unlocked.reviews).toMatchObject([{ action: 'unlock_control', comment: 'Another round' }])
    expect(unlocked.histories[0]).toMatchObject({
      comment: 'Another round',
      audited_changes: [{ field: 'locked', prev_value: true, new_value: false }],
    })
    expect(untouched.lock_version).toBe(1)
  })

  test('reports completion if all requirements are ready, and again if none is left', async () => {
    const workspace = await createWorkspace(world)
    for (const id of workspace.rules) await setRule(world, id, { status: 'Not Applicable' })
    const path = `/components/${workspace.component.id}/lock`
    const review = { action: 'lock_control', comment: 'Done' }
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await workspace.as.admin.post(path, { review })
      expect([status, body.toast.variant]).toEqual([200, 'success'])
    }
    expect((await workspace.as.admin.post(path, { review: { ...review, comment: ' ' } })).status).toBe(422)
    expect((await workspace.as.admin.post(path, { review: { ...review, action: 'approve' } })).status).toBe(
      422,
    )
    expect((await workspace.as.reviewer.post(path, { review })).status).toBe(403)
  })

  test('locking sections of all requirements changes the unlocked ones once (C-54)', async () => {
    const workspace = await createWorkspace(world)
    await setRule(world, workspace.rules[0], { locked: true })
    await setRule(world, workspace.rules[1], { locked_fields: { Fix: true } })
    const path = `/components/${workspace.component.id}/lock_sections`
    const { body } = await workspace.as.reviewer.patch(path, { sections: ['Fix'], locked: true })
    expect(body.toast.message[0]).toContain('1 requirement')
    const third = await workspace.rule(workspace.rules[2] ?? 0)
    expect([third.locked_fields, third.lock_version]).toEqual([{ Fix: true }, 2])
    expect(third.histories[0].comment).toBe('Locked sections: Fix')
    expect((await workspace.rule(workspace.rules[1] ?? 0)).lock_version).toBe(1)
    const opened = await workspace.as.reviewer.patch(path, { sections: ['Fix', 'Check'], locked: false })
    expect(opened.body.toast.message[0]).toContain('2 requirements')
    const half = await workspace.as.reviewer.patch(path, { sections: ['Title', 'fixtext'], locked: true })
    expect([half.status, (await workspace.rule(workspace.rules[2] ?? 0)).locked_fields]).toEqual([422, {}])
    expect((await workspace.as.author.patch(path, { sections: ['Fix'], locked: true })).status).toBe(403)
  })

  test('locking sections changes only the named requirements of the component', async () => {
    const workspace = await createWorkspace(world)
    const [first = 0, second = 0, third = 0] = workspace.rules
    await setRule(world, second, { locked: true })
    const path = `/components/${workspace.component.id}/lock_sections`
    const input = { sections: ['Fix'], locked: true }
    const { body } = await workspace.as.reviewer.patch(path, { ...input, rule_ids: [first, second] })
    expect(body.toast.message[0]).toContain('1 requirement')
    const readLocks = async () =>
      (await Promise.all([first, second, third].map(workspace.rule))).map(
        ({ locked_fields }) => locked_fields,
      )
    expect(await readLocks()).toEqual([{ Fix: true }, {}, {}])
    const otherWorkspace = await createWorkspace(world)
    const rejected = await workspace.as.reviewer.patch(path, {
      ...input,
      rule_ids: [third, otherWorkspace.rules[0]],
    })
    expect([rejected.status, Object.keys(rejected.body.errors ?? {})]).toEqual([422, ['rule_ids']])
    expect((await workspace.as.reviewer.patch(path, { ...input, rule_ids: [] })).status).toBe(422)
    expect((await workspace.as.author.patch(path, { ...input, rule_ids: [first] })).status).toBe(403)
    expect(await readLocks()).toEqual([{ Fix: true }, {}, {}])
  })
})

describe('releasing a STIG component', () => {
  test('C-37: requires that every requirement is locked, and cannot be undone', async () => {
    const workspace = await createWorkspace(world)
    expect((await patch(workspace, { released: true })).body.reason).toBe('component.unlocked_rules')
    await getQueries()
      .updateTable('rules')
      .set({ locked: true })
      .where('component_id', '=', workspace.component.id)
      .execute()
    expect((await patch(workspace, { released: true }, 'author')).status).toBe(403)
    expect((await patch(workspace, { released: true })).body.component.released).toBe(true)
    const listed = await workspace.as.nonMember.get('/components')
    expect(listed.body.some((row: { id: number }) => row.id === workspace.component.id)).toBe(true)
    expect((await patch(workspace, { title: 'x' })).status).toBe(403)
    expect((await patch(workspace, { released: false }, 'systemAdmin')).body.reason).toBe(
      'component.released',
    )
    const window = await patch(workspace, { comment_phase: 'closed', closed_reason: 'finalized', unknown: 1 })
    expect([window.status, window.body.component.frozen_for_writes]).toEqual([200, true])
    expect((await patch(workspace, { comment_phase: 'open', closed_reason: null }, 'author')).status).toBe(
      403,
    )
  })

  test('C-37: is rejected for an empty component, and an SRG component cannot be released this way (C-38)', async () => {
    const empty = await createWorkspace(world)
    await getQueries().deleteFrom('rules').where('component_id', '=', empty.component.id).execute()
    expect((await patch(empty, { released: true })).body.reason).toBe('component.empty')
    const srg = await createWorkspace(world, { type: 'srg' })
    expect((await patch(srg, { released: true })).body.reason).toBe('component.release_by_update')
  })
})

describe('deleting a component', () => {
  test('is allowed for its admins, and on a released component for system administrators', async () => {
    const workspace = await createWorkspace(world)
    const path = `/components/${workspace.component.id}`
    expect((await workspace.as.author.delete(path)).status).toBe(403)
    await setComponent(world, workspace, { released: true })
    expect((await workspace.as.admin.delete(path)).status).toBe(403)
    expect((await workspace.as.systemAdmin.delete(path)).status).toBe(200)
    expect((await workspace.as.systemAdmin.get(path)).status).toBe(404)
    const actions = await getQueries()
      .selectFrom('audit_entries')
      .select('action')
      .where('auditable_type', '=', 'Component')
      .where('auditable_id', '=', workspace.component.id)
      .execute()
    expect(actions.map((entry) => entry.action)).toEqual(['create', 'destroy'])
  })

  test('is rejected while another component overlays it; the caller learns the overlays they can read (C-35)', async () => {
    const workspace = await createWorkspace(world)
    const over = await createWorkspace(world)
    await setComponent(world, over, { component_id: workspace.component.id })
    const path = `/components/${workspace.component.id}`
    const { body } = await workspace.as.admin.delete(path)
    expect(body).toMatchObject({ reason: 'component.overlaid', overlays: [] })
    const named = await workspace.as.systemAdmin.delete(path)
    const { id, name } = over.component
    expect(named.body.overlays).toEqual([expect.objectContaining({ id, name })])
    await setComponent(world, over, { released: true })
    expect((await workspace.as.admin.delete(path)).body.overlays).toHaveLength(1)
  })
})
