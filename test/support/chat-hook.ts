import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** An incoming webhook of a chat server that several services post to. */
export interface ChatHook {
  /** The webhook address for the service with this name. */
  url: (service: string) => string
  /** The received messages: sender and first line. */
  got: { service: string; title: string }[]
  /** Leaves the next message with this first line unanswered; resolves with its sender once it arrives. */
  hold: (title: string) => Promise<string>
  close: () => Promise<void>
}

/** Starts the webhook on a free port. Close it at the end of the test. */
export async function startChatHook(): Promise<ChatHook> {
  const received: ChatHook['got'] = []
  const waiting = new Map<string, (service: string) => void>()
  const openResponses: ServerResponse[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { text } = JSON.parse(Buffer.concat(chunks).toString())
      const [title = ''] = String(text).split('\n')
      const service = (request.url ?? '').slice(1)
      received.push({ service, title })
      const holding = waiting.get(title)
      if (!holding) return void response.end('ok')
      waiting.delete(title)
      openResponses.push(response)
      holding(service)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    url: (service) => `http://127.0.0.1:${port}/${service}`,
    got: received,
    hold: (title) => new Promise((resolve) => waiting.set(title, resolve)),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
