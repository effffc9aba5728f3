import { unique } from '../factories.ts'
import { fileForm, guideFile, uploadGuide } from '../uploads.ts'
import type { World } from '../world.ts'
import type { Recipes, Scene } from './scene.ts'

async function aStig(world: World, { admin }: Scene): Promise<number> {
  const { body } = await uploadGuide(await world.rest(admin), guideFile(), { path: '/stigs' })
  return body.stig.id
}

async function twoReleases(world: World, { admin }: Scene): Promise<Record<string, number>> {
  const rest = await world.rest(admin)
  const id = unique('Line').replace('-', '_')
  const [base, diff] = await Promise.all(
    ['1', '2'].map((release) => uploadGuide(rest, guideFile({ id, release }))),
  )
  return { base_id: base?.body.srg.id, diff_id: diff?.body.srg.id }
}

/** Guides of the catalog, components and their requirements. */
export const authoringRecipes: Recipes = {
  'GET /srgs': () => ({}),
  'GET /srgs/{id}': ({ srg }) => ({ params: { id: srg.id } }),
  'POST /srgs': () => ({ form: fileForm('guide-xccdf.xml', guideFile()) }),
  'DELETE /srgs/{id}': async (_, world) => ({ params: { id: (await world.anSrg()).id } }),
  'GET /api/srgs/latest': () => ({}),
  'GET /api/srgs/compare': async (scene, world) => ({ query: await twoReleases(world, scene) }),
  'GET /api/srgs/{id}/stats': ({ srg }) => ({ params: { id: srg.id } }),
  'GET /stigs': () => ({}),
  'GET /stigs/{id}': async (scene, world) => ({ params: { id: await aStig(world, scene) } }),
  'POST /stigs': () => ({ form: fileForm('guide-xccdf.xml', guideFile()) }),
  'DELETE /stigs/{id}': async (scene, world) => ({ params: { id: await aStig(world, scene) } }),
  'GET /api/stigs/latest': () => ({}),
  'GET /api/stigs/{id}/stats': async (scene, world) => ({ params: { id: await aStig(world, scene) } }),
  'GET /components': () => ({}),
  'GET /components/{id}': ({ component }) => ({ params: { id: component.id } }),
  'POST /projects/{projectId}/components': ({ project, srg }) => ({
    params: { projectId: project.id },
    body: {
      component: {
        name: unique('Made'),
        prefix: 'MADE-01',
        title: 'A made component',
        security_requirements_guide_id: srg.id,
      },
    },
  }),
  'PATCH /components/{id}': ({ component }) => ({
    params: { id: component.id },
    body: { component: { title: 'Changed' } },
  }),
  'DELETE /components/{id}': ({ component }) => ({ params: { id: component.id } }),
  'GET /components/history': ({ project, component }) => ({
    query: { project_id: project.id, name: component.name },
  }),
  'GET /api/components/latest': () => ({}),
  'GET /api/components/compare': async ({ project, srg, component }, world) => {
    const other = await world.aComponent(project, { securityRequirementsGuideId: srg.id })
    return { query: { base_id: component.id, diff_id: other.id } }
  },
  'POST /components/{id}/find': ({ component }) => ({
    params: { id: component.id },
    body: { find: 'Requirement' },
  }),
  'GET /components/{id}/histories': ({ component }) => ({ params: { id: component.id } }),
  'GET /components/{id}/related': ({ component }) => ({ params: { id: component.id } }),
  'GET /components/{id}/{displayedName}': ({ component, rule }) => ({
    params: { id: component.id, displayedName: `${component.prefix}-${rule.ruleId}` },
  }),
  'POST /components/{id}/release': async ({ project }, world) => {
    const ready = await world.aComponent(project, { documentType: 'srg', version: 1, release: 1 })
    await world.aRule(ready, { status: 'Applicable', locked: true })
    return { params: { id: ready.id } }
  },
  'POST /components/{id}/lock': async ({ component }, world) => {
    await world.aRule(component, { status: 'Applicable - Configurable' })
    return {
      params: { id: component.id },
      body: { review: { action: 'lock_control', comment: 'Done.' } },
    }
  },
  'PATCH /components/{id}/lock_sections': ({ component }) => ({
    params: { id: component.id },
    body: { sections: ['Fix'], locked: true },
  }),
  'GET /api/projects/{id}/stats': ({ project }) => ({ params: { id: project.id } }),
  'GET /api/components/{id}/summary': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/components/{id}/workflow_state': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/components/{id}/stats': ({ component }) => ({ params: { id: component.id } }),
}
