import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { request as send, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listen, type Listener } from '../../src/app/listen.ts'
import { createFileForm, createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorldUnder } from '../support/world.ts'

const MIB = 1024 * 1024
const world = createWorldUnder({
  PORT: '0',
  LDAP_URL: 'ldap://127.0.0.1:1',
  LDAP_BASE_DN: 'dc=example,dc=org',
  // In these tests, a paused body counts as slow immediately.
  BODY_TIMEOUT: '1',
  UPLOAD_TIMEOUT: '2',
})
const closing = createWorldUnder({ PORT: '0' })
/** The number of bytes drained from a rejected body, including the buffers of a connection. */
const MAX_READ_BYTES = 80 * MIB
let listener: Listener
/** The service's ends of connections, by the sender's port. */
const accepted = new Map<number | undefined, Socket>()
const accept = (message: unknown) => {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return
  if (message.socket instanceof Socket) accepted.set(message.socket.remotePort, message.socket)
}

beforeAll(async () => {
  subscribe('net.server.socket', accept)
  listener = await listen(world.services)
})
afterAll(async () => {
  unsubscribe('net.server.socket', accept)
  listener.cut()
  await listener.close()
})

/** The reason is undefined if the body is not JSON. */
interface BodyAnswer {
  status: number
  reason: string | undefined
  connection: string | undefined
}

interface SentRequest {
  request: ClientRequest
  answer: Promise<BodyAnswer>
}

function toAnswered({ statusCode = 0, headers }: IncomingMessage, text: string): BodyAnswer {
  const reason = /"reason":"([^"]*)"/.exec(text)?.[1]
  return { status: statusCode, reason, connection: headers.connection }
}

/** A request whose body is written by hand; it is chunked unless its headers declare a length. */
function begin(path: string, headers: Record<string, string>, method = 'POST'): SentRequest {
  const request = send({ host: '127.0.0.1', port: listener.port, path, method, headers })
  request.on('error', () => undefined)
  const answer = new Promise<BodyAnswer>((resolve, reject) => {
    let answers = false
    request.once('response', (incoming) => {
      answers = true
      let text = ''
      incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      // The connection may end while the rest of the body is still being sent.
      incoming.once('close', () => resolve(toAnswered(incoming, text)))
    })
    request.once('close', () => (answers ? undefined : reject(new Error('no answer'))))
  })
  answer.catch(() => undefined)
  return { request, answer }
}

/** Sends this many MiB unless the other side stops reading; returns the MiB that were accepted. */
async function pour(request: ClientRequest, mebibytes: number): Promise<number> {
  const piece = Buffer.alloc(MIB, 'x')
  let acceptedMiB = 0
  const closed = new Promise((resolve) => request.once('close', () => resolve('gone')))
  for (; acceptedMiB < mebibytes; acceptedMiB += 1) {
    if (request.destroyed || request.closed) break
    if (request.write(piece)) continue
    const drained = new Promise((resolve) => request.once('drain', resolve))
    if ((await Promise.race([drained, closed])) === 'gone') break
  }
  request.end()
  return acceptedMiB
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a chunked body over the limit', () => {
  it.concurrent.each([
    ['the form of the directory sign-in', '/users/auth/ldap/callback', FORM],
    ['the start of that sign-in', '/users/auth/ldap', FORM],
    ['the JSON of a sign-in', '/api/auth/login', JSON_TYPE],
    ['a call of a typed client', '/trpc/sessions.login', JSON_TYPE],
  ])('is answered with 413 and not read further, as %s', async (_, path, headers) => {
    const { request, answer } = begin(path, headers)
    const port = new Promise<number | undefined>((resolve) => {
      request.once('socket', (socket) => socket.once('connect', () => resolve(socket.localPort)))
    })
    const acceptedMiB = await pour(request, 400)
    expect(await answer).toMatchObject({ status: 413, reason: 'payload_too_large' })
    expect(acceptedMiB).toBeLessThan(400)
    // The body is not stored, so its bytes read are the maximum cost.
    const read = accepted.get(await port)?.bytesRead ?? Infinity
    expect(read).toBeGreaterThan(MIB)
    expect(read).toBeLessThan(MAX_READ_BYTES)
  })

  it('is read slowly together with others, without taking read slots', async () => {
    const sending = Array.from({ length: 12 }, () => begin('/users/auth/ldap/callback', FORM))
    const ports = sending.map(
      ({ request }) =>
        new Promise<number | undefined>((resolve) => {
          request.once('socket', (socket) => socket.once('connect', () => resolve(socket.localPort)))
        }),
    )
    await Promise.all(sending.map(({ request }) => pour(request, 400)))
    const sockets = (await Promise.all(ports)).map((port) => accepted.get(port))
    const read = sockets.reduce((sum, socket) => sum + (socket?.bytesRead ?? Infinity), 0)
    expect(read).toBeLessThan(6 * MAX_READ_BYTES)
  })

  it('is drained if it is slightly too large, so that the client can read the error', async () => {
    const { request, answer } = begin('/api/auth/login', JSON_TYPE)
    expect(await pour(request, 4)).toBe(4)
    expect(await answer).toMatchObject({ status: 413, reason: 'payload_too_large' })
  })

  it('is not read at all if the operation accepts no body', async () => {
    const { request, answer } = begin('/up', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, 'GET')
    expect(await pour(request, 10_000)).toBeLessThan(5000)
    expect(await answer).toMatchObject({ status: 200 })
  })
})

describe('a body that does not arrive', () => {
  it.concurrent.each([
    ['/users/auth/ldap/callback', FORM],
    ['/api/auth/login', JSON_TYPE],
    ['/trpc/sessions.login', JSON_TYPE],
  ])('is aborted with 408 at %s, with any announced length', async (path, headers) => {
    const sending = [{}, { 'content-length': '1000' }].map((announced) =>
      begin(path, { ...headers, ...announced }),
    )
    for (const { request } of sending) request.write('{')
    for (const { answer } of sending) {
      expect(await answer).toMatchObject({ status: 408, reason: 'body_too_slow', connection: 'close' })
    }
  })

  it.concurrent('is aborted even while single bytes still arrive', async () => {
    const { request, answer } = begin('/api/auth/login', JSON_TYPE)
    const dripping = setInterval(() => request.write(' '), 100)
    expect(await answer).toMatchObject({ status: 408, reason: 'body_too_slow' })
    clearInterval(dripping)
  })
})

describe('an upload', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="g.xml"\r\n\r\n'

  it('is rejected by role before its body is read', async () => {
    const nonMember = await world.createCookie(await world.createUser())
    const project = await world.createProject()
    for (const [path, status] of [
      ['/srgs', 403],
      ['/stigs', 403],
      [`/projects/${project.id}/components`, 404],
      ['/projects/2147483647/components', 404],
    ] as const) {
      const { request, answer } = begin(path, { ...multipart, cookie: nonMember })
      request.write(head)
      expect(await answer).toMatchObject({ status })
      request.destroy()
    }
  })

  it('an upload that was rejected before it was read may be sent to its end on a connection that stays open', async () => {
    const cookie = await world.createCookie(await world.createUser())
    const socket = connect(listener.port, '127.0.0.1').setEncoding('utf8')
    let answers = ''
    let ended: string | null = null
    socket.on('data', (piece: string) => (answers += piece))
    socket.once('error', (error) => (ended = error.message)).once('close', () => (ended ??= 'closed'))
    const length = `content-length: ${12 * MIB}`
    const type = `content-type: ${multipart['content-type']}`
    socket.write(['POST /srgs HTTP/1.1', 'host: x', `cookie: ${cookie}`, type, length, '', ''].join('\r\n'))
    // Slower than the limit for clients whose data is only discarded.
    for (let sent = 0; sent < 12 && ended === null; sent += 1) {
      socket.write(Buffer.alloc(MIB, 'x'))
      await pause(100)
    }
    socket.write('GET /up HTTP/1.1\r\nhost: x\r\n\r\n')
    await vi.waitFor(() => expect(ended ?? answers).toContain('HTTP/1.1 200'))
    expect(answers).toContain('HTTP/1.1 403')
    socket.destroy()
  })

  // The shutdown would take half a minute if the service waited for the sender.
  it(
    'an upload that was rejected before it was read does not delay the shutdown of the service',
    { timeout: 20_000 },
    async () => {
      const server = await listen(closing.services)
      const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
      const ended = new Promise((resolve) => socket.once('close', resolve))
      socket.once('error', () => undefined)
      const type = `content-type: ${multipart['content-type']}`
      socket.write(['POST /srgs HTTP/1.1', 'host: x', type, 'content-length: 1000', '', ''].join('\r\n'))
      const answer = await new Promise<string>((resolve) => socket.once('data', resolve))
      expect(answer).toContain('HTTP/1.1 401')
      const dripping = setInterval(() => socket.write('x'), 100)
      await server.close()
      await ended
      clearInterval(dripping)
    },
  )

  it('continues while slow uploads are aborted', async () => {
    const admin = await world.createSystemAdmin()
    const other = await world.rest(await world.createSystemAdmin())
    const cookie = await world.createCookie(admin)
    const dripping = Array.from({ length: 4 }, () => begin('/srgs', { ...multipart, cookie }))
    for (const { request } of dripping) request.write(head)
    await pause(20)
    expect((await uploadGuide(other, createGuideFile())).status).toBe(200)
    for (const { answer } of dripping) expect(await answer).toMatchObject({ status: 408 })
  })

  it('an upload that is shorter than announced is aborted and stores nothing', async () => {
    const admin = await world.createSystemAdmin()
    const cookie = await world.createCookie(admin)
    const { request, answer } = begin('/srgs', { ...multipart, cookie, 'content-length': '50000000' })
    request.write(head)
    expect(await answer).toMatchObject({ status: 408, reason: 'body_too_slow' })
    expect((await uploadGuide(await world.rest(admin), createGuideFile())).status).toBe(200)
  })

  it('an upload over its limit is rejected at any size, and frees its slot for the next one', async () => {
    const cookie = await world.createCookie(await world.createSystemAdmin())
    const sending = Array.from({ length: 3 }, () => begin('/srgs', { ...multipart, cookie }))
    for (const { request } of sending) request.write(head)
    await Promise.all(sending.map(({ request }) => pour(request, 400)))
    for (const { answer } of sending) expect(await answer).toMatchObject({ status: 422 })
  })

  it('keeps the text of names and fields as browsers send them', async () => {
    const rest = await world.rest(await world.createSystemAdmin())
    const { status, body } = await rest.post(
      '/srgs',
      createFileForm('Übersicht – 概要.txt', createGuideFile()),
    )
    expect([status, body.reason]).toEqual([422, 'upload.extension'])
    expect((await rest.post('/srgs', createFileForm('Übersicht – 概要.xml', createGuideFile()))).status).toBe(
      200,
    )
  })
})
