import type { User } from '../../entities/user.ts'
import { listRoutes } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { textIn } from '../../verification/fuzz/secrets.ts'
import { EXPORTERS } from '../../workflows/exports/exporters.ts'
import { asked, CALLS } from '../security-regressions/transport.ts'
import { CANARY, VERSION_CANARY } from './canaries.ts'
import { declared, type Declared } from './matrix.ts'
import { RECIPES, type Scene } from './recipes.ts'
import { addressOf } from './recipes/asked.ts'
import type { World } from './world.ts'

/** One answer as text: status line, headers and body, with the names and contents of archives. */
interface CanaryHit {
  where: string
  text: string
}

/** A person of a world with one session, as the sender of requests about a scene. */
export interface CanaryContext {
  world: World
  scene: Scene
  cookie: string
}

export async function askingAs(world: World, scene: Scene, user: User): Promise<CanaryContext> {
  return { world, scene, cookie: await world.cookieOf(user) }
}

/** The answers that contain a canary, each with the text around it. */
export function leaksIn(hits: CanaryHit[]): string[] {
  return hits.flatMap(({ where, text }) => {
    const lower = text.toLowerCase()
    const marker = [CANARY, VERSION_CANARY].find((one) => lower.includes(one))
    if (marker === undefined) return []
    const at = lower.indexOf(marker)
    return `${where}: ${text.slice(Math.max(0, at - 120), at + 40)}`
  })
}

async function send(
  { world, cookie }: CanaryContext,
  method: string,
  path: string,
  body?: Record<string, unknown>,
  further: Record<string, string> = {},
): Promise<CanaryHit> {
  const headers = new Headers({ cookie, ...further })
  if (body) headers.set('content-type', 'application/json')
  const request = { method, headers, body: body ? JSON.stringify(body) : null }
  const response = await world.app.request(path, request)
  const lines = [...response.headers].map(([name, value]) => `${name}: ${decodeURIComponent(value)}`)
  const content = textIn(new Uint8Array(await response.arrayBuffer()))
  return { where: `${method} ${path} ${response.status}`, text: `${lines.join('\n')}\n${content}` }
}

/** Every form in which the component of a scene leaves, of itself, of its project and in bulk, and as a probe. */
export async function exportsTold(asking: CanaryContext): Promise<CanaryHit[]> {
  const { component, project } = asking.scene
  const paths = Object.entries(EXPORTERS).flatMap(([type, { modes }]) =>
    ['', ...modes.map((mode) => `mode=${mode}`)].flatMap((mode) => [
      `/components/${component.id}/export/${type}?${mode}`,
      `/components/bulk_export/${type}?component_ids=${component.id}&${mode}`,
      `/projects/${project.id}/export/${type}?${mode}`,
      `/components/${component.id}/export/${type}?include_email=true&include_memberships=true&${mode}`,
    ]),
  )
  return inTurn(paths, (path) => send(asking, 'GET', path))
}

/** Every query with an address, as a tRPC client sends it. */
export async function typedCallsTold(asking: CanaryContext): Promise<CanaryHit[]> {
  const queries = new Set(CALLS.filter(({ type, file }) => type === 'query' && !file).map(({ name }) => name))
  const routes = listRoutes(appRouter).filter(({ name, method }) => method === 'GET' && queries.has(name))
  const unasked = [...queries].filter((name) => !routes.some((route) => route.name === name))
  if (unasked.length > 0) throw new Error(`no request is known of ${unasked.join(', ')}`)
  return inTurn(routes, async ({ name, method, path }) => {
    const recipe = await RECIPES[`${method} ${path}`]?.(asking.scene, asking.world)
    if (!recipe) throw new Error(`${method} ${path} has no recipe`)
    return send(asking, 'GET', asked(name, { ...recipe.params, ...recipe.query }))
  })
}

/** Every write, named by the records of a scene in its address and its body, over REST and as a typed client sends it. */
export async function writesTold(asking: CanaryContext): Promise<CanaryHit[]> {
  const writes = declared().filter(({ method, tokens }) => method !== 'GET' && tokens === 'w')
  const about = writes.filter(({ record }) => record !== 'none')
  return inTurn(about, async (operation) => {
    const params = idsFor(operation, asking.scene)
    return send(asking, operation.method, addressOf(operation.path, { params }), bodyAbout(asking.scene))
  })
}

const RECORDS = ['project', 'component', 'rule', 'review'] as const

function idsFor({ record, path }: Declared, scene: Scene): Record<string, number | string> {
  const own = RECORDS.find((kind) => kind === record) ?? RECORDS.find((kind) => path.startsWith(`/${kind}s/`))
  return {
    id: scene[own ?? 'component'].id,
    projectId: scene.project.id,
    componentId: scene.component.id,
    ruleId: scene.rule.id,
    reviewId: scene.review.id,
    userId: scene.person.id,
  }
}

/** A body that names the records of a scene wherever an operation looks for them. */
function bodyAbout({ component, rule, review, person }: Scene): Record<string, unknown> {
  return {
    review_ids: [review.id],
    survivor_id: review.id,
    component_id: component.id,
    target_component_id: component.id,
    rule_id: rule.id,
    rule_ids: [rule.id],
    satisfied_by_rule_id: rule.id,
    filter: { component_id: component.id },
    membership: { user_id: person.id, membership_type: 'Component', membership_id: component.id },
    review: { action: 'comment', comment: 'From elsewhere' },
    find: 'Requirement',
  }
}

/** A live stream as a tRPC client follows it from an event on, while `until` holds. */
export async function typedBoardTold(
  asking: CanaryContext,
  lastEventId: string,
  until: string,
): Promise<CanaryHit> {
  const path = asked('events.ofComponent', { componentId: asking.scene.component.id, lastEventId })
  const leaving = new AbortController()
  const headers = { cookie: asking.cookie }
  const response = await asking.world.app.request(path, { headers, signal: leaving.signal })
  let text = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    if (text.includes(until)) break
  }
  // A tRPC stream ends only with its signal; one that continues would be read for all later files.
  leaving.abort()
  await reader?.cancel().catch(() => undefined)
  return { where: `GET ${path}`, text }
}

async function inTurn<T>(all: readonly T[], ask: (one: T) => Promise<CanaryHit>): Promise<CanaryHit[]> {
  const hits: CanaryHit[] = []
  for (const one of all) hits.push(await ask(one))
  return hits
}
