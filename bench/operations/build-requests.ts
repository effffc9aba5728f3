import type { User } from '../../entities/user.ts'
import type { World } from '../../test/support/create-world.ts'
import type { Recipe, RecipeScene } from '../../test/support/recipes.ts'
import { toAddress } from '../../test/support/recipes/request-address.ts'
import type { EncodedRequest } from '../support/closed-loop.ts'
import type { OperationRow } from './list-operations.ts'
import { needsOwnUser, usesFilledComponent, type Scenes } from './scenes.ts'

/** The number of requests that are built concurrently. */
const BUILD_CONCURRENCY = 32

/** Builds the requests of a row. */
export interface Requests {
  /** One request that can be repeated. */
  repeatable: (line: OperationRow) => Promise<EncodedRequest>
  /** Requests that each use new records. */
  fresh: (line: OperationRow, count: number) => Promise<EncodedRequest[]>
}

/** `member` is the cookie of a member of the filled projects. */
export function createRequests(world: World, scenes: Scenes, member: string): Requests {
  /** The cookie of a user, who signs in only once. */
  const cookies = new Map<number, Promise<string>>()
  const findCookie = (line: OperationRow, user: User): Promise<string> => {
    if (needsOwnUser(line)) return world.createCookie(user)
    const known = cookies.get(user.id) ?? world.createCookie(user)
    cookies.set(user.id, known)
    return known
  }
  /** Requests that are built once and repeated in every round. */
  const cached = new Map<OperationRow, Promise<EncodedRequest>>()
  const buildRequest = async (
    line: OperationRow,
    scene: RecipeScene,
    recipe: Recipe,
  ): Promise<EncodedRequest> => {
    const memberCookie = recipe.as === undefined && line.role === 'member' ? member : ''
    const user = recipe.as === undefined ? scene.admin : recipe.as
    const cookie = recipe.cookie ?? (memberCookie || (user ? await findCookie(line, user) : ''))
    return { bytes: await encodeRequest(line, recipe, cookie), endless: line.leaves }
  }
  const buildRead = async (line: OperationRow): Promise<EncodedRequest> => {
    const scene = await scenes.forRead(line)
    return buildRequest(line, scene, await line.make(scene, world))
  }
  return {
    repeatable(line) {
      const known = cached.get(line) ?? buildRead(line)
      cached.set(line, known)
      return known
    },
    async fresh(line, count) {
      const requests: EncodedRequest[] = []
      const all = await scenes.fresh(line, count)
      // Requirements that are created concurrently in one component would get the same number.
      const concurrency = usesFilledComponent(line) ? 1 : BUILD_CONCURRENCY
      for (let index = 0; index < count; index += concurrency) {
        const some = all.slice(index, index + concurrency)
        requests.push(
          ...(await Promise.all(
            some.map(async (scene) => buildRequest(line, scene, await line.make(scene, world))),
          )),
        )
      }
      return requests
    },
  }
}

async function encodeRequest(
  { method, path }: OperationRow,
  recipe: Recipe,
  cookie: string,
): Promise<Buffer> {
  const { type, bytes } = await encodeBody(recipe)
  const head = [
    `${method} ${toAddress(path, recipe).replaceAll(' ', '%20')} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(cookie === '' ? [] : [`cookie: ${cookie}`]),
    ...(type === '' ? [] : [`content-type: ${type}`]),
    ...(method === 'GET' ? [] : [`content-length: ${bytes.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
}

async function encodeBody({ form, body }: Recipe): Promise<{ type: string; bytes: Buffer }> {
  if (form) {
    const sent = new Response(form)
    return { type: sent.headers.get('content-type') ?? '', bytes: Buffer.from(await sent.arrayBuffer()) }
  }
  return { type: 'application/json', bytes: Buffer.from(body ? JSON.stringify(body) : '') }
}
