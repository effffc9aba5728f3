import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** An incoming webhook of a chat service, as several services post to it. */
export interface ChatHook {
  /** The address that the service of this name posts to. */
  url: (service: string) => string
  /** Every message that came: who sent it, and its first line. */
  got: { service: string; title: string }[]
  /** Keeps the next message unanswered that has this first line; resolves with its sender once it is here. */
  hold: (title: string) => Promise<string>
  close: () => Promise<void>
}

/** Listens on a free port; close it at the end. */
export async function aChatHook(): Promise<ChatHook> {
  const got: ChatHook['got'] = []
  const held = new Map<string, (service: string) => void>()
  const kept: ServerResponse[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { text } = JSON.parse(Buffer.concat(chunks).toString())
      const [title = ''] = String(text).split('\n')
      const service = (request.url ?? '').slice(1)
      got.push({ service, title })
      const holding = held.get(title)
      if (!holding) return void response.end('ok')
      held.delete(title)
      kept.push(response)
      holding(service)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    url: (service) => `http://127.0.0.1:${port}/${service}`,
    got,
    hold: (title) => new Promise((resolve) => held.set(title, resolve)),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
