import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The failure modes of peer servers. */
export const FAILURE_MODES = ['down', 'silent', 'dripping', 'lying'] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

const KINDS = ['mail', 'chat', 'directory', 'provider'] as const
type Kind = (typeof KINDS)[number]

/** An invalid reply for each kind of peer, which never ends. */
const MALFORMED_RESPONSES: Record<Kind, string> = {
  mail: '250 all is well\r\n',
  chat: 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n',
  directory: '\u0030\u0084\u007f\u00ff\u00ff\u00ff',
  provider: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"issuer":"x"',
}
const MORE = 'x'.repeat(65_536)
const MAX_BYTES = 50 * 1024 * 1024

/** Fake servers for mail, chat, directory and provider. */
export interface Peers {
  /** The settings that make the service use them. */
  env: Record<string, string>
  be: (way: FailureMode | 'well') => Promise<void>
  /** The data received so far. */
  delivered: () => { mails: number; posts: number }
  remove: () => Promise<void>
}

/** Starts the peers. Mail and chat are healthy; directory and provider do not answer. */
export async function startPeers(): Promise<Peers> {
  const arrived = { mails: 0, posts: 0 }
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _, done) => {
      stream.resume().on('end', () => {
        arrived.mails += 1
        done()
      })
    },
  })
  const chat = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      arrived.posts += 1
      response.end('ok')
    })
  })
  smtp.listen(0, '127.0.0.1')
  chat.listen(0, '127.0.0.1')
  await Promise.all([once(smtp.server, 'listening'), once(chat, 'listening')])
  const inner: Partial<Record<Kind, number>> = { mail: readPort(smtp.server), chat: readPort(chat) }
  let mode: FailureMode | 'well' = 'well'
  const sockets = new Set<Socket>()
  const doors = await Promise.all(
    KINDS.map(async (kind) => {
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
        handleConnection(socket, kind, mode, inner[kind])
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      return { kind, server }
    }),
  )
  const getAddress = (kind: Kind) => `127.0.0.1:${readPort(doors.find((door) => door.kind === kind)?.server)}`
  return {
    env: {
      SMTP_URL: `smtp://${getAddress('mail')}`,
      MAIL_FROM: 'desk@chaos.example',
      CHAT_WEBHOOK_URL: `http://${getAddress('chat')}/hook`,
      LDAP_URL: `ldap://${getAddress('directory')}`,
      LDAP_BASE_DN: 'dc=chaos,dc=example',
      OIDC_ISSUER: `http://${getAddress('provider')}`,
      OIDC_CLIENT_ID: 'chaos',
      OIDC_CLIENT_SECRET: 'chaos',
    },
    be: async (next) => {
      mode = next
      for (const socket of sockets) socket.destroy()
    },
    delivered: () => ({ ...arrived }),
    remove: async () => {
      for (const { server } of doors) server.close()
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => {
        smtp.close(resolve)
      })
      chat.closeAllConnections()
      chat.close()
    },
  }
}

function handleConnection(
  socket: Socket,
  kind: Kind,
  mode: FailureMode | 'well',
  port: number | undefined,
): void {
  if (mode === 'down' || (mode === 'well' && port === undefined)) return void socket.resetAndDestroy()
  socket.resume()
  if (mode === 'silent') return
  if (mode === 'dripping') return sendSlowly(socket, kind)
  if (mode === 'lying') return sendInvalidReply(socket, kind)
  const far = connect(port ?? 0, '127.0.0.1')
  far.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('close', () => far.destroy())
  socket.pipe(far).pipe(socket)
}

function sendSlowly(socket: Socket, kind: Kind): void {
  let index = 0
  const dripping = setInterval(() => {
    socket.write(MALFORMED_RESPONSES[kind].at(index % MALFORMED_RESPONSES[kind].length) ?? 'x', 'latin1')
    index += 1
  }, 1000)
  socket.on('close', () => clearInterval(dripping))
}

/** Sends a wrong reply and endless filler, until the other side closes or the limit is reached. */
function sendInvalidReply(socket: Socket, kind: Kind): void {
  socket.write(MALFORMED_RESPONSES[kind], 'latin1')
  const more = () => {
    while (!socket.destroyed && socket.bytesWritten < MAX_BYTES && socket.write(MORE));
  }
  socket.on('drain', more)
  more()
}

function readPort(server: Pick<Server, 'address'> | undefined): number {
  const address = server?.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
