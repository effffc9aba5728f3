import type { User } from '../../entities/user.ts'
import type { World } from '../../test/support/create-world.ts'
import type { Recipe, RecipeScene } from '../../test/support/recipes.ts'
import { toAddress } from '../../test/support/recipes/request-address.ts'
import type { Wire } from '../support/closed-loop.ts'
import type { OperationRow } from './list-operations.ts'
import { asksAlone, sharesComponent, type Scenes } from './scenes.ts'

/** The number of requests that are built concurrently. */
const AT_ONCE = 32

/** Builds the requests of a row. */
export interface Requests {
  /** One request that can be repeated. */
  again: (line: OperationRow) => Promise<Wire>
  /** Requests that each use new records. */
  anew: (line: OperationRow, count: number) => Promise<Wire[]>
}

/** `member` is the cookie of a member of the filled projects. */
export function requestsOf(world: World, scenes: Scenes, member: string): Requests {
  /** The cookie of a user, who signs in only once. */
  const cookies = new Map<number, Promise<string>>()
  const cookieOf = (line: OperationRow, user: User): Promise<string> => {
    if (asksAlone(line)) return world.cookieOf(user)
    const known = cookies.get(user.id) ?? world.cookieOf(user)
    cookies.set(user.id, known)
    return known
  }
  /** Requests that are built once and repeated in every round. */
  const made = new Map<OperationRow, Promise<Wire>>()
  const wireOf = async (line: OperationRow, scene: RecipeScene, made: Recipe): Promise<Wire> => {
    const own = made.as === undefined && line.by === 'member' ? member : ''
    const user = made.as === undefined ? scene.admin : made.as
    const cookie = made.cookie ?? (own || (user ? await cookieOf(line, user) : ''))
    return { bytes: await written(line, made, cookie), leaves: line.leaves }
  }
  const asked = async (line: OperationRow): Promise<Wire> => {
    const scene = await scenes.forRead(line)
    return wireOf(line, scene, await line.make(scene, world))
  }
  return {
    again(line) {
      const known = made.get(line) ?? asked(line)
      made.set(line, known)
      return known
    },
    async anew(line, count) {
      const wires: Wire[] = []
      const all = await scenes.fresh(line, count)
      // Requirements that are created concurrently in one component would get the same number.
      const most = sharesComponent(line) ? 1 : AT_ONCE
      for (let at = 0; at < count; at += most) {
        const some = all.slice(at, at + most)
        wires.push(
          ...(await Promise.all(
            some.map(async (scene) => wireOf(line, scene, await line.make(scene, world))),
          )),
        )
      }
      return wires
    },
  }
}

async function written({ method, path }: OperationRow, made: Recipe, cookie: string): Promise<Buffer> {
  const { type, bytes } = await bodyOf(made)
  const head = [
    `${method} ${toAddress(path, made).replaceAll(' ', '%20')} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(cookie === '' ? [] : [`cookie: ${cookie}`]),
    ...(type === '' ? [] : [`content-type: ${type}`]),
    ...(method === 'GET' ? [] : [`content-length: ${bytes.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
}

async function bodyOf({ form, body }: Recipe): Promise<{ type: string; bytes: Buffer }> {
  if (form) {
    const sent = new Response(form)
    return { type: sent.headers.get('content-type') ?? '', bytes: Buffer.from(await sent.arrayBuffer()) }
  }
  return { type: 'application/json', bytes: Buffer.from(body ? JSON.stringify(body) : '') }
}
