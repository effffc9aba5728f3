import type { World } from '../world.ts'
import { createStig } from './authoring.ts'
import type { Recipes, RecipeScene } from './scene.ts'

/** The id of the released component of the scene's project, or of the scene's component. */
async function findReleased({ project, component }: RecipeScene, world: World): Promise<number> {
  const row = await world.database.queries
    .selectFrom('components')
    .select('id')
    .where('project_id', '=', project.id)
    .where('released', '=', true)
    .executeTakeFirst()
  return row?.id ?? component.id
}

/** Requests for exports. */
export const exportRecipes: Recipes = {
  'GET /components/{id}/export/{type}': ({ component }) => ({ params: { id: component.id, type: 'xccdf' } }),
  'GET /components/bulk_export/{type}': async (scene, world) => ({
    params: { type: 'xccdf' },
    query: { component_ids: String(await findReleased(scene, world)) },
  }),
  'GET /projects/{id}/export/{type}': ({ project, component }) => ({
    params: { id: project.id, type: 'disposition_csv' },
    query: { component_ids: String(component.id) },
  }),
  'GET /srgs/{id}/export/{type}': ({ srg }) => ({ params: { id: srg.id, type: 'csv' } }),
  'GET /stigs/{id}/export/{type}': async (scene, world) => ({
    params: { id: await createStig(world, scene), type: 'csv' },
  }),
}
