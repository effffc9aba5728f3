import type { User } from '../../entities/user.ts'
import type { Caller, Outcome } from './expectations.ts'
import { aScene, type Recipe, type Scene } from './recipes.ts'
import { sendRecipe } from './conformance.ts'
import { rest, type Answer, type Rest } from './rest.ts'
import type { World } from './world.ts'

/** The records of a hidden project and everybody who may ask for them, minted when they first ask. */
export class Cast {
  readonly scene: Scene
  #world: World
  #people = new Map<Caller, Promise<User | undefined>>()
  #clients = new Map<Caller, Promise<Rest>>()

  constructor(world: World, scene: Scene) {
    this.#world = world
    this.scene = scene
  }

  static async of(world: World): Promise<Cast> {
    return new Cast(world, await aScene(world, 'hidden'))
  }

  /** Sends one request as this caller. */
  async ask(caller: Caller, operation: { method: string; path: string }, recipe: Recipe): Promise<Answer> {
    if (caller === 'component') await this.#joinComponents()
    if (caller === 'outsider') await this.#show('discoverable')
    const client =
      caller === 'anonymous' && recipe.cookie
        ? rest(this.#world.app, { cookie: recipe.cookie })
        : await this.#client(caller)
    const answer = await sendRecipe(client, operation, recipe)
    if (caller === 'outsider') await this.#show('hidden')
    return answer
  }

  #client(caller: Caller): Promise<Rest> {
    return remembered(this.#clients, caller, async () => {
      const user = await this.#person(caller)
      if (user && caller === 'read') return this.#world.restWithToken(user, ['read'])
      if (user && caller === 'write') return this.#world.restWithToken(user, ['write'])
      if (user && caller === 'all') return this.#world.restWithToken(user, ['admin'])
      return this.#world.rest(user)
    })
  }

  #person(caller: Caller): Promise<User | undefined> {
    return remembered(this.#people, caller, async () => {
      const { project, person, admin } = this.scene
      if (caller === 'anonymous') return undefined
      if (caller === 'viewer') return person
      if (caller === 'author' || caller === 'reviewer' || caller === 'admin') {
        return this.#world.aMember(project, caller)
      }
      if (caller === 'system' || caller === 'read' || caller === 'write' || caller === 'all') return admin
      return this.#world.aUser()
    })
  }

  /** An author of every component that a recipe made, and of nothing else. */
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

/** What an answer means; whatever else is wrong with a request, its caller was let in. */
export function outcome({ status }: Answer): Outcome {
  if (status === 401) return 'U'
  if (status === 403) return 'F'
  return status === 404 ? 'N' : 'Y'
}

function remembered<T>(known: Map<Caller, Promise<T>>, caller: Caller, make: () => Promise<T>): Promise<T> {
  const found = known.get(caller) ?? make()
  known.set(caller, found)
  return found
}
