import { describe, expect, it } from 'vitest'
import type { User } from '../../../../entities/user.ts'
import type { Role } from '../../../../src/vocabulary.ts'
import { toRecipeKey, sendRecipe } from '../../../support/conformance.ts'
import { listDeclared } from '../../../support/matrix.ts'
import { createRecipeScene, RECIPES } from '../../../support/recipes.ts'
import { rest, type Rest } from '../../../support/rest.ts'
import { createWorld } from '../../../support/world.ts'

const world = createWorld()

/** The required role of each operation, as declared (rules R-57 and E-18). */
const TABLE: Record<string, string> = {
  'GET /projects/{projectId}/comments': 'viewer',
  'GET /reviews/{reviewId}/responses': 'show',
  'PATCH /reviews/{reviewId}/triage': 'author',
  'PATCH /reviews/{reviewId}/admin_restore': 'project admin',
  'PATCH /reviews/{reviewId}/reopen': 'project author',
  'PATCH /reviews/merge': 'project admin',
  'GET /api/projects/{id}/triage_summary': 'viewer',
  'GET /api/components/{id}/triage_summary': 'show',
  'POST /rules/{ruleId}/reviews': 'viewer',
  'POST /components/{componentId}/reviews': 'viewer',
  'PUT /reviews/{reviewId}': 'owner',
  'PATCH /reviews/{reviewId}/withdraw': 'owner',
  'PATCH /reviews/{reviewId}/adjudicate': 'author',
  'PATCH /reviews/bulk_triage': 'author',
  'PATCH /reviews/{reviewId}/admin_withdraw': 'project admin',
  'PATCH /reviews/{reviewId}/move_to_rule': 'project admin',
  'DELETE /reviews/{reviewId}/admin_destroy': 'project admin',
  'PATCH /components/{componentId}/destroyed_reviews/{destroyedId}/redact': 'project admin',
  'PATCH /reviews/{reviewId}/section': 'author',
  'GET /reviews/{reviewId}/reactions': 'viewer',
  'POST /reviews/{reviewId}/reactions': 'viewer',
  'GET /components/{componentId}/comments': 'show',
  'GET /users/{id}/comments': 'signed in',
  'GET /projects/{projectId}/triage_response_templates': 'viewer',
  'POST /projects/{projectId}/triage_response_templates': 'admin',
  'PATCH /projects/{projectId}/triage_response_templates/{id}': 'admin',
  'PUT /projects/{projectId}/triage_response_templates/{id}': 'admin',
  'DELETE /projects/{projectId}/triage_response_templates/{id}': 'admin',
  'GET /reviews/{reviewId}': 'show',
  'PATCH /reviews/bulk_adjudicate': 'author',
  'GET /reviews/{reviewId}/similar': 'viewer',
  'GET /reviews/{reviewId}/section_changes': 'show',
  'POST /components/{componentId}/similar_comments': 'viewer',
  'GET /components/{componentId}/comment_clusters': 'author',
  'POST /reviews/{reviewId}/accept_and_edit': 'author',
  'POST /reviews/{reviewId}/undo': 'author',
  'POST /components/{componentId}/undo_decision': 'author',
  'PATCH /reviews/{reviewId}/assignment': 'author',
  'GET /projects/{projectId}/triage_workload': 'author',
  'GET /components/{componentId}/triage_workload': 'author',
  'GET /users/notification_preferences': 'signed in',
  'PUT /users/notification_preferences': 'signed in',
  'GET /projects/{projectId}/events': 'viewer',
  'GET /components/{componentId}/events': 'show',
}
const operations = listDeclared().filter(({ key }) => key in TABLE)
const ROLES: Role[] = ['viewer', 'author', 'reviewer', 'admin']

/** The status for a user who has this role on the component only, or no role. */
function toExpected(key: string, role: Role | null, visibility: 'hidden' | 'discoverable'): number {
  const needs = TABLE[key] ?? ''
  if (needs === 'signed in') return 200
  const ofProject = key.includes('{projectId}') || key.startsWith('GET /api/projects')
  if (role === null || ofProject) return visibility === 'hidden' ? 404 : 403
  if (needs === 'show') return 200
  if (needs === 'owner' || needs.startsWith('project ')) return 403
  return ROLES.indexOf(role) >= ROLES.indexOf(needs as Role) ? 200 : 403
}

describe('R-57: the role matrix over every endpoint', () => {
  it('equals what the operations declare; the permission matrix test covers roles, non-members and tokens', () => {
    expect(Object.fromEntries(operations.map(({ key, needs }) => [key, needs]))).toEqual(TABLE)
  })

  it.each(operations)(
    'E-18: $key: the answers for component-only members (R-32) and former members (R-26) are correct (R-26)',
    async (operation) => {
      const scene = await createRecipeScene(world, 'hidden')
      const { project, component, person } = scene
      const make = async () => RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world) ?? {}
      /** Any other error means that the caller was authorized. */
      const ask = async (client: Rest, recipe: Awaited<ReturnType<typeof make>>) => {
        const { status } = await sendRecipe(client, operation, recipe)
        return [401, 403, 404].includes(status) ? status : 200
      }
      const createClient = async (user: User) => rest(world.app, { cookie: await world.createCookie(user) })
      const statuses: Record<string, number> = {}
      const expectedStatuses: Record<string, number> = {}
      for (const role of ROLES) {
        const recipe = await make()
        const member = await world.createMember(component, role)
        statuses[`component ${role}`] = await ask(await createClient(member), recipe)
        expectedStatuses[`component ${role}`] = toExpected(operation.key, role, 'hidden')
      }
      const recipe = await make()
      const reader = world.database.queries
      await reader.deleteFrom('memberships').where('user_id', '=', person.id).execute()
      for (const visibility of ['hidden', 'discoverable'] as const) {
        await reader.updateTable('projects').set({ visibility }).where('id', '=', project.id).execute()
        for (const [who, user] of [
          ['former member', person],
          ['nonMember', await world.createUser()],
        ] as const) {
          statuses[`${who}, ${visibility}`] = await ask(await createClient(user), recipe)
          expectedStatuses[`${who}, ${visibility}`] = toExpected(operation.key, null, visibility)
        }
      }
      expect(statuses).toEqual(expectedStatuses)
    },
  )
})
