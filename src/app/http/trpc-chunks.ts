import { streamBody } from '../../../openapi/stream-response.ts'
import { ResponseBudget } from '../../procedures/lists/response-budget.ts'
import type { Sink, ResponseChunk, ResponseChunks } from '../../procedures/lists/stream-list.ts'
import type { RequestContext } from '../../request-context.ts'

/** Characters that calls which are answered together may get: writing more as one text would hold the event loop. */
const TOGETHER = 4_000_000

/** The context of a request's calls, and the answer of a call whose list leaves in pieces. */
export interface Leaving {
  ctx: RequestContext
  /** Puts the list into the place of the empty one that the call was answered with. */
  filled: (answer: Response, failed: (error: unknown) => void) => Promise<Response>
}

/**
 * Lets the list of a call that is alone in its request leave in pieces, as over REST. Several calls, line by line or not,
 * are answered together, and one with a key is kept: their answers come whole, up to 4 million characters in all.
 */
export function streamResults(ctx: RequestContext, calls: number): Leaving {
  const together = calls !== 1 || ctx.once !== undefined || ctx.request.header('trpc-accept') !== undefined
  if (together) {
    return {
      ctx: { ...ctx, whole: new ResponseBudget(TOGETHER) },
      filled: (answer) => Promise.resolve(answer),
    }
  }
  let taken: { first: ResponseChunk; others: ResponseChunks } | undefined
  const sink: Sink = (first, others) => {
    taken = { first, others }
  }
  return {
    ctx: { ...ctx, sink },
    filled: async (answer, failed) => {
      if (!taken) return answer
      const { first, others } = taken
      if (!answer.ok) {
        await others.return()
        return answer
      }
      const batch = (await answer.text()).startsWith('[')
      const [open, close] = batch ? ['[{"result":{"data":', '}}]'] : ['{"result":{"data":', '}}']
      const ended = (piece: ResponseChunk) => (piece.last ? { ...piece, text: piece.text + close } : piece)
      const start = ended({ ...first, text: open + first.text })
      const body = streamBody(start, mapped(others, ended), failed, ctx.turn?.keep())
      return new Response(body, { status: answer.status, headers: answer.headers })
    },
  }
}

async function* mapped(
  pieces: ResponseChunks,
  change: (piece: ResponseChunk) => ResponseChunk,
): ResponseChunks {
  for await (const piece of pieces) yield change(piece)
}
