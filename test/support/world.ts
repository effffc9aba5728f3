import type { AnyTRPCRouter } from '@trpc/server'
import { afterAll, beforeAll } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { testDatabase } from './db.ts'
import { Factories } from './factories.ts'
import { openWorld, type Settings, type World } from './open-world.ts'

export type { Settings, World } from './open-world.ts'

/** The database and the world that the files of one worker share; they end with its process. */
let sharedDatabase: ReturnType<typeof testDatabase> | undefined
let shared: ReturnType<typeof openWorld> | undefined

/**
 * A service under the default settings, with one database for all files of a worker: their tests look at nothing but
 * what they mint. Fields are there from the first test on.
 */
export function aWorld(): World {
  const world = {} as World
  beforeAll(async () => {
    shared ??= openWorld({}, appRouter, () => new Date(), await (sharedDatabase ??= testDatabase()))
    Object.assign(world, await shared)
    world.logged.length = 0
    Object.setPrototypeOf(world, Factories.prototype)
  })
  return world
}

/**
 * A service with settings of its own on the database of `aWorld`, for tests that look at nothing but what they mint.
 * `router` is mounted in place of the API in tests of the transport.
 */
export function aWorldUnder(
  settings: Settings,
  router: AnyTRPCRouter = appRouter,
  clock = () => new Date(),
): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await openWorld(settings, router, clock, await (sharedDatabase ??= testDatabase())))
    Object.setPrototypeOf(world, Factories.prototype)
  })
  afterAll(() => world.services?.events.close())
  return world
}

/**
 * A service with a database of its own, opened before the tests of a file and closed after them: for tests that look
 * at everything that is stored, count attempts by address or change what all share. It takes half a second.
 */
export function anOwnWorld(
  settings: Settings = {},
  router: AnyTRPCRouter = appRouter,
  clock = () => new Date(),
): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await openWorld(settings, router, clock, await testDatabase()))
    Object.setPrototypeOf(world, Factories.prototype)
  })
  afterAll(async () => {
    await world.database?.close()
  })
  return world
}
