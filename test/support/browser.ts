import { readCookie } from './accounts.ts'
import type { OidcPeer } from './oidc-peer.ts'
import { rest, type Answer } from './rest.ts'
import type { World } from './world.ts'

/** A browser of one service that stores the session cookie. It follows redirects only to its provider. */
export class Browser {
  readonly #world: World
  readonly #peer: OidcPeer | null
  #cookie = ''

  constructor(world: World, peer: OidcPeer | null = null) {
    this.#world = world
    this.#peer = peer
  }

  async send(method: string, path: string, body: Record<string, unknown> | null = null): Promise<Answer> {
    const answer = await rest(this.#world.app, { cookie: this.#cookie }).send(method, path, body)
    const value = readCookie(answer.headers, '_service_session')
    if (value !== undefined) this.#cookie = `_service_session=${value}`
    return answer
  }

  /** Signs in at the provider and returns; answers with the address that the service redirects the browser to. */
  async signIn(spoil = (path: string) => path): Promise<string | null> {
    const start = await this.send('POST', '/users/auth/oidc')
    return this.comeBack(start.headers.get('location') ?? '', spoil)
  }

  /** Opens the provider's address and follows its redirect back. */
  async comeBack(start: string, spoil = (path: string) => path): Promise<string | null> {
    if (!this.#peer) throw new Error('this browser knows no provider')
    return (await this.send('GET', spoil(await this.#peer.walk(start)))).headers.get('location')
  }

  me(): Promise<Answer> {
    return this.send('GET', '/api/auth/me')
  }
}
