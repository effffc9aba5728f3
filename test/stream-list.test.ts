import { describe, expect, it } from 'vitest'
import { streamBody } from '../openapi/stream-response.ts'
import {
  streamList,
  type ResponseChunk,
  type ResponseChunks,
  type ListChunk,
  type ListChunks,
} from '../src/procedures/lists/stream-list.ts'

async function* listBatches(...rows: string[]): ListChunks {
  for (const [index, row] of rows.entries()) yield { rows: row, last: index === rows.length - 1 }
}

/** The body that REST would send for these pages, and its number of chunks. */
async function sendList(portions: ListChunks, member?: string, others = {}): Promise<string[]> {
  let stream: [ResponseChunk, ResponseChunks] | undefined
  await streamList({ startStream: (...sent) => void (stream = sent) }, portions, member, others)
  if (!stream) throw new Error('nothing was sent')
  const body = streamBody(...stream, () => {})
  if (typeof body === 'string') return [body]
  const pieces: string[] = []
  for await (const bytes of body) pieces.push(new TextDecoder().decode(bytes))
  return pieces
}

describe('a streamed list', () => {
  it('is text when there is one page', async () => {
    expect(await sendList(listBatches('{"id":1},{"id":2}'))).toEqual(['[{"id":1},{"id":2}]'])
    expect(await sendList(listBatches(''))).toEqual(['[]'])
    expect(await sendList(listBatches(''), 'rules')).toEqual(['{"rules":[]}'])
  })

  it('is a chunk for each page with rows, with commas between them', async () => {
    expect(await sendList(listBatches('1,2', '3', '4'), 'rules')).toEqual(['{"rules":[1,2', ',3', ',4]}'])
    expect(await sendList(listBatches('', '1', '', '2', ''))).toEqual(['[1', ',2', ']'])
    expect(await sendList(listBatches('', ''))).toEqual(['[]'])
  })

  it('follows the other members of its object', async () => {
    expect(await sendList(listBatches('1', '2'), 'rules', { id: 7 })).toEqual(['{"id":7,"rules":[1', ',2]}'])
  })

  it('contains all rows for tRPC clients', async () => {
    expect(await streamList({}, listBatches('1,2', '', '3'))).toEqual([1, 2, 3])
  })

  it('E-23: reads a page when the previous one is consumed, and none after the reader has left', async () => {
    const read: number[] = []
    let isLeft = false
    async function* countChunks(): AsyncGenerator<ListChunk, void> {
      try {
        for (let index = 1; index <= 5; index += 1) {
          read.push(index)
          yield { rows: String(index), last: index === 5 }
        }
      } finally {
        isLeft = true
      }
    }
    let stream: [ResponseChunk, ResponseChunks] | undefined
    await streamList({ startStream: (first, others) => void (stream = [first, others]) }, countChunks())
    const body = stream && streamBody(...stream, () => {})
    if (!(body instanceof ReadableStream)) throw new Error('one piece')
    const reader = body.getReader()
    expect(read).toEqual([1])
    await reader.read()
    expect(read).toEqual([1])
    await reader.read()
    expect(read).toEqual([1, 2])
    await reader.cancel()
    expect([read, isLeft]).toEqual([[1, 2], true])
  })

  it('is aborted by an error after the first chunk, which is logged', async () => {
    async function* failAfterChunk(): ListChunks {
      yield { rows: '1', last: false }
      throw new Error('gone')
    }
    const reported: unknown[] = []
    let stream: [ResponseChunk, ResponseChunks] | undefined
    await streamList({ startStream: (first, others) => void (stream = [first, others]) }, failAfterChunk())
    const body = stream && streamBody(...stream, (error) => void reported.push(error))
    await expect(new Response(body).text()).rejects.toThrow('gone')
    expect(reported).toHaveLength(1)
  })

  it('throws the error of its first page before the answer starts', async () => {
    async function* rejectList(): ListChunks {
      await Promise.reject(new Error('refused'))
      yield { rows: '', last: true }
    }
    const startStream = () => expect.unreachable()
    await expect(streamList({ startStream }, rejectList())).rejects.toThrow('refused')
  })
})
