/** Marks the position of a long list's elements. */
const PLACEHOLDER = '\u0000'

/** Placeholder for a long list. */
export const LIST_PLACEHOLDER = [PLACEHOLDER]

/** Serializes a value with a `LIST_PLACEHOLDER` placeholder, whose elements are streamed. */
export async function* streamJson(frame: unknown, elements: AsyncIterable<unknown>): AsyncGenerator<string> {
  const [before = '', after = ''] = JSON.stringify(frame, null, 1).split(/"\\u0000"\s*/)
  let hasBegun = false
  yield before
  for await (const element of elements) {
    yield `${hasBegun ? ',\n' : ''}${JSON.stringify(element, null, 1)}`
    hasBegun = true
  }
  yield `\n${after}\n`
}

/** Maps an async iterable. */
export async function* mapAsync<T, U>(
  elements: AsyncIterable<T>,
  toValue: (element: T, index: number) => U,
): AsyncGenerator<U> {
  let index = 0
  for await (const element of elements) yield toValue(element, index++)
}
