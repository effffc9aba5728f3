import { sql } from 'kysely'
import { Component, Srg } from '../../entities/component.ts'
import { Project } from '../../entities/project.ts'
import { Review } from '../../entities/review.ts'
import { Rule } from '../../entities/rule.ts'
import { User } from '../../entities/user.ts'
import { createLocalUser } from '../../test/support/accounts.ts'
import type { World } from '../../test/support/create-world.ts'
import { createRecipeScene, type RecipeScene } from '../../test/support/recipes.ts'
import type { OperationRow } from './list-operations.ts'

/** The filled records for reads and for writes, separate so that writes don't change what reads measure. */
const READ = { project: 1, component: 1 }
const WRITTEN = { project: 2, component: 3 }

/** Writes in the filled component: changes of requirements and comments. Others use small scenes. */
const USES_FILLED_COMPONENT =
  /^\/(reviews|rules|rule_satisfactions)\b|^\/components\/\{componentId\}\/reviews$/
/** Reads that need a released component, which the filled projects lack. */
const READS_OF_RELEASED = ['GET /components/bulk_export/{type}']
/** Writes that would replace or end data that other measurements use. */
const DESTRUCTIVE_WRITES = ['POST /rules/{ruleId}/revert']

/** Whether the requests of a row use records of the filled component. */
export function usesFilledComponent({ name, path }: OperationRow): boolean {
  return USES_FILLED_COMPONENT.test(path) && !DESTRUCTIVE_WRITES.includes(name)
}

/** Whether each request needs its own user, because it ends sessions or creates records with a quota per user. */
export function needsOwnUser({ path }: OperationRow): boolean {
  return /session|logout|^\/personal_access_tokens$/.test(path)
}

/** The records for the requests of a measurement. */
export interface Scenes {
  forRead: (line: OperationRow) => Promise<RecipeScene>
  /** Creates this many scenes with unchanged records. */
  fresh: (line: OperationRow, count: number) => Promise<RecipeScene[]>
}

/** Uses the filled projects and creates further records; comments in `data` are decided. */
export async function createScenes(world: World, data = WRITTEN): Promise<Scenes> {
  const em = world.database.orm.em.fork()
  const admin = await createLocalUser(world, { admin: true })
  const createFilledScene = async ({ project, component }: typeof READ): Promise<RecipeScene> => ({
    admin,
    person: await em.findOneOrFail(User, { id: 2 }),
    srg: await em.findOneOrFail(Srg, { id: 1 }),
    project: await em.findOneOrFail(Project, { id: project }),
    component: await em.findOneOrFail(Component, { id: component }),
    rule: await em.findOneOrFail(Rule, { componentId: component }, { orderBy: { id: 'asc' } }),
    review: await em.findOneOrFail(Review, { componentId: component }, { orderBy: { id: 'asc' } }),
  })
  const written = await createFilledScene(data)
  const createFilledScenes = async (count: number): Promise<RecipeScene[]> => {
    const rules = await world.rules(written.component, count)
    const created = await Promise.all(
      rules.map(async (rule) => ({
        ...written,
        rule,
        review: await world.createReview(rule, written.person),
      })),
    )
    await Promise.all(
      created.map(({ rule, review }) => world.createReview(rule, admin, { respondingToReviewId: review.id })),
    )
    return created
  }
  /** Small scenes with one system administrator, because thousands of them would be unrealistic. */
  const lastOnes: number[] = []
  const createOwnScenes = async (line: OperationRow, count: number): Promise<RecipeScene[]> => {
    const created = await Promise.all(Array.from({ length: count }, () => createRecipeScene(world)))
    const admins = created.map((scene) => scene.admin.id)
    const done = needsOwnUser(line) ? lastOnes.splice(0) : [...lastOnes.splice(0), ...admins]
    await world.database.queries
      .updateTable('users')
      .set({ admin: false })
      .where('id', '=', sql<number>`any(${sql.val(done)}::integer[])`)
      .execute()
    if (!needsOwnUser(line)) return created.map((scene) => ({ ...scene, admin }))
    lastOnes.push(...admins)
    return created
  }
  const forReads = await createFilledScene(READ)
  return {
    forRead: async ({ name }) => (READS_OF_RELEASED.includes(name) ? createRecipeScene(world) : forReads),
    fresh: (line, count) =>
      usesFilledComponent(line) ? createFilledScenes(count) : createOwnScenes(line, count),
  }
}
