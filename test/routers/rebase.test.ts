import { beforeAll, describe, expect, test } from 'vitest'
import {
  createWorkspace,
  linkSatisfaction,
  getRuleAt,
  setComponent,
  setRule,
  type Workspace,
} from '../support/authoring.ts'
import { uploadTwoReleases } from '../support/guide-releases.ts'
import type { Answer, Body, Rest } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let admin: Rest

beforeAll(async () => {
  admin = await world.rest(await world.createSystemAdmin())
})

type Person = keyof Workspace['as']
interface Releases {
  old: number
  next: number
}

const rebase = (
  workspace: Workspace,
  srg: number,
  body: Body = {},
  person: Person = 'admin',
): Promise<Answer> =>
  workspace.as[person].post(`/components/${workspace.component.id}/rebase`, {
    security_requirements_guide_id: srg,
    ...body,
  })
const undo = (workspace: Workspace, id: string, person: Person = 'admin'): Promise<Answer> =>
  workspace.as[person].post(`/components/${workspace.component.id}/undo_rebase`, { rebase_id: id })
const readComponent = async (workspace: Workspace): Promise<Body> =>
  (await workspace.as.viewer.get(`/components/${workspace.component.id}`)).body
const readTexts = async (workspace: Workspace): Promise<unknown[]> =>
  (await readComponent(workspace)).rules.map((rule: Body) => [
    rule.rule_id,
    rule.version,
    rule.title,
    rule.fixtext,
  ])
const readSources = async (workspace: Workspace): Promise<number[]> => {
  const rows = await world.database.queries
    .selectFrom('component_sources')
    .select('srg_id')
    .where('component_id', '=', workspace.component.id)
    .orderBy('srg_id')
    .execute()
  return rows.map(({ srg_id: id }) => id)
}

/** A component on the old release whose requirement C has an edited fix. */
async function createFixture(): Promise<{ workspace: Workspace; releases: Releases }> {
  const releases = await uploadTwoReleases(admin)
  const workspace = await createWorkspace(world, { srg: releases.old })
  await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 2)}`, { rule: { fixtext: 'Our C' } })
  return { workspace, releases }
}

const BEFORE = [
  ['000001', 'A', 'A', 'Same'],
  ['000002', 'B', 'B', 'Old B'],
  ['000003', 'C', 'Old title', 'Our C'],
  ['000004', 'D', 'D', 'D'],
]

describe('a dry run of a rebase', () => {
  test('C-96: returns base, new and own text of each section, conflicts first, and stores nothing', async () => {
    const { workspace, releases } = await createFixture()
    const before = await readComponent(workspace)
    const { status, body, headers } = await rebase(workspace, releases.next, { dry_run: true })
    expect([status, body.rebase_id, headers.get('etag')]).toEqual([200, null, expect.any(String)])
    expect(body.totals).toEqual({
      relinked: 3,
      changed: 2,
      conflicts: 1,
      added: 1,
      removed: 1,
      kept: 0,
      skipped: 0,
    })
    expect(body.rows.map((row: Body) => [row.rule_id, row.kind, row.removed, row.skipped])).toEqual([
      ['000003', 'changed', false, null],
      ['000004', 'dropped', true, null],
      ['000002', 'changed', false, null],
    ])
    expect(body.rows[0].sections).toEqual([
      {
        field: 'title',
        base: 'Old title',
        new: 'New title',
        ours: 'Old title',
        conflict: false,
        locked: false,
        take: 'new',
      },
      {
        field: 'fixtext',
        base: 'Old C',
        new: 'New C',
        ours: 'Our C',
        conflict: true,
        locked: false,
        take: 'ours',
      },
    ])
    expect(body.added).toMatchObject([{ version: 'E', title: 'E' }])
    const rest = await rebase(workspace, releases.next, { dry_run: true, offset: 2 })
    expect(rest.body.rows.map((row: Body) => row.rule_id)).toEqual(['000002'])
    expect(await readComponent(workspace)).toEqual(before)
  })
})

describe('a rebase in place', () => {
  test('C-96: takes new texts that the component did not change, and preserves its own texts', async () => {
    const { workspace, releases } = await createFixture()
    const { status, body } = await rebase(workspace, releases.next)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.toast.message).toEqual(['V1R2: 3 re-linked, 2 of them changed, 1 added, 1 removed, 0 kept.'])
    expect(await readTexts(workspace)).toEqual([
      ['000001', 'A', 'A', 'Same'],
      ['000002', 'B', 'B', 'New B'],
      ['000003', 'C', 'New title', 'Our C'],
      ['000005', 'E', 'E', 'E'],
    ])
    expect(await readSources(workspace)).toEqual([releases.next])
    const component = await readComponent(workspace)
    expect(component.security_requirements_guide_id).toBe(releases.next)
    const comments: string[] = component.histories.map((entry: Body) => entry.comment ?? '')
    expect(comments.some((comment) => comment.startsWith('Rebased onto V1R2: 3 re-linked'))).toBe(true)
    const guides = await Promise.all(
      [releases.old, releases.next].map(async (id) => (await admin.get(`/srgs/${id}`)).body),
    )
    const [oldName, newName] = guides.map(({ title, version }) => `${title} ${version}`)
    const changes = component.histories.flatMap((entry: Body) => entry.audited_changes)
    expect(changes.find((change: Body) => change.field === 'source_srg_ids')).toEqual({
      field: 'source_srg_ids',
      prev_value: [releases.old],
      new_value: [releases.next],
      prev_name: oldName,
      new_name: newName,
    })
    const changed = await workspace.rule(getRuleAt(workspace, 1))
    expect(changed.histories[0]).toMatchObject({ action: 'update', comment: 'Rebased onto V1R2' })
    expect(changed.inspec_control_file).toContain('New B')
    expect(changed.srg_rule_attributes.fixtext).toBe('New B')
  })

  test('C-96: applies the choices by requirement and section', async () => {
    const { workspace, releases } = await createFixture()
    const preview = (await rebase(workspace, releases.next, { dry_run: true })).body
    const [, b, c, d] = workspace.rules
    const { status, body } = await rebase(workspace, releases.next, {
      choices: [
        { id: b, fields: [{ field: 'fixtext', take: 'ours' }] },
        {
          id: c,
          fields: [
            { field: 'title', take: 'text', text: 'Merged title' },
            { field: 'fixtext', take: 'new' },
            { field: 'vuln_discussion', take: 'text', text: 'Merged discussion' },
          ],
        },
        { id: d, remove: false },
      ],
      left_out_srg_rule_ids: [preview.added[0].srg_rule_id],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await readTexts(workspace)).toEqual([
      ['000001', 'A', 'A', 'Same'],
      ['000002', 'B', 'B', 'Old B'],
      ['000003', 'C', 'Merged title', 'New C'],
      ['000004', 'D', 'D', 'D'],
    ])
    const [disa] = (await workspace.rule(getRuleAt(workspace, 2))).disa_rule_descriptions_attributes
    expect(disa.vuln_discussion).toBe('Merged discussion')
  })

  test('C-96: leaves locked, reviewed and newer requirements on their release, and moves them later', async () => {
    const { workspace, releases } = await createFixture()
    const [, b, c, d] = workspace.rules
    await setRule(world, b, { locked: true })
    await setRule(world, d, { review_requestor_id: workspace.people.author.id })
    const versions = { [String(c)]: 1 }
    const { body } = await rebase(workspace, releases.next, { expected_lock_versions: versions })
    expect(body.rows.map((row: Body) => [row.rule_id, row.skipped.reason])).toEqual([
      ['000003', 'stale'],
      ['000002', 'rule.locked'],
    ])
    expect([body.totals.skipped, body.totals.kept, body.toast.variant]).toEqual([2, 1, 'warning'])
    expect((await readTexts(workspace)).slice(0, 4)).toEqual(BEFORE)
    await setRule(world, b, { locked: false })
    const later = await rebase(workspace, releases.next)
    expect(later.body.totals).toMatchObject({ relinked: 2, changed: 2, added: 0, skipped: 0 })
    expect((await readTexts(workspace)).slice(1, 3)).toEqual([
      ['000002', 'B', 'B', 'New B'],
      ['000003', 'C', 'New title', 'Our C'],
    ])
  })

  test('C-96: preserves texts of locked sections, and dropped requirements that others are linked to', async () => {
    const { workspace, releases } = await createFixture()
    const [a, b, , d] = workspace.rules
    await setRule(world, b, { locked_fields: { Fix: true } })
    await linkSatisfaction(workspace, a ?? 0, d ?? 0)
    const { body } = await rebase(workspace, releases.next)
    expect(body.totals).toMatchObject({ removed: 0, kept: 1 })
    expect((await readTexts(workspace)).slice(0, 4)).toEqual([
      ['000001', 'A', 'A', 'Same'],
      ['000002', 'B', 'B', 'Old B'],
      ['000003', 'C', 'New title', 'Our C'],
      ['000004', 'D', 'D', 'D'],
    ])
  })

  test('C-96: rejects invalid requests, names the field, and changes nothing', async () => {
    const { workspace, releases } = await createFixture()
    const other = await createFixture()
    const [a, b, c, d] = workspace.rules
    await setRule(world, b, { locked_fields: { Fix: true } })
    await linkSatisfaction(workspace, a ?? 0, d ?? 0)
    const before = await readComponent(workspace)
    const chooseField = (id: number | undefined, field: string, take: string, text?: string) => ({
      choices: [{ id, fields: [{ field, take, text }] }],
    })
    for (const [srg, body, reason] of [
      [2_147_483_647, {}, 'guide.unknown'],
      [other.releases.next, {}, 'component.ineligible_source'],
      [releases.next, chooseField(getRuleAt(other.workspace, 0), 'title', 'new'), 'component.rebase_choice'],
      [releases.next, chooseField(b, 'fixtext', 'new'), 'component.rebase_choice'],
      [releases.next, chooseField(c, 'title', 'text'), 'component.rebase_choice'],
      [releases.next, chooseField(c, 'rule_severity', 'text', 'high'), 'component.rebase_choice'],
      [releases.next, chooseField(d, 'title', 'new'), 'component.rebase_choice'],
      [releases.next, { choices: [{ id: d, remove: true }] }, 'component.rebase_choice'],
      [releases.next, { choices: [{ id: b, remove: true }] }, 'component.rebase_choice'],
      [releases.next, { choices: [{ id: b }, { id: b }] }, 'component.rebase_choice'],
      [releases.next, { left_out_srg_rule_ids: [1] }, 'validation'],
      [releases.next, chooseField(c, 'title', 'text', 'x'.repeat(2001)), 'validation'],
      [releases.next, chooseField(c, 'colour', 'new'), 'validation'],
      [releases.next, chooseField(c, 'title', 'theirs'), 'validation'],
      [releases.next, { expected_lock_versions: { x: 1 } }, 'validation'],
    ] as const) {
      const answer = await rebase(workspace, srg, body)
      expect([answer.status, answer.body.reason], JSON.stringify(body)).toEqual([422, reason])
    }
    expect((await rebase(workspace, releases.next, { expected_lock_version: 900 })).status).toBe(409)
    expect(await readComponent(workspace)).toEqual(before)
    await setComponent(world, workspace, { comment_phase: 'closed', closed_reason: 'finalized' })
    expect((await rebase(workspace, releases.next)).body.reason).toBe('component.frozen')
    expect((await rebase(workspace, releases.old, { dry_run: true })).body.reason).toBe('component.frozen')
  })

  test('A-70: names the requirement of a text that is too long', async () => {
    const { workspace, releases } = await createFixture()
    const fields = [{ field: 'fixtext', take: 'text', text: 'x'.repeat(32_768) }]
    const { status, body } = await rebase(workspace, releases.next, {
      choices: [{ id: getRuleAt(workspace, 2), fields }],
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ fixtext: ['of requirement 000003 must have at most 32767 characters'] })
    expect(body.toast.message).toEqual(['Fixtext of requirement 000003 must have at most 32767 characters'])
  })

  test('C-46: stores a chosen list of CCIs as every other edit does', async () => {
    const { workspace, releases } = await createFixture()
    const id = getRuleAt(workspace, 2)
    const fields = [{ field: 'ident', take: 'text', text: 'cci-366; CCI-000001 CCI-000366' }]
    expect((await rebase(workspace, releases.next, { choices: [{ id, fields }] })).status).toBe(200)
    expect((await workspace.rule(id)).ident).toBe('CCI-000001, CCI-000366')
  })

  test('C-96: the history of an added requirement names the user and the release', async () => {
    const { workspace, releases } = await createFixture()
    await rebase(workspace, releases.next)
    const added = (await readComponent(workspace)).rules.find((rule: Body) => rule.version === 'E')
    const [entry] = (await workspace.rule(added.id)).histories
    expect(entry).toMatchObject({
      action: 'create',
      name: workspace.people.admin.name,
      comment: 'Rebased onto V1R2',
    })
  })

  test('C-96: ignores choices for a requirement that was deleted after the caller saw it', async () => {
    const { workspace, releases } = await createFixture()
    const [, , c, d] = workspace.rules
    const preview = (await rebase(workspace, releases.next, { dry_run: true })).body
    const seen = preview.rows.map((row: Body) => [row.id, row.lock_version])
    for (const id of [c, d]) expect((await workspace.as.admin.delete(`/rules/${id}`)).status).toBe(200)
    const choices = [
      { id: c, fields: [{ field: 'fixtext', take: 'text', text: 'Merged' }] },
      { id: d, remove: false },
    ]
    const unseen = await rebase(workspace, releases.next, { choices })
    expect(unseen.body.reason).toBe('component.rebase_choice')
    const versions = Object.fromEntries(seen)
    const { status, body } = await rebase(workspace, releases.next, {
      choices,
      expected_lock_versions: versions,
    })
    expect([status, body.totals.relinked], JSON.stringify(body)).toEqual([200, 2])
  })

  test('C-96: reports if no requirement is left to move', async () => {
    const { workspace, releases } = await createFixture()
    expect((await rebase(workspace, releases.old)).body.reason).toBe('component.rebase_unneeded')
  })

  test('C-96: preserves edited texts of an authored SRG, and links them to the new core rules', async () => {
    const { old, next } = await uploadTwoReleases(admin)
    await world.database.queries
      .updateTable('srgs')
      .set({ core: true })
      .where('id', 'in', [old, next])
      .execute()
    const workspace = await createWorkspace(world, { srg: old, type: 'srg' })
    await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 1)}`, { rule: { fixtext: 'Our B' } })
    const { body } = await rebase(workspace, next)
    expect(body.totals).toMatchObject({ relinked: 3, conflicts: 1, added: 1, removed: 0, kept: 1 })
    const rules = (await readComponent(workspace)).rules
    expect(rules.map((rule: Body) => rule.fixtext).toSorted()).toEqual(['D', 'E', 'New C', 'Our B', 'Same'])
    expect((await undo(workspace, body.rebase_id)).status).toBe(200)
    expect((await readComponent(workspace)).rules).toHaveLength(4)
  })

  test('is allowed for admins of the component', async () => {
    const { workspace, releases } = await createFixture()
    for (const [role, status] of [
      ['viewer', 403],
      ['author', 403],
      ['reviewer', 403],
      ['nonMember', 404],
      ['anonymous', 401],
    ] as const) {
      expect((await rebase(workspace, releases.next, {}, role)).status).toBe(status)
      expect((await rebase(workspace, releases.next, { dry_run: true }, role)).status).toBe(status)
      expect((await undo(workspace, crypto.randomUUID(), role)).status).toBe(status)
    }
    expect(await readTexts(workspace)).toEqual(BEFORE)
  })
})

describe('undoing a rebase', () => {
  test('C-96: restores texts, links, dropped requirements and the source set, once', async () => {
    const { workspace, releases } = await createFixture()
    const { body } = await rebase(workspace, releases.next)
    const undone = await undo(workspace, body.rebase_id)
    expect([undone.status, undone.body.changed]).toEqual([200, 5])
    expect(await readTexts(workspace)).toEqual(BEFORE)
    expect(await readSources(workspace)).toEqual([releases.old])
    const component = await readComponent(workspace)
    expect(component.security_requirements_guide_id).toBe(releases.old)
    expect(component.histories.map((entry: Body) => entry.comment)).toContain('Rebase undone')
    expect((await workspace.rule(getRuleAt(workspace, 1))).srg_rule_attributes.fixtext).toBe('Old B')
    expect((await undo(workspace, body.rebase_id)).body.reason).toBe('component.no_rebase_to_undo')
    const again = await rebase(workspace, releases.next)
    expect([again.status, again.body.totals.added]).toEqual([200, 1])
  })

  test('C-96: is rejected after any edit', async () => {
    const { workspace, releases } = await createFixture()
    const { body } = await rebase(workspace, releases.next)
    await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 0)}`, { rule: { title: 'Newer' } })
    const answer = await undo(workspace, body.rebase_id)
    expect([answer.status, answer.body.reason]).toEqual([409, 'component.rebase_overtaken'])
    expect((await readTexts(workspace))[1]).toEqual(['000002', 'B', 'B', 'New B'])
  })

  test('C-96: is rejected after the old release was deleted from the catalog', async () => {
    const { old, next } = await uploadTwoReleases(admin, {
      old: [{ version: 'A', ruleId: 'SV-A', fix: 'Old' }],
      next: [{ version: 'A', ruleId: 'SV-A', fix: 'New' }],
    })
    const workspace = await createWorkspace(world, { srg: old })
    const { body } = await rebase(workspace, next)
    expect((await admin.delete(`/srgs/${old}`)).status).toBe(200)
    expect((await undo(workspace, body.rebase_id)).body.reason).toBe('component.rebase_overtaken')
  })
})
