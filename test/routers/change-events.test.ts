import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('the change events of a stream', () => {
  const readEvents = async (projectId: number) => {
    const rows = await world.database.queries
      .selectFrom('domain_events')
      .select(['kind', 'component_id', 'data'])
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, component_id, data }) => [kind, component_id, data['rule_id'] ?? null])
  }

  it('R-52: cover requirements and components, each once', async () => {
    const { project, component, rule, author, admin } = await createCommentScene(world)
    const [staff, owner] = [await world.rest(author), await world.rest(admin)]
    const expectEvents = async (expected: unknown[][]) => {
      const events = await readEvents(project.id)
      await world.database.queries.deleteFrom('domain_events').where('project_id', '=', project.id).execute()
      expect(events).toEqual(expected)
    }
    const toRuleEvent = (id: number) => ['rule.changed', component.id, id]
    const fields = { title: 'New', disa_rule_descriptions_attributes: [{ vuln_discussion: 'Because' }] }
    expect((await staff.patch(`/rules/${rule.id}`, { rule: fields })).status).toBe(200)
    await expectEvents([toRuleEvent(rule.id)])
    const added = await owner.post(`/components/${component.id}/rules`, { rule: {} })
    await expectEvents([toRuleEvent(added.body.data.id)])
    const links = { rule_id: rule.id, satisfied_by_rule_id: added.body.data.id }
    expect((await staff.post('/rule_satisfactions', links)).status).toBe(200)
    expect((await readEvents(project.id)).map(([kind]) => kind)).toContain('rule.changed')
    await world.database.queries.deleteFrom('domain_events').where('project_id', '=', project.id).execute()
    const step = { action: 'lock_control', comment: 'Done' }
    await owner.post(`/rules/${rule.id}/reviews`, { review: step })
    await expectEvents([toRuleEvent(rule.id)])
    await owner.delete(`/rules/${added.body.data.id}`)
    expect(await readEvents(project.id)).toContainEqual(toRuleEvent(added.body.data.id))
    await world.database.queries.deleteFrom('domain_events').where('project_id', '=', project.id).execute()
    await owner.patch(`/components/${component.id}`, { component: { comment_phase: 'closed' } })
    await expectEvents([['component.changed', component.id, null]])
    await owner.patch(`/components/${component.id}`, { component: { comment_phase: 'open' } })
    await expectEvents([['component.changed', component.id, null]])
    const release = await owner.patch(`/components/${component.id}`, { component: { released: true } })
    expect(release.status).toBe(200)
    await expectEvents([['component.released', component.id, null]])
  })

  it('R-52: omit rejected changes, and a new component with its requirements is one event', async () => {
    const project = await world.createProject()
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const srg = await world.createSrg({ rules: 3 })
    const component = { name: 'C', prefix: 'ABCD-02', title: 'T', security_requirements_guide_id: srg.id }
    const { body } = await admin.post(`/projects/${project.id}/components`, { component })
    expect(await readEvents(project.id)).toEqual([['component.changed', body.component.id, null]])
    await admin.patch(`/components/${body.component.id}`, { component: { comment_phase: 'never' } })
    expect(await readEvents(project.id)).toHaveLength(1)
  })

  it('R-52: name the kind of each comment change', async () => {
    const scene = await createCommentScene(world)
    const { project, component, rule, viewer, author, admin } = scene
    const target = await world.createRule(component)
    const createComment = (values = {}) => world.createReview(rule, viewer, values)
    const [staff, owner, commenter] = [
      await world.rest(author),
      await world.rest(admin),
      await world.rest(viewer),
    ]
    const reason = { audit_comment: 'Because.' }
    const closed = { triageStatus: 'concur', adjudicatedAt: new Date() } as const
    const merged = [(await createComment()).id, (await createComment()).id]
    const steps: [string, () => Promise<unknown>][] = [
      [
        'edited',
        async () => commenter.put(`/reviews/${(await createComment()).id}`, { review: { comment: 'B' } }),
      ],
      ['withdrawn', async () => commenter.patch(`/reviews/${(await createComment()).id}/withdraw`)],
      ['withdrawn', async () => owner.patch(`/reviews/${(await createComment()).id}/admin_withdraw`, reason)],
      [
        'restored',
        async () => owner.patch(`/reviews/${(await createComment(closed)).id}/admin_restore`, reason),
      ],
      ['reopened', async () => staff.patch(`/reviews/${(await createComment(closed)).id}/reopen`)],
      [
        'adjudicated',
        async () =>
          staff.patch(`/reviews/${(await createComment({ triageStatus: 'concur' })).id}/adjudicate`),
      ],
      [
        'retagged',
        async () =>
          staff.patch(`/reviews/${(await createComment()).id}/section`, { section: 'title', ...reason }),
      ],
      [
        'assigned',
        async () =>
          staff.patch(`/reviews/${(await createComment()).id}/assignment`, { due_on: '2030-01-01' }),
      ],
      [
        'moved',
        async () =>
          owner.patch(`/reviews/${(await createComment()).id}/move_to_rule`, {
            rule_id: target.id,
            ...reason,
          }),
      ],
      ['merged', () => owner.patch('/reviews/merge', { review_ids: merged, survivor_id: merged[0] })],
      ['destroyed', async () => owner.delete(`/reviews/${(await createComment()).id}/admin_destroy`, reason)],
      [
        'reaction',
        async () => commenter.post(`/reviews/${(await createComment()).id}/reactions`, { kind: 'up' }),
      ],
    ]
    for (const [, send] of steps) expect(await send()).toMatchObject({ status: 200 })
    expect((await readEvents(project.id)).map(([kind]) => kind)).toEqual(
      steps.map(([kind]) => (kind === 'reaction' ? 'reaction.changed' : `comment.${kind}`)),
    )
  })
})
