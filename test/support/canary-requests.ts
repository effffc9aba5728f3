import type { User } from '../../entities/user.ts'
import { listRoutes } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { extractText } from '../../verification/fuzz/secrets.ts'
import { EXPORTERS } from '../../workflows/exports/exporters.ts'
import { toQueryPath, CALLS } from '../security-regressions/trpc-calls.ts'
import { CANARY, VERSION_CANARY } from './canaries.ts'
import { listDeclared, type DeclaredOperation } from './matrix.ts'
import { RECIPES, type RecipeScene } from './recipes.ts'
import { toAddress } from './recipes/request-address.ts'
import type { World } from './world.ts'

/** One answer as text: headers and body, with the names and contents of archives. */
interface CanaryHit {
  location: string
  text: string
}

/** The sender of requests about a scene: a user with one session. */
export interface CanaryContext {
  world: World
  scene: RecipeScene
  cookie: string
}

export async function createCanaryContext(
  world: World,
  scene: RecipeScene,
  user: User,
): Promise<CanaryContext> {
  return { world, scene, cookie: await world.createCookie(user) }
}

/** The answers that contain a canary, each with the surrounding text. */
export function findCanaries(hits: CanaryHit[]): string[] {
  return hits.flatMap(({ location, text }) => {
    const lower = text.toLowerCase()
    const marker = [CANARY, VERSION_CANARY].find((item) => lower.includes(item))
    if (marker === undefined) return []
    const index = lower.indexOf(marker)
    return `${location}: ${text.slice(Math.max(0, index - 120), index + 40)}`
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
  const content = extractText(new Uint8Array(await response.arrayBuffer()))
  return { location: `${method} ${path} ${response.status}`, text: `${lines.join('\n')}\n${content}` }
}

/** Requests every export of a scene's component: single, bulk, by project, and with members-only options. */
export async function requestExports(context: CanaryContext): Promise<CanaryHit[]> {
  const { component, project } = context.scene
  const paths = Object.entries(EXPORTERS).flatMap(([type, { modes }]) =>
    ['', ...modes.map((mode) => `mode=${mode}`)].flatMap((mode) => [
      `/components/${component.id}/export/${type}?${mode}`,
      `/components/bulk_export/${type}?component_ids=${component.id}&${mode}`,
      `/projects/${project.id}/export/${type}?${mode}`,
      `/components/${component.id}/export/${type}?include_email=true&include_memberships=true&${mode}`,
    ]),
  )
  return runSequentially(paths, (path) => send(context, 'GET', path))
}

/** Sends every query that has a REST route over tRPC. */
export async function requestQueries(context: CanaryContext): Promise<CanaryHit[]> {
  const queries = new Set(CALLS.filter(({ type, file }) => type === 'query' && !file).map(({ name }) => name))
  const routes = listRoutes(appRouter).filter(({ name, method }) => method === 'GET' && queries.has(name))
  const missing = [...queries].filter((name) => !routes.some((route) => route.name === name))
  if (missing.length > 0) throw new Error(`no request is known of ${missing.join(', ')}`)
  return runSequentially(routes, async ({ name, method, path }) => {
    const recipe = await RECIPES[`${method} ${path}`]?.(context.scene, context.world)
    if (!recipe) throw new Error(`${method} ${path} has no recipe`)
    return send(context, 'GET', toQueryPath(name, { ...recipe.params, ...recipe.query }))
  })
}

/** Sends every write about a scene's records, with their ids in path and body. */
export async function requestWrites(context: CanaryContext): Promise<CanaryHit[]> {
  const writes = listDeclared().filter(({ method, tokens }) => method !== 'GET' && tokens === 'w')
  const about = writes.filter(({ record }) => record !== 'none')
  return runSequentially(about, async (operation) => {
    const params = toPathIds(operation, context.scene)
    return send(context, operation.method, toAddress(operation.path, { params }), toWriteBody(context.scene))
  })
}

const RECORDS = ['project', 'component', 'rule', 'review'] as const

function toPathIds({ record, path }: DeclaredOperation, scene: RecipeScene): Record<string, number | string> {
  const ownKind =
    RECORDS.find((kind) => kind === record) ?? RECORDS.find((kind) => path.startsWith(`/${kind}s/`))
  return {
    id: scene[ownKind ?? 'component'].id,
    projectId: scene.project.id,
    componentId: scene.component.id,
    ruleId: scene.rule.id,
    reviewId: scene.review.id,
    userId: scene.person.id,
  }
}

/** A body with the ids of a scene's records in every member that an operation reads. */
function toWriteBody({ component, rule, review, person }: RecipeScene): Record<string, unknown> {
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

/** Reads a live stream over tRPC, after an event, until it contains the text `until`. */
export async function readStream(
  context: CanaryContext,
  lastEventId: string,
  until: string,
): Promise<CanaryHit> {
  const path = toQueryPath('events.ofComponent', { componentId: context.scene.component.id, lastEventId })
  const leaving = new AbortController()
  const headers = { cookie: context.cookie }
  const response = await context.world.app.request(path, { headers, signal: leaving.signal })
  let text = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    if (text.includes(until)) break
  }
  // A tRPC stream ends only with its signal; an open stream would run through all later test files.
  leaving.abort()
  await reader?.cancel().catch(() => undefined)
  return { location: `GET ${path}`, text }
}

async function runSequentially<T>(
  all: readonly T[],
  ask: (item: T) => Promise<CanaryHit>,
): Promise<CanaryHit[]> {
  const hits: CanaryHit[] = []
  for (const item of all) hits.push(await ask(item))
  return hits
}
