import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient, getErrorReason, type Client } from '../../client/src/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import { createDirectory, startService, type Service } from '../support/service.ts'

const EMAIL = 'admin@example.org'
const SAMPLE = new URL('../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)
let directory: Awaited<ReturnType<typeof createDirectory>>
let service: Service
let url: string
let admin: Client
let sceneIds: { projectId: number; componentId: number; ruleId: number }
const unsubscribers: (() => void)[] = []

beforeAll(async () => {
  directory = await createDirectory()
  service = start('0')
  url = await service.ready
  admin = await createSignedIn()
  sceneIds = await createFixture()
})
afterEach(() => {
  for (const leave of unsubscribers.splice(0)) leave()
})
afterAll(async () => {
  await service?.stop()
  await directory.remove()
})

function start(port: string): Service {
  const env = {
    PORT: port,
    BOOTSTRAP_ADMIN_EMAIL: EMAIL,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_ENABLED: 'false',
  }
  return startService({ cwd: directory.path, env })
}

async function createSignedIn(): Promise<Client> {
  const client = createClient({ url })
  await client.sessions.login.mutate({ email: EMAIL, password: PASSWORD })
  return client
}

async function createFixture(): Promise<typeof sceneIds> {
  const content = await readFile(SAMPLE, 'base64')
  // The service's types require bytes, those of the package base64.
  const file = { filename: 'sample-xccdf.xml', content: content as never }
  const { srg } = await admin.srgs.upload.mutate({ file })
  const { project } = await admin.projects.create.mutate({ project: { name: 'Harbor' } })
  const { component } = await admin.components.create.mutate({
    projectId: project.id,
    component: {
      name: 'Gateway',
      prefix: 'HGW1-01',
      title: 'Gateway',
      security_requirements_guide_id: srg?.id ?? 0,
    },
  })
  const { rules } = await admin.rules.picker.query({ componentId: component.id })
  return { projectId: project.id, componentId: component.id, ruleId: rules[0]?.id ?? 0 }
}

async function createComment(client: Client): Promise<number> {
  const review = { action: 'comment' as const, comment: 'Three or ten?' }
  return (await client.reviews.createOnRule.mutate({ ruleId: sceneIds.ruleId, review })).review.id
}

interface SeenEvent {
  id: string
  event: string
  reviewId: unknown
}

/** A live stream, all its events, and how it ended. */
function watch(client: Client, options: { componentId?: number; lastEventId?: string } = {}) {
  const events: SeenEvent[] = []
  const waiting: { predicate: (all: SeenEvent[]) => boolean; resolve: () => void }[] = []
  const look = () => {
    for (const { predicate, resolve: result } of waiting) if (predicate(events)) result()
  }
  let end: (how: unknown) => void = () => undefined
  const ended = new Promise<unknown>((resolve) => (end = resolve))
  const subscription = client.events.ofComponent.subscribe(
    { componentId: sceneIds.componentId, ...options },
    {
      onData: ({ id, data }) => {
        events.push({ id, event: data.event, reviewId: data.data['review_id'] })
        look()
      },
      onComplete: () => end('completed'),
      onError: (error) => end(error),
    },
  )
  unsubscribers.push(() => subscription.unsubscribe())
  const until = (predicate: (all: SeenEvent[]) => boolean) =>
    new Promise<void>((result) => {
      waiting.push({ predicate, resolve: result })
      look()
    })
  const waitForEvent = (event: string, reviewId?: number) =>
    until((all) => all.some((item) => item.event === event && item.reviewId === reviewId))
  return { seen: events, ended, sees: waitForEvent, leave: () => subscription.unsubscribe() }
}

async function createToken(): Promise<{ id: number; client: Client }> {
  const options = { name: 'board', scopes: ['read' as const], current_password: PASSWORD }
  const created = await admin.tokens.create.mutate({ personal_access_token: options })
  return { id: created.personal_access_token.id, client: createClient({ url, token: created.token }) }
}

describe('a live stream of the tRPC client', () => {
  test('starts, delivers events, and stops, with the cookie of a sign-in', async () => {
    const board = watch(admin)
    await board.sees('open')
    const id = await createComment(admin)
    await board.sees('comment.created', id)
    board.leave()
    expect(await board.ended).toBe('completed')
  })

  test('resumes after the event that it names, and delivers every later event once', async () => {
    const first = watch(admin)
    await first.sees('open')
    const ids = [await createComment(admin), await createComment(admin), await createComment(admin)]
    await first.sees('comment.created', ids[2])
    const known = first.seen.find(({ reviewId }) => reviewId === ids[0])?.id ?? ''
    const second = watch(admin, { lastEventId: known })
    await second.sees('comment.created', ids[2])
    const created = second.seen.filter(({ event }) => event === 'comment.created')
    expect(created.map(({ reviewId }) => reviewId)).toEqual(ids.slice(1))
  })

  test('gets one reset if the event that it names is no longer stored', async () => {
    const board = watch(admin, { lastEventId: '999999999' })
    await board.sees('reset')
    const id = await createComment(admin)
    await board.sees('comment.created', id)
    expect(board.seen.map(({ event }) => event)).toEqual(['reset', 'comment.created'])
  })

  test('works with an access token, and completes when the token is revoked', async () => {
    const { id, client } = await createToken()
    const board = watch(client)
    await board.sees('open')
    await board.sees('comment.created', await createComment(admin))
    await admin.tokens.revoke.mutate({ id })
    const later = await createComment(admin)
    expect(await board.ended).toBe('completed')
    expect(board.seen.some(({ reviewId }) => reviewId === later)).toBe(false)
    expect(getErrorReason(await watch(client).ended)).toBe('invalid_token')
  })

  test('completes when the session ends', async () => {
    const client = await createSignedIn()
    const board = watch(client)
    await board.sees('open')
    await client.sessions.logout.mutate()
    await createComment(admin)
    expect(await board.ended).toBe('completed')
  })

  test.each([
    ['a component that does not exist', () => watch(admin, { componentId: 2_147_483_647 }), 'not_found'],
    ['people who are not signed in', () => watch(createClient({ url })), 'not_authenticated'],
    ['an unusable id', () => watch(admin, { lastEventId: 'x'.repeat(50) }), 'validation'],
    ['an unknown token', () => watch(createClient({ url, token: 'service_no' })), 'invalid_token'],
  ])('rejects %s with a reason', async (_, open, reason) => {
    const { ended, seen: events } = open()
    expect(getErrorReason(await ended)).toBe(reason)
    expect(events).toEqual([])
  })

  test('is rejected with the reason of the whole request, too', async () => {
    const form: typeof fetch = (address, init) =>
      fetch(address, { ...init, headers: { 'content-type': 'multipart/form-data' } })
    const client = createClient({ url, fetch: form })
    expect(getErrorReason(await watch(client).ended)).toBe('unsupported_media_type')
    const login = client.sessions.login.mutate({ email: EMAIL, password: PASSWORD })
    expect(getErrorReason(await login.catch((error: unknown) => error))).toBe('unsupported_media_type')
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'reconnects after a restart of the service (%s) after its last event, even without an earlier event',
    async (signal) => {
      const board = watch(admin)
      const quiet = watch(admin)
      await board.sees('open')
      await quiet.sees('open')
      const before = await createComment(admin)
      await board.sees('comment.created', before)
      service.process.kill(signal)
      await service.ended
      service = start(new URL(url).port)
      await service.ready
      const after = await createComment(admin)
      for (const each of [board, quiet]) await each.sees('comment.created', after)
      for (const each of [board, quiet]) {
        const created = each.seen.filter(({ event }) => event === 'comment.created')
        expect(created.map(({ reviewId }) => reviewId)).toEqual([before, after])
        expect(each.seen.filter(({ event }) => event === 'reset')).toEqual([])
      }
    },
  )
})
