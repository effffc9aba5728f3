import { JOB_REQUEST } from '../job-request.ts'
import type { World } from '../world.ts'
import type { Recipes, RecipeScene } from './scene.ts'

/** Requests for search, find and replace, and the audit log. */
export const searchRecipes: Recipes = {
  'GET /api/search/global': () => ({ query: { q: 'requirement' } }),
  'GET /api/search/comments': () => ({ query: { q: 'comment' } }),
  'GET /api/search/controls': () => ({ query: { q: 'session' } }),
  'GET /search/projects': ({ srg }) => ({ query: { q: srg.srgId } }),
  'GET /search/components': ({ srg }) => ({ query: { q: srg.srgId } }),
  'GET /search/rules': () => ({ query: { q: 'SRG-APP-000001' } }),
  'GET /rules/{ruleId}/search/related_rules': ({ rule }) => ({ params: { ruleId: rule.id } }),
  'POST /components/{id}/find_and_replace': ({ component }) => ({
    params: { id: component.id },
    body: { find: 'Requirement', replace: 'Rule' },
  }),
  'GET /api/audits': ({ project }) => ({ query: { project_id: project.id } }),
  'GET /jobs': () => ({}),
  'GET /jobs/{id}': async (scene, world) => ({ params: { id: await createJob(scene, world) } }),
  'GET /jobs/{id}/result': async (scene, world) => ({ params: { id: await createJob(scene, world) } }),
  'DELETE /jobs/{id}': async (scene, world) => ({ params: { id: await createJob(scene, world) } }),
  'GET /api/audits/export/{type}': ({ project }) => ({
    params: { type: 'csv' },
    query: { project_id: project.id },
  }),
  'GET /rules/{ruleId}/review_request': ({ rule }) => ({ params: { ruleId: rule.id } }),
  'GET /rules/{ruleId}/histories': ({ rule }) => ({ params: { ruleId: rule.id } }),
}

/** A finished export job of the viewer. */
async function createJob({ person, project }: RecipeScene, world: World): Promise<number> {
  const { id } = await world.database.queries
    .insertInto('jobs')
    .values({
      user_id: person.id,
      operation: 'audits.export',
      request: JOB_REQUEST,
      input: { type: 'csv', project_id: project.id },
      state: 'done',
      answer: { status: 200, headers: { 'content-type': 'application/json' }, bytes: 2 },
      finished_at: '2030-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.database.queries
    .insertInto('job_chunks')
    .values({ job_id: id, part: 'answer', position: 0, bytes: Buffer.from('{}') })
    .execute()
  return id
}
