import type { World } from '../world.ts'
import type { Recipes, RecipeScene } from './scene.ts'

async function createEarlierState(world: World, { admin, rule }: RecipeScene): Promise<number> {
  const { patch } = await world.rest(admin)
  await patch(`/rules/${rule.id}`, { rule: { title: 'Changed once' } })
  const { id } = await world.database.queries
    .selectFrom('audit_entries')
    .select('id')
    .where('rule_id', '=', rule.id)
    .where('action', '=', 'update')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function createSatisfier(world: World, { admin, component, rule }: RecipeScene): Promise<number> {
  const { id } = await world.createRule(component)
  const rest = await world.rest(admin)
  await rest.post('/rule_satisfactions', { rule_id: rule.id, satisfied_by_rule_id: id })
  return id
}

/** Requests for requirements, their locks and their links. */
export const ruleRecipes: Recipes = {
  'GET /components/{id}/rules': ({ component }) => ({ params: { id: component.id } }),
  'GET /components/{componentId}/rules': ({ component }) => ({ params: { componentId: component.id } }),
  'GET /components/{componentId}/rules_picker': ({ component }) => ({
    params: { componentId: component.id },
  }),
  'GET /components/{componentId}/rules/deleted': async ({ component, admin }, world) => {
    const reader = world.database.queries
    const stored = reader.selectFrom('components').select('released').where('id', '=', component.id)
    if (!(await stored.executeTakeFirstOrThrow()).released) {
      const { id } = await world.createRule(component)
      await (await world.rest(admin)).delete(`/rules/${id}`)
    }
    return { params: { componentId: component.id } }
  },
  'PATCH /components/{componentId}/rules/bulk_update': ({ component, rule }) => ({
    params: { componentId: component.id },
    body: { rule: { rule_severity: 'high' }, rule_ids: [rule.id] },
  }),
  'POST /components/{componentId}/rules/undo_bulk_update': async ({ component, rule, admin }, world) => {
    const { update_id } = await world.as(admin).rules.bulkUpdate({
      componentId: component.id,
      rule: { rule_severity: 'high' },
      rule_ids: [rule.id],
    })
    return { params: { componentId: component.id }, body: { update_id } }
  },
  'POST /components/{componentId}/rules': ({ component }) => ({
    params: { componentId: component.id },
    body: { rule: { title: 'A made requirement' } },
  }),
  'GET /rules/{id}': ({ rule }) => ({ params: { id: rule.id } }),
  'GET /rules/{ruleId}': ({ rule }) => ({ params: { ruleId: rule.id } }),
  'PATCH /rules/{ruleId}': ({ rule }) => ({
    params: { ruleId: rule.id },
    body: { rule: { title: 'Changed' } },
  }),
  'PUT /rules/{ruleId}': ({ rule }) => ({
    params: { ruleId: rule.id },
    body: {
      rule: {
        status: 'Applicable - Configurable',
        title: 'Replaced',
        fixtext: 'Fix it.',
        vendor_comments: null,
      },
    },
  }),
  'DELETE /rules/{ruleId}': ({ rule }) => ({ params: { ruleId: rule.id } }),
  'POST /rules/{ruleId}/restore': async ({ rule, admin }, world) => {
    await (await world.rest(admin)).delete(`/rules/${rule.id}`)
    return { params: { ruleId: rule.id } }
  },
  'POST /rules/{ruleId}/revert': async (scene, world) => ({
    params: { ruleId: scene.rule.id },
    body: { audit_id: await createEarlierState(world, scene), fields: ['title'], audit_comment: 'Back.' },
  }),
  'PATCH /rules/{ruleId}/section_locks': ({ rule }) => ({
    params: { ruleId: rule.id },
    body: { section: 'Fix', locked: true },
  }),
  'PATCH /rules/{ruleId}/bulk_section_locks': ({ rule }) => ({
    params: { ruleId: rule.id },
    body: { sections: ['Fix'], locked: true },
  }),
  'POST /rule_satisfactions': async ({ rule, component }, world) => ({
    body: { rule_id: rule.id, satisfied_by_rule_id: (await world.createRule(component)).id },
  }),
  'DELETE /rule_satisfactions/{ruleId}': async (scene, world) => ({
    params: { ruleId: scene.rule.id },
    body: { satisfied_by_rule_id: await createSatisfier(world, scene) },
  }),
}
