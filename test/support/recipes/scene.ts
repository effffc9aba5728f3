import type { Component, Srg } from '../../../entities/component.ts'
import type { Project } from '../../../entities/project.ts'
import type { Review } from '../../../entities/review.ts'
import type { Rule } from '../../../entities/rule.ts'
import type { User } from '../../../entities/user.ts'
import { createLocalUser } from '../accounts.ts'
import type { World } from '../world.ts'

/** The records of requests. The system administrator sends a request unless its recipe names another caller. */
export interface RecipeScene {
  admin: User
  /** A viewer of the project, who wrote the comments. */
  person: User
  srg: Srg
  project: Project
  component: Component
  rule: Rule
  /** A pending comment with one reply. */
  review: Review
}

/** The input of one successful request. */
export interface Recipe {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: Record<string, unknown>
  form?: FormData
  /** The caller: the system administrator by default, null for an anonymous caller. */
  as?: User | null
  /** The cookie header of a browser without a session. */
  cookie?: string
}

export type Recipes = Record<string, (scene: RecipeScene, world: World) => Recipe | Promise<Recipe>>

/** Creates the records of one request, by default in a discoverable project. */
export async function createRecipeScene(
  world: World,
  visibility: 'discoverable' | 'hidden' = 'discoverable',
): Promise<RecipeScene> {
  const [admin, person, srg, other, project] = await Promise.all([
    createLocalUser(world, { admin: true }),
    world.createUser(),
    world.createSrg(),
    world.createSrg(),
    world.createProject({ visibility }),
  ])
  const [component, released] = await Promise.all([
    world.createComponent(project, { securityRequirementsGuideId: srg.id }),
    world.createComponent(project, { securityRequirementsGuideId: other.id }),
    world.join(person, project, 'viewer'),
  ])
  const rule = await world.createRule(component)
  const [review] = await Promise.all([
    world.createReview(rule, person),
    world.createReview(component, person),
  ])
  await world.createReview(rule, admin, { respondingToReviewId: review.id })
  await releaseComponent(world, released)
  return { admin, person, srg, project, component, rule, review }
}

/** Returns a function that creates a scene for an operation. All reads share one, because they change nothing. */
export function createSceneProvider(world: World): (operation: { method: string }) => Promise<RecipeScene> {
  let forReads: Promise<RecipeScene> | undefined
  return ({ method }) =>
    method === 'GET' ? (forReads ??= createRecipeScene(world)) : createRecipeScene(world)
}

async function releaseComponent(world: World, { id }: Component): Promise<void> {
  const reader = world.database.queries
  await reader.updateTable('components').set({ released: true }).where('id', '=', id).execute()
}
