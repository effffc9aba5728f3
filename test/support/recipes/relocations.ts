import { Relocation } from '../../../entities/relocation.ts'
import type { World } from '../world.ts'
import type { Recipe, Recipes, RecipeScene } from './scene.ts'

/** An authored requirement of a component of the scene's project. */
async function createAuthoredRequirement(world: World, { project }: RecipeScene): Promise<number> {
  const component = await world.createComponent(project, { documentType: 'srg' })
  return (await world.createRule(component)).id
}

/** An open proposal, and an SRG component that can accept it. */
async function createOpenProposal(world: World, { project }: RecipeScene): Promise<Recipe> {
  const source = await world.createComponent(project, { documentType: 'srg' })
  const target = await world.createComponent(project, { documentType: 'srg' })
  const rule = await world.createRule(source)
  const relocation = await world.stored((em) =>
    em.create(Relocation, {
      componentId: source.id,
      sourceRuleId: rule.id,
      sourceDisplayedName: `${source.prefix}-${rule.ruleId}`,
      targetTechnologyToken: 'ABCD',
    }),
  )
  return { params: { id: relocation.id }, body: { target_component_id: target.id } }
}

/** Requests for relocations of authored requirements. */
export const relocationRecipes: Recipes = {
  'POST /rules/{ruleId}/relocations': async (scene, world) => ({
    params: { ruleId: await createAuthoredRequirement(world, scene) },
    body: { requirement_relocation: { target_technology_token: 'ABCD' } },
  }),
  'GET /requirement_relocations': () => ({}),
  'GET /requirement_relocations/destinations': () => ({}),
  'DELETE /requirement_relocations/{id}': async (scene, world) => {
    const { params } = await createOpenProposal(world, scene)
    return params ? { params } : {}
  },
  'POST /requirement_relocations/{id}/dry_run': (scene, world) => createOpenProposal(world, scene),
  'POST /requirement_relocations/{id}/accept': (scene, world) => createOpenProposal(world, scene),
  'POST /requirement_relocations/{id}/decline': async (scene, world) => {
    const { params, body } = await createOpenProposal(world, scene)
    return {
      ...(params ? { params } : {}),
      body: { ...body, requirement_relocation: { adjudication_rationale: 'Not ours.' } },
    }
  },
}
