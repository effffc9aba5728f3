import { describe, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, setComponent, setRule, type Workspace } from '../../support/authoring.ts'
import type { Body } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const bulk = (workspace: Workspace, body: Record<string, unknown>, role: keyof Workspace['as'] = 'author') =>
  workspace.as[role].patch(`/components/${workspace.component.id}/rules/bulk_update`, body)
const undo = (workspace: Workspace, body: Record<string, unknown>, role: keyof Workspace['as'] = 'author') =>
  workspace.as[role].post(`/components/${workspace.component.id}/rules/undo_bulk_update`, body)
const high = { rule: { rule_severity: 'high' } }
const readSeverities = (workspace: Workspace) =>
  Promise.all(workspace.rules.map(async (id) => (await workspace.rule(id)).rule_severity))

describe('changing many requirements at once', () => {
  test('C-83: changes the named requirements, and returns the previous values', async () => {
    const workspace = await createWorkspace(world)
    const { status, body } = await bulk(workspace, { ...high, rule_ids: workspace.rules.slice(0, 2) })
    expect([status, body.changed, body.rows_left_out]).toEqual([200, 2, 0])
    expect(body.rows[0]).toMatchObject({
      id: getRuleAt(workspace, 0),
      rule_id: '000001',
      lock_version: 1,
      before: { rule_severity: 'medium' },
      after: { rule_severity: 'high' },
      skipped: null,
    })
    expect(await readSeverities(workspace)).toEqual(['high', 'high', 'medium'])
    const changed = await workspace.rule(getRuleAt(workspace, 0))
    expect(changed.lock_version).toBe(2)
    expect(changed.inspec_control_file).toContain('impact 0.7')
    expect(changed.histories[0]).toMatchObject({ action: 'update', comment: 'Changed with others' })
  })

  test('C-83: accepts a filter, and supports a dry run without effect', async () => {
    const workspace = await createWorkspace(world)
    await setRule(world, getRuleAt(workspace, 1), { status: 'Applicable - Configurable' })
    const filter = { statuses: ['Applicable - Configurable'] }
    const preview = await bulk(workspace, { ...high, filter, dry_run: true })
    expect(preview.body).toMatchObject({ changed: 1, update_id: null })
    expect(await readSeverities(workspace)).toEqual(['medium', 'medium', 'medium'])
    expect((await bulk(workspace, { ...high, filter })).body.changed).toBe(1)
    expect(await readSeverities(workspace)).toEqual(['medium', 'high', 'medium'])
    const text = (await workspace.rule(getRuleAt(workspace, 2))).title
    expect((await bulk(workspace, { ...high, filter: { q: text } })).body.rows).toHaveLength(1)
  })

  test('C-83: skips locked, reviewed, newer and equal requirements, and reports why', async () => {
    const workspace = await createWorkspace(world, { rules: 6 })
    const [locked, reviewed, section, newer, same] = workspace.rules
    await setRule(world, locked, { locked: true })
    await setRule(world, reviewed, { review_requestor_id: workspace.people.author.id })
    await setRule(world, section, { locked_fields: { Severity: true } })
    await setRule(world, same, { rule_severity: 'high' })
    const versions = { [String(newer)]: 7, [String(getRuleAt(workspace, 5))]: 1 }
    const { body } = await bulk(workspace, { ...high, filter: {}, expected_lock_versions: versions })
    expect(body.rows.map((row: Body) => row.skipped?.reason ?? null)).toEqual([
      'rule.locked',
      'rule.under_review',
      'rule.section_locked',
      'stale',
      'rule.unchanged',
      null,
    ])
    expect([body.changed, body.toast.variant]).toEqual([1, 'warning'])
    expect(await readSeverities(workspace)).toEqual(['medium', 'medium', 'medium', 'medium', 'high', 'high'])
  })

  test('C-83: changes fields of check and description, and can undo all of them', async () => {
    const workspace = await createWorkspace(world)
    const rule = {
      fixtext: 'Fix all.',
      ident: 'CCI-000366',
      check_content: 'Check all.',
      mitigations: 'None.',
      mitigations_available: true,
      severity_override_guidance: null,
    }
    const before = await workspace.rule(getRuleAt(workspace, 0))
    const { body } = await bulk(workspace, { rule, filter: {} })
    expect([body.changed, body.rows[0].after]).toEqual([3, rule])
    expect(body.rows[0].before).toMatchObject({
      check_content: before.checks_attributes[0].content,
      mitigations: null,
      fixtext: before.fixtext,
    })
    expect(await workspace.rule(getRuleAt(workspace, 1))).toMatchObject({
      fixtext: 'Fix all.',
      checks_attributes: [{ content: 'Check all.' }],
      disa_rule_descriptions_attributes: [{ mitigations: 'None.', mitigations_available: true }],
    })
    expect((await undo(workspace, { update_id: body.update_id })).status).toBe(200)
    const after = await workspace.rule(getRuleAt(workspace, 0))
    for (const name of ['fixtext', 'ident', 'checks_attributes', 'disa_rule_descriptions_attributes']) {
      expect(after[name]).toEqual(before[name])
    }
  })

  test('C-83: skips locked sections, and rejects texts that are too long', async () => {
    const workspace = await createWorkspace(world)
    await setRule(world, getRuleAt(workspace, 0), { locked_fields: { 'DISA Metadata': true } })
    const { body } = await bulk(workspace, { rule: { mitigations: 'Some.' }, filter: {} })
    expect(body.rows.map((row: Body) => row.skipped?.reason ?? null)).toEqual([
      'rule.section_locked',
      null,
      null,
    ])
    const long = await bulk(workspace, { rule: { mitigations: 'x'.repeat(40_000) }, filter: {} })
    expect(long.status).toBe(422)
    expect(long.text).toContain('mitigations')
    const title = await bulk(workspace, { rule: { title: 'One for all' }, filter: {} })
    expect(title.status).toBe(422)
    expect((await bulk(workspace, { rule: { poam: 'No' }, filter: {} }, 'viewer')).status).toBe(403)
    expect(
      (await workspace.rule(getRuleAt(workspace, 1))).disa_rule_descriptions_attributes[0].poam,
    ).toBeNull()
  })

  test('C-83: undoes a change of the caller completely, once', async () => {
    const workspace = await createWorkspace(world)
    const change = { rule: { status: 'Not Applicable', status_justification: 'Not here' }, filter: {} }
    const { body } = await bulk(workspace, change)
    expect((await undo(workspace, { update_id: body.update_id }, 'reviewer')).body.reason).toBe(
      'rule.nothing_to_undo',
    )
    const undone = await undo(workspace, { update_id: body.update_id })
    expect([undone.status, undone.body.changed]).toEqual([200, 3])
    expect(await workspace.rule(getRuleAt(workspace, 0))).toMatchObject({
      status: 'Not Yet Determined',
      status_justification: null,
      lock_version: 3,
    })
    expect((await undo(workspace, { update_id: body.update_id })).status).toBe(409)
  })

  test('C-83: undoes nothing if one of the requirements has changed since', async () => {
    const workspace = await createWorkspace(world)
    const { body } = await bulk(workspace, { ...high, filter: {} })
    await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 1)}`, { rule: { title: 'Newer' } })
    const undone = await undo(workspace, { update_id: body.update_id })
    expect([undone.status, undone.body.reason]).toEqual([409, 'rule.update_overtaken'])
    expect(await readSeverities(workspace)).toEqual(['high', 'high', 'high'])
  })

  test('C-83: undoes nothing after ten minutes', async () => {
    const workspace = await createWorkspace(world)
    const { body } = await bulk(workspace, { ...high, filter: {} })
    const before = new Date(Date.now() - 11 * 60_000).toISOString()
    await world.database.queries
      .updateTable('bulk_updates')
      .set({ created_at: before })
      .where('id', '=', body.update_id)
      .execute()
    expect((await undo(workspace, { update_id: body.update_id })).body.reason).toBe('rule.nothing_to_undo')
  })

  test('C-83: rejects invalid requests, names the field, and changes nothing', async () => {
    const workspace = await createWorkspace(world)
    const other = await createWorkspace(world)
    const ids = { rule_ids: workspace.rules }
    for (const [body, field] of [
      [{ rule: {}, ...ids }, 'rule'],
      [{ ...high }, 'rule_ids'],
      [{ ...high, rule_ids: Array.from({ length: 10_001 }, (_, index) => index + 1) }, 'rule_ids'],
      [{ ...high, ...ids, filter: {} }, 'rule_ids'],
      [{ ...high, rule_ids: other.rules }, 'rule_ids'],
      [{ ...high, filter: { colour: 'red' } }, 'filter.colour'],
      [{ ...high, ...ids, expected_lock_versions: { x: 1 } }, 'expected_lock_versions'],
      [{ rule: { status: 'Applicable' }, ...ids }, 'status'],
      [{ rule: { title: 'No' }, ...ids }, 'rule.title'],
    ] as const) {
      const { status, body: answer } = await bulk(workspace, body)
      expect([status, Object.keys(answer.errors ?? {}).join()], JSON.stringify(body)).toEqual([
        422,
        expect.stringContaining(field.split('.').at(-1) ?? ''),
      ])
    }
    expect((await bulk(workspace, ids)).status).toBe(400)
    await setComponent(world, workspace, { comment_phase: 'closed', closed_reason: 'finalized' })
    expect((await bulk(workspace, { ...high, ...ids })).body.reason).toBe('component.frozen')
    expect(await readSeverities(workspace)).toEqual(['medium', 'medium', 'medium'])
  })

  test('is allowed for authors', async () => {
    const workspace = await createWorkspace(world)
    const body = { ...high, filter: {} }
    expect((await bulk(workspace, body, 'viewer')).status).toBe(403)
    expect((await bulk(workspace, body, 'nonMember')).status).toBe(404)
    expect((await undo(workspace, { update_id: crypto.randomUUID() }, 'viewer')).status).toBe(403)
    expect(await readSeverities(workspace)).toEqual(['medium', 'medium', 'medium'])
  })
})

describe('deleted requirements', () => {
  test('are listed newest first, with the user who deleted them', async () => {
    const workspace = await createWorkspace(world)
    const [first, second] = workspace.rules
    await workspace.as.admin.delete(`/rules/${first}`)
    await workspace.as.admin.delete(`/rules/${second}`)
    const path = `/components/${workspace.component.id}/rules/deleted`
    const { body } = await workspace.as.author.get(path)
    expect(body.rules.map(({ id }: Body) => id)).toEqual([second, first])
    expect(body.rules[0]).toMatchObject({
      displayed_name: 'ABCD-01-000002',
      deleted_by: workspace.people.admin.name,
      moved: false,
    })
    expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 2 })
    expect((await workspace.as.author.get(`${path}?page=2&per_page=1`)).body.rules).toHaveLength(1)
    expect((await workspace.as.viewer.get(path)).status).toBe(403)
    expect((await workspace.as.nonMember.get(path)).status).toBe(404)
  })
})

describe('the picker', () => {
  test('returns named requirements with the fields that an editor needs', async () => {
    const workspace = await createWorkspace(world)
    const other = await createWorkspace(world)
    const path = `/components/${workspace.component.id}/rules_picker`
    const query = `?ids=${getRuleAt(workspace, 1)}&ids=${getRuleAt(other, 0)}`
    const { body } = await workspace.as.viewer.get(path + query)
    expect(body.rules).toHaveLength(1)
    const full = await workspace.rule(getRuleAt(workspace, 1))
    const { lock_version, updated_at, nist_control_family, locked_fields } = full
    expect(body.rules[0]).toMatchObject({
      id: getRuleAt(workspace, 1),
      lock_version,
      updated_at,
      nist_control_family,
      locked_fields,
    })
    expect((await workspace.as.viewer.get(path)).body.rules).toHaveLength(3)
  })
})
