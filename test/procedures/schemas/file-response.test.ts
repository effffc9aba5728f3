import { expect, test } from 'vitest'
import { createFileResponse } from '../../../src/procedures/schemas/file-response.ts'

function toBody(chunks: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> {
  const { body } = createFileResponse({ filename: 'a', contentType: 'text/plain', chunks })
  return body ?? new ReadableStream<Uint8Array>()
}

test('small chunks are sent together and in order, both texts and bytes', async () => {
  async function* pieces() {
    for (let index = 0; index < 10_000; index += 1) {
      yield index % 2 === 0 ? `${index} ä\n` : Buffer.from(`${index} ä\n`)
    }
  }
  const blocks = await collectItems(toBody(pieces()))
  expect(blocks.length).toBeLessThan(5)
  const lines = Buffer.concat(blocks).toString().trimEnd().split('\n')
  expect(lines).toEqual(Array.from({ length: 10_000 }, (_, index) => `${index} ä`))
})

test('chunks are produced on demand, and not after the reader has stopped', async () => {
  let produced = 0
  let closed = false
  async function* pieces() {
    try {
      for (;;) {
        produced += 1
        yield 'x'.repeat(1024)
      }
    } finally {
      closed = true
    }
  }
  const reader = toBody(pieces()).getReader()
  expect(produced).toBe(0)
  expect((await reader.read()).value?.byteLength).toBe(64 * 1024)
  expect(produced).toBe(64)
  await reader.cancel()
  expect(closed).toBe(true)
})

test('an empty file has no bytes', async () => {
  async function* nothing() {
    yield ''
    yield new Uint8Array()
  }
  expect(await collectItems(toBody(nothing()))).toEqual([])
})

async function collectItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list = []
  for await (const item of items) list.push(item)
  return list
}
