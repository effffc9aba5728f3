import type { User } from '../../entities/user.ts'
import type { TokenScope } from '../../src/vocabulary.ts'
import type { Column } from '../../test/support/matrix.ts'
import type { RecipeScene } from '../../test/support/recipes.ts'
import type { World } from '../../test/support/world.ts'
import { toSecret, type Secret } from './secrets.ts'

/** The callers. `admin` alternates between a project admin and a system administrator. */
export const IDENTITIES = ['anonymous', 'nonMember', 'viewer', 'author', 'admin'] as const
export type Identity = (typeof IDENTITIES)[number]

/** One caller with one credential. */
export interface Caller {
  identity: Identity
  /** Identity and credential, for reports. */
  name: string
  /** Whether the caller can read all records of all projects. */
  system: boolean
  headers: Record<string, string>
  /** The column of the permission matrix. */
  column: Column
  /** The scope of the token; null for sessions and anonymous callers. */
  scope: TokenScope | null
}

const ANONYMOUS: Caller = {
  identity: 'anonymous',
  name: 'anonymous',
  system: false,
  headers: {},
  column: 'anonymous',
  scope: null,
}

const SCOPES = ['read', 'write', 'admin'] as const

/** Creates all callers for a scene, each with a session and with tokens of every scope. */
export async function createCallers(
  world: World,
  { project, person, admin }: RecipeScene,
  secrets: Secret[],
): Promise<Caller[]> {
  const [nonMember, author, owner] = await Promise.all([
    world.createUser(),
    world.createMember(project, 'author'),
    world.createMember(project, 'admin'),
  ])
  const known = await Promise.all([
    createCallersOfUser(world, 'nonMember', nonMember, secrets),
    createCallersOfUser(world, 'viewer', person, secrets),
    createCallersOfUser(world, 'author', author, secrets),
    createCallersOfUser(world, 'admin', owner, secrets),
    createCallersOfUser(world, 'admin', admin, secrets, true),
  ])
  return [ANONYMOUS, ...known.flat()]
}

async function createCallersOfUser(
  world: World,
  identity: Identity,
  user: User,
  secrets: Secret[],
  system = false,
): Promise<Caller[]> {
  const [cookie, tokens] = await Promise.all([
    world.createCookie(user),
    Promise.all(SCOPES.map((scope) => world.createToken(user, [scope]))),
  ])
  secrets.push(toSecret(cookie), ...tokens.map(toSecret))
  const callerName = system ? 'system admin' : identity
  const column = system ? 'system' : identity
  const same = { identity, system, column } as const
  return [
    { ...same, name: `${callerName}, session`, headers: { cookie }, scope: null },
    ...SCOPES.map((scope, index) => ({
      ...same,
      name: `${callerName}, token to ${scope}`,
      headers: { authorization: tokens[index] ?? '' },
      scope,
    })),
  ]
}
