import type { User } from '../../entities/user.ts'
import { sendRecipe } from './conformance.ts'
import type { Caller, Outcome } from './matrix-expectations.ts'
import { createRecipeScene, type Recipe, type RecipeScene } from './recipes.ts'
import { rest, type Answer, type Rest } from './rest.ts'
import type { World } from './world.ts'

/** Users without any accepted request, with their sessions. The next fixture reuses them as non-members. */
export type RejectedCallers = Map<Caller, { user: User; client: Rest }>

/** Sends one request of an operation over REST or tRPC. */
export type SendRecipe = (
  client: Rest,
  operation: { method: string; path: string },
  recipe: Recipe,
) => Promise<Answer>

/** The records of a hidden project and all possible callers, created on first use. */
export class CallerFixture {
  readonly scene: RecipeScene
  #world: World
  #refused: RejectedCallers
  #people = new Map<Caller, Promise<User | undefined>>()
  #clients = new Map<Caller, Promise<Rest>>()

  constructor(world: World, scene: RecipeScene, refused: RejectedCallers = new Map()) {
    this.#world = world
    this.scene = scene
    this.#refused = refused
  }

  /** Fixtures that share `refused` must run one after the other. */
  static async of(world: World, refused?: RejectedCallers): Promise<CallerFixture> {
    return new CallerFixture(world, await createRecipeScene(world, 'hidden'), refused)
  }

  /** Sends one request as this caller, by default over REST. */
  async ask(
    caller: Caller,
    operation: { method: string; path: string },
    recipe: Recipe,
    sendWith: SendRecipe = sendRecipe,
  ): Promise<Answer> {
    if (caller === 'component') await this.#joinComponents()
    if (caller === 'outsider') await this.#show('discoverable')
    const client =
      caller === 'anonymous' && recipe.cookie
        ? rest(this.#world.app, { cookie: recipe.cookie })
        : await this.#client(caller)
    const answer = await sendWith(client, operation, recipe)
    if (caller === 'outsider') await this.#show('hidden')
    if (toOutcome(answer) === 'Y') this.#refused.delete(caller)
    return answer
  }

  #client(caller: Caller): Promise<Rest> {
    return memoize(this.#clients, caller, async () => {
      const user = await this.#person(caller)
      if (user && caller === 'read') return this.#world.restWithToken(user, ['read'])
      if (user && caller === 'write') return this.#world.restWithToken(user, ['write'])
      if (user && caller === 'all') return this.#world.restWithToken(user, ['admin'])
      const known = this.#refused.get(caller)
      if (user && known?.user === user) return known.client
      const created = await this.#world.rest(user)
      if (user && MINTED.includes(caller)) this.#refused.set(caller, { user, client: created })
      return created
    })
  }

  #person(caller: Caller): Promise<User | undefined> {
    return memoize(this.#people, caller, async () => {
      const { project, person, admin } = this.scene
      if (caller === 'anonymous') return undefined
      if (caller === 'viewer') return person
      if (caller === 'author' || caller === 'reviewer' || caller === 'admin') {
        const user = await this.#nonMember(caller)
        await this.#world.join(user, project, caller)
        return user
      }
      if (caller === 'system' || caller === 'read' || caller === 'write' || caller === 'all') return admin
      return this.#nonMember(caller)
    })
  }

  async #nonMember(caller: Caller): Promise<User> {
    const known = this.#refused.get(caller)?.user
    if (!known) return this.#world.createUser()
    await this.#world.database.queries.deleteFrom('memberships').where('user_id', '=', known.id).execute()
    return known
  }

  /** Makes the user author of every component that a recipe created, without a project role. */
  async #joinComponents(): Promise<void> {
    const user = await this.#person('component')
    if (!user) return
    const reader = this.#world.database.queries
    const missing = await reader
      .selectFrom('components as c')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.component_id', '=', 'c.id').on('m.user_id', '=', user.id),
      )
      .select('c.id')
      .where('c.project_id', '=', this.scene.project.id)
      .where('c.released', '=', false)
      .where('m.id', 'is', null)
      .execute()
    for (const { id } of missing) {
      await reader
        .insertInto('memberships')
        .values({ user_id: user.id, membership_type: 'Component', component_id: id, role: 'author' })
        .execute()
    }
  }

  async #show(visibility: 'discoverable' | 'hidden'): Promise<void> {
    const reader = this.#world.database.queries
    await reader.updateTable('projects').set({ visibility }).where('id', '=', this.scene.project.id).execute()
  }
}

/** The callers whose users a later fixture can reuse after a rejection. */
const MINTED: Caller[] = ['outsider', 'nonMember', 'component', 'author', 'reviewer', 'admin']

/** The outcome of an answer. Any error other than 401, 403 and 404 means that the caller was authorized. */
export function toOutcome({ status }: Answer): Outcome {
  if (status === 401) return 'U'
  if (status === 403) return 'F'
  return status === 404 ? 'N' : 'Y'
}

function memoize<T>(known: Map<Caller, Promise<T>>, caller: Caller, make: () => Promise<T>): Promise<T> {
  const value = known.get(caller) ?? make()
  known.set(caller, value)
  return value
}
