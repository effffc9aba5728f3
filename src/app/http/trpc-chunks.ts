import { streamBody } from '../../../openapi/stream-response.ts'
import { ResponseBudget } from '../../procedures/lists/response-budget.ts'
import type { StartStream, ResponseChunk, ResponseChunks } from '../../procedures/lists/stream-list.ts'
import type { RequestContext } from '../../request-context.ts'

/** The most characters of a batch response: serializing more at once would block the event loop. */
const MAX_BATCH_CHARACTERS = 4_000_000

/** The context of a request's calls, and the response of a call whose list is streamed. */
export interface StreamedResults {
  ctx: RequestContext
  /** Replaces the empty list in the response with the streamed one. */
  fillIn: (answer: Response, failed: (error: unknown) => void) => Promise<Response>
}

/**
 * Streams the list of a request with a single call, as over REST. Batches, JSONL responses and calls with an
 * idempotency key are not streamed; their responses are limited to 4 million characters.
 */
export function streamResults(ctx: RequestContext, calls: number): StreamedResults {
  const isBuffered =
    calls !== 1 || ctx.idempotentRequest !== undefined || ctx.request.header('trpc-accept') !== undefined
  if (isBuffered) {
    return {
      ctx: { ...ctx, responseBudget: new ResponseBudget(MAX_BATCH_CHARACTERS) },
      fillIn: (answer) => Promise.resolve(answer),
    }
  }
  let streamed: { first: ResponseChunk; others: ResponseChunks } | undefined
  const startStream: StartStream = (first, others) => {
    streamed = { first, others }
  }
  return {
    ctx: { ...ctx, startStream },
    fillIn: async (answer, failed) => {
      if (!streamed) return answer
      const { first, others } = streamed
      if (!answer.ok) {
        await others.return()
        return answer
      }
      const isBatch = (await answer.text()).startsWith('[')
      const [open, close] = isBatch ? ['[{"result":{"data":', '}}]'] : ['{"result":{"data":', '}}']
      const closeLast = (chunk: ResponseChunk) =>
        chunk.last ? { ...chunk, text: chunk.text + close } : chunk
      const start = closeLast({ ...first, text: open + first.text })
      const body = streamBody(start, mapChunks(others, closeLast), failed, ctx.slot?.hold())
      return new Response(body, { status: answer.status, headers: answer.headers })
    },
  }
}

async function* mapChunks(
  chunks: ResponseChunks,
  change: (chunk: ResponseChunk) => ResponseChunk,
): ResponseChunks {
  for await (const chunk of chunks) yield change(chunk)
}
