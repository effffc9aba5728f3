import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limitToOpenFiles, limitConnections } from '../../src/http/connections/limit-connections.ts'

const MAX_CONNECTIONS = 5
let server: Server
let port: number
/** Requests with pending answers, by path. */
let waiting: Map<string, ServerResponse>

beforeEach(async () => {
  waiting = new Map()
  server = createServer((request: IncomingMessage, response) => {
    if (request.url === '/at-once') response.end('ok')
    else waiting.set(request.url ?? '', response)
  })
  limitConnections(server, MAX_CONNECTIONS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function createConnection(): Promise<Socket> {
  const accepted = once(server, 'connection')
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await Promise.all([once(socket, 'connect'), accepted])
  return socket
}

/** A connection on which a request waits for its answer. */
async function createBusyConnection(address: string): Promise<Socket> {
  const socket = await createConnection()
  const received = once(server, 'request')
  socket.write(`GET ${address} HTTP/1.1\r\nhost: a\r\n\r\n`)
  await received
  return socket
}

const readStatus = async (path: string): Promise<number | undefined> => {
  const [response] = await once(get({ port, path, host: '127.0.0.1', agent: false }), 'response')
  response.resume()
  return response.statusCode
}

describe('connections over the limit', () => {
  it('replace the connection that has been idle for the longest time', async () => {
    const idle = [await createConnection(), await createConnection()]
    const ended = idle.map((socket) => once(socket, 'close'))
    for (let index = 0; index < MAX_CONNECTIONS; index += 1) await createConnection()
    await Promise.all(ended)
    expect(await readStatus('/at-once')).toBe(200)
  })

  it('never end a running request, nor one whose answer follows another of its connection', async () => {
    const busy = await createBusyConnection('/first')
    const second = once(server, 'request')
    busy.write('GET /second HTTP/1.1\r\nhost: a\r\n\r\n')
    await second
    waiting.get('/first')?.end('first')
    await once(busy, 'data')
    for (let index = 0; index < MAX_CONNECTIONS * 3; index += 1) await createConnection()
    const rest = once(busy, 'data')
    waiting.get('/second')?.end('second')
    expect(String(await rest)).toContain('second')
  })

  it('are closed themselves if every other connection has a running request', async () => {
    const busy: Socket[] = []
    for (let index = 0; index < MAX_CONNECTIONS; index += 1) {
      busy.push(await createBusyConnection(`/${index}`))
    }
    const late = await createConnection()
    await once(late, 'close')
    waiting.get('/0')?.end('0')
    await once(busy[0] ?? late, 'data')
    expect(await readStatus('/at-once')).toBe(200)
  })
})

describe('the connection limit', () => {
  it('is the configured one, or the limit of open files of the system', () => {
    expect(limitToOpenFiles(10)).toBe(10)
    expect(limitToOpenFiles(2 ** 40)).toBeGreaterThan(0)
  })
})
