import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createAnswerReader, type HttpAnswer } from './answer-reader.ts'

/** The bytes of a request. */
export interface EncodedRequest {
  bytes: Buffer
  /** Whether the answer is an endless live stream, whose connection is closed once the answer begins. */
  endless: boolean
}

export interface LoopResult {
  perSecond: number
  /** The latencies in milliseconds, ascending. */
  times: number[]
  failed: number
  /** The body of the first error. */
  refusal: string | null
}

/** Sends this many requests over these connections in a closed loop, and waits for all answers. */
export async function runClosedLoop(
  base: string,
  next: (position: number) => EncodedRequest,
  amount: number,
  connections = 16,
): Promise<LoopResult> {
  const times: number[] = []
  let position = 0
  let failed = 0
  let refusal: string | null = null
  const began = performance.now()
  const runConnection = async (): Promise<void> => {
    const connection = openConnection(base)
    for (let index = position; index < amount; index = position) {
      position += 1
      const sentAt = performance.now()
      const { status, errorText } = await connection.ask(next(index))
      times.push(performance.now() - sentAt)
      if (status >= 200 && status < 300) continue
      failed += 1
      refusal ??= `${status} ${errorText.slice(0, 300)}`
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: Math.min(connections, amount) }, runConnection))
  const seconds = (performance.now() - began) / 1000
  return { perSecond: amount / seconds, times: times.toSorted((a, b) => a - b), failed, refusal }
}

/** A connection that reconnects after it was closed. */
function openConnection(base: string) {
  const { hostname, port } = new URL(base)
  let open: Socket | null = null
  let deliver: (answered: HttpAnswer) => void = () => undefined
  const dial = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    const read = createAnswerReader()
    socket.on('data', (piece) => {
      const answered = read(piece)
      if (answered) deliver(answered)
    })
    const onClose = (): void => {
      if (open === socket) open = null
      deliver({ status: 0, errorText: 'the connection ended', closes: true })
    }
    socket.on('error', onClose)
    socket.on('close', onClose)
    return socket
  }
  const leave = (): void => {
    const socket = open
    open = null
    socket?.destroy()
  }
  return {
    async ask({ bytes, endless: leaves }: EncodedRequest): Promise<HttpAnswer> {
      const socket = (open ??= await dial())
      const answered = await new Promise<HttpAnswer>((resolve) => {
        deliver = resolve
        if (leaves) socket.once('data', (piece) => resolve(readHead(piece)))
        socket.write(bytes)
      })
      deliver = () => undefined
      if (leaves || answered.closes) leave()
      return answered
    },
    end: leave,
  }
}

function readHead(piece: Buffer): HttpAnswer {
  return { status: Number(piece.toString('latin1', 9, 12)), errorText: '', closes: true }
}
