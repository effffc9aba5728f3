import { ProjectAccessRequest } from '../../../entities/project-access-request.ts'
import { ProjectInvitation } from '../../../entities/project-invitation.ts'
import { unique } from '../factories.ts'
import type { World } from '../world.ts'
import type { Recipe, Recipes } from './scene.ts'

/** Requests for projects, members and access requests. */
export const projectRecipes: Recipes = {
  'GET /api/projects': () => ({}),
  'GET /api/projects/progress': () => ({}),
  'GET /api/projects/comment_figures': () => ({}),
  'GET /api/users/search': ({ project }) => ({
    query: { q: 'Person', membership_type: 'Project', membership_id: project.id },
  }),
  'GET /api/search/global': () => ({ query: { q: 'Component' } }),
  'GET /search/components': () => ({ query: { q: 'Component' } }),
  'GET /search/projects': () => ({ query: { q: 'Project' } }),
  'GET /search/rules': () => ({ query: { q: 'Requirement' } }),
  'GET /projects/{projectId}/events': ({ project }) => ({ params: { projectId: project.id } }),
  'GET /components/{componentId}/events': ({ component }) => ({ params: { componentId: component.id } }),
  'GET /projects': () => ({}),
  'POST /projects': () => ({ body: { project: { name: unique('Made') } } }),
  'GET /projects/{id}': ({ project }) => ({ params: { id: project.id } }),
  'PATCH /projects/{id}': ({ project }) => ({
    params: { id: project.id },
    body: { project: { description: 'Described.' } },
  }),
  'DELETE /projects/{id}': async (_, world) => ({ params: { id: (await world.createProject()).id } }),
  'GET /projects/{id}/histories': ({ project }) => ({ params: { id: project.id } }),
  'GET /memberships': ({ project }) => ({
    query: { membership_type: 'Project', membership_id: project.id },
  }),
  'POST /memberships': async ({ project }, world) => ({
    body: {
      membership: {
        user_id: (await world.createUser()).id,
        role: 'author',
        membership_type: 'Project',
        membership_id: project.id,
      },
    },
  }),
  'PATCH /memberships/{id}': async ({ project }, world) => ({
    params: { id: (await world.join(await world.createUser(), project, 'viewer')).id },
    body: { membership: { role: 'author' } },
  }),
  'DELETE /memberships/{id}': async ({ project }, world) => ({
    params: { id: (await world.join(await world.createUser(), project, 'viewer')).id },
  }),
  'POST /projects/{projectId}/project_access_requests': async ({ project }, world) => ({
    params: { projectId: project.id },
    as: await world.createUser(),
  }),
  'DELETE /projects/{projectId}/project_access_requests/{id}': async ({ project }, world) => {
    const user = await world.createUser()
    const request = await world.stored((em) =>
      em.create(ProjectAccessRequest, { userId: user.id, projectId: project.id }),
    )
    return { params: { projectId: project.id, id: request.id } }
  },
  'GET /projects/{projectId}/project_invitations': ({ project }) => ({ params: { projectId: project.id } }),
  'POST /projects/{projectId}/project_invitations/{id}/confirm': ({ project }, world) =>
    createInvitation(project.id, world),
  'DELETE /projects/{projectId}/project_invitations/{id}': ({ project }, world) =>
    createInvitation(project.id, world),
}

/** An invitation of a person whose account has a verified address. */
async function createInvitation(projectId: number, world: World): Promise<Recipe> {
  const { email, name } = await world.createUser({ emailVerifiedAt: new Date() })
  const { id } = await world.stored((em) =>
    em.create(ProjectInvitation, { projectId, email, name, role: 'viewer' }),
  )
  return { params: { projectId, id } }
}
