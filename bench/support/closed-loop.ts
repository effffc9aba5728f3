import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerReader, type Answered } from './answer-reader.ts'

/** The bytes of a request. */
export interface Wire {
  bytes: Buffer
  /** Whether the answer is an endless live stream, whose connection is closed once the answer begins. */
  leaves: boolean
}

export interface Reached {
  perSecond: number
  /** The latencies in milliseconds, ascending. */
  times: number[]
  failed: number
  /** The body of the first error. */
  refusal: string | null
}

/** Sends this many requests over these connections in a closed loop, and waits for all answers. */
export async function closedLoop(
  base: string,
  next: (turn: number) => Wire,
  amount: number,
  connections = 16,
): Promise<Reached> {
  const times: number[] = []
  let turn = 0
  let failed = 0
  let refusal: string | null = null
  const began = performance.now()
  const lane = async (): Promise<void> => {
    const line = openLine(base)
    for (let mine = turn; mine < amount; mine = turn) {
      turn += 1
      const asked = performance.now()
      const { status, said } = await line.ask(next(mine))
      times.push(performance.now() - asked)
      if (status >= 200 && status < 300) continue
      failed += 1
      refusal ??= `${status} ${said.slice(0, 300)}`
    }
    line.end()
  }
  await Promise.all(Array.from({ length: Math.min(connections, amount) }, lane))
  const seconds = (performance.now() - began) / 1000
  return { perSecond: amount / seconds, times: times.toSorted((a, b) => a - b), failed, refusal }
}

/** A connection that reconnects after it was closed. */
function openLine(base: string) {
  const { hostname, port } = new URL(base)
  let open: Socket | null = null
  let told: (answered: Answered) => void = () => undefined
  const dial = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    const read = answerReader()
    socket.on('data', (piece) => {
      const answered = read(piece)
      if (answered) told(answered)
    })
    const gone = (): void => {
      if (open === socket) open = null
      told({ status: 0, said: 'the connection ended', closes: true })
    }
    socket.on('error', gone)
    socket.on('close', gone)
    return socket
  }
  const leave = (): void => {
    const socket = open
    open = null
    socket?.destroy()
  }
  return {
    async ask({ bytes, leaves }: Wire): Promise<Answered> {
      const socket = (open ??= await dial())
      const answered = await new Promise<Answered>((resolve) => {
        told = resolve
        if (leaves) socket.once('data', (piece) => resolve(headOf(piece)))
        socket.write(bytes)
      })
      told = () => undefined
      if (leaves || answered.closes) leave()
      return answered
    },
    end: leave,
  }
}

function headOf(piece: Buffer): Answered {
  return { status: Number(piece.toString('latin1', 9, 12)), said: '', closes: true }
}
