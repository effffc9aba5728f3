import { beforeAll } from 'vitest'
import { IDENTITIES, createCallers, type Caller } from '../../verification/fuzz/callers.ts'
import { createHiddenProject, type HiddenProject } from '../../verification/fuzz/hidden-project.ts'
import type { Ids } from '../../verification/fuzz/mutations.ts'
import type { Secret } from '../../verification/fuzz/secrets.ts'
import { createIds, makeIdsUnique, type Kind } from '../security-regressions/id-kinds.ts'
import { toRecipeKey } from '../support/conformance.ts'
import type { Operation } from '../support/openapi.ts'
import { createRecipeScene, RECIPES, type Recipe, type RecipeScene } from '../support/recipes.ts'
import { createOwnWorld, type World } from '../support/world.ts'

/** The records and people that the requests of one round are about. */
export interface FuzzWorld {
  scene: RecipeScene
  ids: Ids
  callers: Caller[]
  secrets: Secret[]
}

/** A service with a hidden project, and worlds for fuzzed requests. */
export interface FuzzWorlds {
  world: World
  /** Throws before the first test. */
  hidden: () => HiddenProject
  /** Creates the records for a request. All reads share one world, because they change nothing. */
  worldFor: (operation: Operation) => Promise<FuzzWorld>
  /** A valid request of an operation. */
  buildRecipe: (operation: Operation, fuzzWorld: FuzzWorld) => Promise<Recipe>
  /** The caller for whom a recipe succeeds. */
  authorizedCaller: (fuzzWorld: FuzzWorld, recipe: Recipe) => Promise<Caller>
}

/** The number of worlds that are created at once in advance, because their records share statements. */
const WORLD_BATCH_SIZE = 12

/** Opens the service for the tests of a file. Mail and a directory are configured, but nothing is sent. */
export function openFuzzWorlds(): FuzzWorlds {
  const world = createOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
  let hidden: HiddenProject | undefined
  let forReads: Promise<FuzzWorld> | undefined
  const fresh: Promise<FuzzWorld>[] = []

  beforeAll(async () => {
    await makeIdsUnique(world)
    hidden = await createHiddenProject(world)
  })

  const getHiddenProject = (): HiddenProject => {
    if (!hidden) throw new Error('the hidden project is not created yet')
    return hidden
  }
  const createFuzzWorld = async (): Promise<FuzzWorld> => {
    const scene = await createRecipeScene(world)
    const secrets: Secret[] = []
    const ids: Partial<Record<Kind, number>> = await createIds(world, scene)
    return {
      scene,
      ids: { visible: ids, hidden: getHiddenProject().ids },
      callers: await createCallers(world, scene, secrets),
      secrets,
    }
  }
  const createFreshWorld = (): Promise<FuzzWorld> => {
    if (fresh.length === 0) fresh.push(...Array.from({ length: WORLD_BATCH_SIZE }, createFuzzWorld))
    return fresh.pop() ?? createFuzzWorld()
  }
  return {
    world,
    hidden: getHiddenProject,
    worldFor: ({ method }) => (method === 'GET' ? (forReads ??= createFuzzWorld()) : createFreshWorld()),
    buildRecipe: async (operation, { scene }) => {
      const make = RECIPES[toRecipeKey(operation, RECIPES)]
      if (!make) throw new Error(`${operation.method} ${operation.path} has no recipe`)
      return make(scene, world)
    },
    authorizedCaller: async ({ callers, scene }, { as = scene.admin, cookie }) => {
      const system = callers.find((caller) => caller.system && caller.scope === null)
      if (!system) throw new Error('no system administrator with a session')
      if (cookie) return { ...system, headers: { cookie } }
      return { ...system, headers: as === null ? {} : { cookie: await world.createCookie(as) } }
    },
  }
}

/** The caller of the request with this number: identities alternate, and so do the credentials of each. */
export function selectCaller({ callers }: FuzzWorld, number: number): Caller {
  const identity = IDENTITIES[number % IDENTITIES.length]
  const identityCallers = callers.filter((caller) => caller.identity === identity)
  const caller = identityCallers[Math.floor(number / IDENTITIES.length) % identityCallers.length]
  if (!caller) throw new Error(`nobody is ${identity}`)
  return caller
}
