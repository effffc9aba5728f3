import { Relocation } from '../../../entities/relocation.ts'
import type { World } from '../world.ts'
import type { Recipe, Recipes, RecipeScene } from './scene.ts'

/** An authored requirement of a component of the scene's project. */
async function anAuthored(world: World, { project }: RecipeScene): Promise<number> {
  const component = await world.aComponent(project, { documentType: 'srg' })
  return (await world.aRule(component)).id
}

/** An open proposal, and an SRG component that can accept it. */
async function aProposal(world: World, { project }: RecipeScene): Promise<Recipe> {
  const source = await world.aComponent(project, { documentType: 'srg' })
  const target = await world.aComponent(project, { documentType: 'srg' })
  const rule = await world.aRule(source)
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
    params: { ruleId: await anAuthored(world, scene) },
    body: { requirement_relocation: { target_technology_token: 'ABCD' } },
  }),
  'GET /requirement_relocations': () => ({}),
  'GET /requirement_relocations/destinations': () => ({}),
  'DELETE /requirement_relocations/{id}': async (scene, world) => {
    const { params } = await aProposal(world, scene)
    return params ? { params } : {}
  },
  'POST /requirement_relocations/{id}/dry_run': (scene, world) => aProposal(world, scene),
  'POST /requirement_relocations/{id}/accept': (scene, world) => aProposal(world, scene),
  'POST /requirement_relocations/{id}/decline': async (scene, world) => {
    const { params, body } = await aProposal(world, scene)
    return {
      ...(params ? { params } : {}),
      body: { ...body, requirement_relocation: { adjudication_rationale: 'Not ours.' } },
    }
  },
}
