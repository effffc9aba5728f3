import { describe, expect, test } from 'vitest'
import { Component } from '../../entities/component.ts'
import { Rule } from '../../entities/rule.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import type { Body } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const create = (
  workspace: Workspace,
  component: Record<string, unknown>,
  role: keyof Workspace['as'] = 'admin',
) => workspace.as[role].post(`/projects/${workspace.project.id}/components`, { component })
const readComponent = async (workspace: Workspace, id: number): Promise<Body> =>
  (await workspace.as.systemAdmin.get(`/components/${id}`)).body

describe('a duplicated component', () => {
  test('has all content, links, answers and comments, but no locks and no triage (C-29, R-29)', async () => {
    const workspace = await createWorkspace(world, {
      component: {
        additional_questions_attributes: [{ name: 'Host' }],
        component_metadata_attributes: { data: { Team: 'Blue' } },
      },
    })
    const [child = 0, parent = 0, dead = 0] = workspace.rules
    const question = (await readComponent(workspace, workspace.component.id)).additional_questions[0].id
    await workspace.as.author.patch(`/rules/${parent}`, {
      rule: {
        title: 'Own',
        status: 'Applicable - Configurable',
        additional_answers_attributes: [{ additional_question_id: question, answer: 'web1' }],
      },
    })
    await workspace.as.author.post('/rule_satisfactions', { rule_id: child, satisfied_by_rule_id: parent })
    const em = world.database.orm.em.fork()
    const rule = await em.findOneOrFail(Rule, { id: parent })
    const comment = await world.createReview(rule, workspace.people.viewer, {
      triageStatus: 'concur',
      section: 'fixtext',
    })
    await world.createReview(rule, workspace.people.author, {
      respondingToReviewId: comment.id,
      comment: 'Reply',
    })
    const imported = {
      userId: null,
      commenterImportedName: 'Old Name',
      comment: 'Imported',
      triageStatus: null,
    }
    await world.createReview(rule, workspace.people.author, imported)
    const withdrawnReply = {
      comment: 'Taken back',
      withdrawnAt: new Date(),
      respondingToReviewId: comment.id,
    }
    await world.createReview(rule, workspace.people.author, withdrawnReply)
    await workspace.as.admin.delete(`/rules/${dead}`)
    await getQueries()
      .updateTable('rules')
      .set({ locked: true, locked_fields: { Fix: true } })
      .where('id', '=', parent)
      .execute()
    const { status, body } = await create(workspace, {
      duplicate: true,
      id: workspace.component.id,
      name: 'Copy',
    })
    expect([status, body.component?.name]).toEqual([200, 'Copy'])
    const copy = await readComponent(workspace, body.component.id)
    expect(copy).toMatchObject({
      released: false,
      prefix: 'ABCD-01',
      rules_count: 2,
      metadata: { Team: 'Blue' },
      admin_name: workspace.people.admin.name,
    })
    const [first, second] = copy.rules
    expect(second).toMatchObject({ title: 'Own', locked: false, locked_fields: {}, rule_id: '000002' })
    expect(second.additional_answers_attributes).toMatchObject([{ answer: 'web1' }])
    expect(first.satisfied_by).toMatchObject([{ id: second.id }])
    expect(second.reviews).toMatchObject([
      { triage_status: null, section: 'fixtext', responses_count: 2, name: workspace.people.viewer.name },
      { comment: 'Reply', responding_to_review_id: second.reviews[0].id },
      { comment: 'Imported', name: 'Old Name', commenter_imported: true, triage_status: null },
      { comment: '[withdrawn]', responding_to_review_id: second.reviews[0].id },
    ])
    const { histories } = (await workspace.as.viewer.get(`/rules/${second.id}`)).body
    expect(histories.some((entry: Body) => entry.action === 'update')).toBe(true)
    const added = await workspace.as.admin.post(`/components/${copy.id}/rules`, { rule: {} })
    expect(added.body.data.rule_id).toBe('000003')
  })

  test('contains nothing of a deleted thread, and preserves its own copy if the thread is deleted later (C-29)', async () => {
    const workspace = await createWorkspace(world)
    const { id } = workspace.component
    const em = world.database.orm.em.fork()
    const rule = await em.findOneOrFail(Rule, { id: workspace.rules[0] ?? 0 })
    const createThread = async (text: string) => {
      const comment = await world.createReview(rule, workspace.people.viewer, { comment: `${text} comment` })
      await world.createReview(rule, workspace.people.author, {
        respondingToReviewId: comment.id,
        comment: `${text} reply`,
      })
      return comment.id
    }
    const destroy = (reviewId: number) =>
      workspace.as.admin.delete(`/reviews/${reviewId}/admin_destroy`, { audit_comment: 'Names a person.' })
    const deletedThread = await createThread('Gone')
    const standing = await createThread('Standing')
    const moved = await world.createReview(rule, workspace.people.viewer, { comment: 'Moved' })
    await workspace.as.admin.patch(`/reviews/${moved.id}/move_to_rule`, {
      rule_id: workspace.rules[1],
      audit_comment: 'Wrong place.',
    })
    expect((await destroy(deletedThread)).status).toBe(200)
    const { body } = await create(workspace, { duplicate: true, id, name: 'Copy' })
    const copy: number = body.component.id
    const readContent = async (component: number) => ({
      texts: (
        await getQueries()
          .selectFrom('reviews')
          .select('comment')
          .where('component_id', '=', component)
          .execute()
      ).map(({ comment }) => comment),
      auditLog: await getQueries()
        .selectFrom('audit_entries')
        .selectAll()
        .where('component_id', '=', component)
        .execute(),
    })
    const before = await readContent(copy)
    expect(before.texts.toSorted()).toEqual(['Moved', 'Standing comment', 'Standing reply'])
    expect(before.auditLog.length).toBeGreaterThan(0)
    expect(JSON.stringify(before.auditLog)).not.toMatch(/Gone|Names a person|Wrong place/)
    expect(JSON.stringify((await readContent(id)).auditLog)).toContain('Gone reply')

    expect((await destroy(standing)).status).toBe(200)
    expect((await readContent(copy)).texts).toEqual(before.texts)
    const comments = await getQueries()
      .selectFrom('reviews')
      .select('id')
      .where('component_id', '=', copy)
      .where('comment', '=', 'Standing comment')
      .executeTakeFirstOrThrow()
    expect((await destroy(comments.id)).status).toBe(200)
    expect((await readContent(copy)).texts).toEqual(['Moved'])
  })

  test('contains only what the caller may read, and is created in the project of the path (C-30)', async () => {
    const [workspace, other] = [await createWorkspace(world), await createWorkspace(world)]
    const hidden = await create(workspace, { duplicate: true, id: other.component.id })
    const unknown = await create(workspace, { duplicate: true, id: 2147483647 })
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text])
    expect((await create(workspace, { duplicate: true })).status).toBe(422)
    const stray = await create(workspace, {
      id: other.component.id,
      copy_component: false,
      name: 'Plain',
      prefix: 'ABCD-02',
      title: 'Plain',
      security_requirements_guide_id: workspace.component.securityRequirementsGuideId,
    })
    expect(stray.status).toBe(200)
    const copy = await create(workspace, {
      copy_component: true,
      id: workspace.component.id,
      project_id: other.project.id,
    })
    const row = await world.database.orm.em.fork().findOneOrFail(Component, { id: copy.body.component.id })
    expect(row.projectId).toBe(workspace.project.id)
  })
})

describe('a copy that cannot be created', () => {
  test.each([
    ['closed_reason', { closed_reason: 'finalized' }],
    [
      'comment_period_ends_at',
      { comment_period_starts_at: '2030-02-01', comment_period_ends_at: '2030-01-01' },
    ],
  ])('a copy is rejected because of its %s', async (field, change) => {
    const workspace = await createWorkspace(world)
    const { status, body } = await create(workspace, {
      duplicate: true,
      id: workspace.component.id,
      ...change,
    })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })
})

describe('an overlay', () => {
  test('is based on a released component of any project', async () => {
    const [base, workspace] = [await createWorkspace(world), await createWorkspace(world)]
    await getQueries()
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', base.component.id)
      .execute()
    const { body } = await create(workspace, { component_id: base.component.id })
    const overlay = await readComponent(workspace, body.component.id)
    expect(overlay).toMatchObject({ component_id: base.component.id, name: 'Component', released: false })
    expect(overlay.rules).toHaveLength(3)
    const rejected = await create(workspace, { component_id: workspace.component.id })
    expect(rejected.body.reason).toBe('component.overlay_unreleased')
    const project = await base.as.systemAdmin.delete(`/components/${base.component.id}`)
    expect(project.body.reason).toBe('component.overlaid')
  })
})

describe('a duplicate on a newer SRG release', () => {
  const createGuides = async (core: boolean) => {
    const id = core ? 'Network_Core_SRG' : unique('Line').replace('-', '_')
    const admin = await world.rest(await world.createSystemAdmin())
    const upload = async (release: string, rules: object[]) =>
      (await uploadGuide(admin, createGuideFile({ id, release, rules }))).body.srg.id
    const old = await upload('1', [
      { version: 'A', title: 'A old', fix: 'Old fix' },
      { version: 'B', title: 'B' },
      { version: 'C', title: 'C' },
      { version: 'D', title: 'D', ident: ['CCI-000366'], fix: 'F', vulnDiscussion: 'V' },
    ])
    const next = await upload('2', [
      { version: 'A', title: 'A new', fix: 'New fix', severity: 'high' as const },
      { version: 'D', title: 'D', ident: ['CCI-000366'], fix: 'F', vulnDiscussion: 'V' },
      { version: 'E', title: 'E' },
    ])
    return { old, next }
  }

  test('C-26: refreshes, drops, preserves and adds STIG requirements by version', async () => {
    const { old, next } = await createGuides(false)
    const workspace = await createWorkspace(world, { srg: old })
    const [, , c, d] = workspace.rules
    for (const id of [c, d]) {
      await workspace.as.author.patch(`/rules/${id}`, {
        rule: { status: 'Applicable - Configurable', title: 'Mine' },
      })
    }
    const { body } = await create(workspace, {
      duplicate: true,
      id: workspace.component.id,
      name: 'Next',
      security_requirements_guide_id: next,
    })
    expect(body.toast.message[1]).toBe('2 re-linked, 1 with changed core content, 1 kept, 1 added.')
    const copy = await readComponent(workspace, body.component.id)
    expect(copy).toMatchObject({ security_requirements_guide_id: next, srg_is_latest: true })
    const rules = copy.rules.map((rule: Body) => [rule.rule_id, rule.version, rule.title, rule.rule_severity])
    expect(rules).toEqual([
      ['000001', 'A', 'A new', 'high'],
      ['000003', 'C', 'Mine', 'medium'],
      ['000004', 'D', 'Mine', 'medium'],
      ['000005', 'E', 'E', 'medium'],
    ])
  })

  test('does not change the content of authored requirements', async () => {
    const { old, next } = await createGuides(true)
    const workspace = await createWorkspace(world, { type: 'srg', srg: old })
    await workspace.as.admin.post(`/components/${workspace.component.id}/rules`, {
      rule: { title: 'Net new' },
    })
    const { body } = await create(workspace, {
      duplicate: true,
      id: workspace.component.id,
      name: 'Next',
      security_requirements_guide_id: next,
    })
    expect(body.toast.message[1]).toBe('2 re-linked, 1 with changed core content, 2 kept, 1 added.')
    const copy = await readComponent(workspace, body.component.id)
    expect(copy.rules.map((rule: Body) => [rule.version, rule.title, rule.rule_severity])).toEqual([
      ['A', 'A old', 'high'],
      ['B', 'B', 'medium'],
      ['C', 'C', 'medium'],
      ['D', 'D', 'medium'],
      ['E', 'E', 'medium'],
      [null, 'Net new', 'medium'],
    ])
    const audit = copy.histories.find((entry: Body) => entry.comment?.startsWith('Rebased'))
    expect(audit.comment).toContain('2 re-linked')
  })

  const rebase = (workspace: Workspace, srg: number) =>
    create(workspace, {
      duplicate: true,
      id: workspace.component.id,
      name: unique('Rebased'),
      security_requirements_guide_id: srg,
    })

  test('restores no deleted requirement and reuses no number (C-31)', async () => {
    const { old, next } = await createGuides(false)
    const workspace = await createWorkspace(world, { srg: old })
    const [a, , , d] = workspace.rules
    for (const id of [a, d]) await workspace.as.admin.delete(`/rules/${id}`)
    const { body } = await rebase(workspace, next)
    expect(body.toast.message[1]).toBe('0 re-linked, 0 with changed core content, 0 kept, 1 added.')
    const { rules } = await readComponent(workspace, body.component.id)
    expect(rules.map((rule: Body) => [rule.rule_id, rule.version])).toEqual([['000004', 'E']])
  })

  test('restores the texts of children when their requirement is dropped', async () => {
    const { old, next } = await createGuides(false)
    const workspace = await createWorkspace(world, { srg: old })
    const [a, b] = workspace.rules
    await workspace.as.author.patch(`/rules/${a}`, {
      rule: { status: 'Not Applicable', status_justification: 'Why' },
    })
    await workspace.as.author.post('/rule_satisfactions', { rule_id: a, satisfied_by_rule_id: b })
    const { rules } = await readComponent(workspace, (await rebase(workspace, next)).body.component.id)
    expect(rules[0]).toMatchObject({
      version: 'A',
      status: 'Not Applicable',
      status_justification: 'Why',
      satisfied_by: [],
      disa_rule_descriptions_attributes: [{ mitigations: null }],
    })
  })

  test('links the children of a dropped requirement to another requirement that satisfies them (C-56)', async () => {
    const { old, next } = await createGuides(false)
    const workspace = await createWorkspace(world, { srg: old })
    const [child, dropped, , copied] = workspace.rules
    for (const parent of [copied, dropped]) {
      await workspace.as.author.post('/rule_satisfactions', { rule_id: child, satisfied_by_rule_id: parent })
    }
    const { rules } = await readComponent(workspace, (await rebase(workspace, next)).body.component.id)
    const text = `Satisfied by ABCD-01-${rules[1].rule_id}: D`
    expect(rules[0]).toMatchObject({
      version: 'A',
      status: 'Applicable - Does Not Meet',
      status_justification: text,
      satisfied_by: [{ id: rules[1].id }],
      disa_rule_descriptions_attributes: [{ mitigations: text }],
    })
  })

  test('C-26: a duplicate on another line keeps the SRG that its requirements come from', async () => {
    const [{ old }, { next }] = [await createGuides(false), await createGuides(false)]
    const workspace = await createWorkspace(world, { srg: old })
    await workspace.as.author.patch(`/rules/${workspace.rules[1]}`, {
      rule: { status: 'Applicable - Configurable' },
    })
    const { body } = await rebase(workspace, next)
    const sources = await getQueries()
      .selectFrom('component_sources')
      .select('srg_id')
      .where('component_id', '=', body.component.id)
      .orderBy('srg_id')
      .execute()
    expect(sources.map(({ srg_id }) => srg_id)).toEqual([old, next])
    const { histories } = await readComponent(workspace, body.component.id)
    const entry = histories.find(({ comment }: Body) => comment?.startsWith('Rebased'))
    expect(entry.audited_changes).toContainEqual({
      field: 'source_srg_ids',
      prev_value: [old],
      new_value: [old, next],
      prev_name: expect.any(String),
      new_name: expect.any(String),
    })
  })

  test('ends at number 999999', async () => {
    const { old, next } = await createGuides(false)
    const workspace = await createWorkspace(world, { srg: old })
    await getQueries()
      .updateTable('rules')
      .set({ rule_id: '999999' })
      .where('id', '=', workspace.rules[3] ?? 0)
      .execute()
    const { status, body } = await rebase(workspace, next)
    expect([status, body.reason]).toEqual([422, 'component.numbers_exhausted'])
  })
})
