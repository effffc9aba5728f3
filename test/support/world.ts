import type { AnyTRPCRouter } from '@trpc/server'
import { afterAll, beforeAll } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { openWorld, type Settings, type World } from './create-world.ts'
import { openTestDatabase } from './db.ts'
import { Factories } from './factories.ts'

export type { Settings, World } from './create-world.ts'

/** The database and world that the test files of a worker share until its process ends. */
let sharedDatabase: ReturnType<typeof openTestDatabase> | undefined
let shared: ReturnType<typeof openWorld> | undefined

/**
 * A service with default settings on the database that all files of a worker share. Tests must only read records that
 * they create. The fields are set before the first test.
 */
export function createWorld(): World {
  const world = {} as World
  beforeAll(async () => {
    shared ??= openWorld({}, appRouter, () => new Date(), await (sharedDatabase ??= openTestDatabase()))
    Object.assign(world, await shared)
    world.logged.length = 0
    Object.setPrototypeOf(world, Factories.prototype)
  })
  return world
}

/**
 * A service with other settings on the database of `createWorld`, for tests that only read records that they create. Tests of
 * the transport pass another `router`.
 */
export function createWorldUnder(
  settings: Settings,
  router: AnyTRPCRouter = appRouter,
  clock = () => new Date(),
): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(
      world,
      await openWorld(settings, router, clock, await (sharedDatabase ??= openTestDatabase())),
    )
    Object.setPrototypeOf(world, Factories.prototype)
  })
  afterAll(() => world.services?.events.close())
  return world
}

/**
 * A service with its own database for the tests of one file: for tests that read all stored data, count attempts by
 * address or change shared data. Opening it takes half a second.
 */
export function createOwnWorld(
  settings: Settings = {},
  router: AnyTRPCRouter = appRouter,
  clock = () => new Date(),
): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await openWorld(settings, router, clock, await openTestDatabase()))
    Object.setPrototypeOf(world, Factories.prototype)
  })
  afterAll(async () => {
    await world.database?.close()
  })
  return world
}
