import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Listener } from '../../src/app/listen.ts'
import { cutStalledReaders } from '../../src/http/connections/stalled-readers.ts'
import { createWorldUnder } from '../support/world.ts'

const MIB = 1024 * 1024

function* streamLarge() {
  for (let piece = 0; piece < 64; piece += 1) yield Buffer.alloc(MIB)
}

/** Sends a request and reads none of the answer; it keeps sending data as if further requests followed. */
function connectWithoutReading(
  port: number,
  requestText: string,
): { socket: Socket; cutOff: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.on('error', () => undefined)
  const cutOff = new Promise((resolve) => socket.once('close', resolve))
  socket.write(requestText)
  const sending = setInterval(() => socket.write('\r\n'), 50)
  void cutOff.finally(() => clearInterval(sending))
  return { socket, cutOff }
}

describe('a client connection', () => {
  let server: Server
  let port = 0
  const responses: ServerResponse[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/whole') return response.end(Buffer.alloc(32 * MIB))
      if (request.url === '/large') return Readable.from(streamLarge()).pipe(response)
      response.write('first\n')
      responses.push(response)
      return undefined
    })
    cutStalledReaders(server, 400)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' ? (address?.port ?? 0) : 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('a client that reads none of its answer is disconnected, although it keeps sending', async () => {
    const accepted = once(server, 'connection')
    const { cutOff } = connectWithoutReading(port, 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    const [socket] = await accepted
    expect(socket.destroyed).toBe(false)
    await cutOff
    expect(socket.destroyed).toBe(true)
  })

  it('a client that reads a long answer slowly stays connected, although the answer is sent in one piece', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /whole HTTP/1.1\r\nhost: x\r\n\r\n')
    let size = 0
    for await (const piece of socket) {
      size += (piece as Buffer).byteLength
      if (size > 32 * MIB) break
      await pause(4)
    }
    expect(size).toBeGreaterThan(32 * MIB)
  })

  it('a client that waits for data stays connected, and so does one that reads its answer', async () => {
    const quiet = await fetch(`http://127.0.0.1:${port}/quiet`)
    const reading = fetch(`http://127.0.0.1:${port}/large`).then((answer) => answer.arrayBuffer())
    await connectWithoutReading(port, 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n').cutOff
    expect((await reading).byteLength).toBe(64 * MIB)
    for (const response of responses) response.end('second\n')
    expect(await quiet.text()).toBe('first\nsecond\n')
  })
})

describe('the service', () => {
  const world = createWorldUnder({ PORT: '0', ANSWER_TIMEOUT: '1', BOARDS_PER_PERSON: '1' })
  let listener: Listener

  beforeAll(async () => {
    listener = await listen(world.services)
  })
  afterAll(async () => {
    listener.cut()
    await listener.close()
  })

  it('disconnects a client that never reads, and keeps a live stream whose client reads', async () => {
    const project = await world.createProject()
    const user = await world.createMember(project, 'viewer')
    const cookie = await world.createCookie(user)
    const url = `http://127.0.0.1:${listener.port}/projects/${project.id}/events`
    const board = await fetch(url, { headers: { cookie } })
    const requestText = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100)
    await connectWithoutReading(listener.port, requestText).cutOff
    const reader = board.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain(': still here')
    const rest = await world.rest(await world.createMember(project, 'admin'))
    expect((await rest.put(`/projects/${project.id}`, { project: { name: 'Renamed' } })).status).toBe(200)
    await reader?.cancel()
  })
})
