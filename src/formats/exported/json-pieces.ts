/** What marks where the elements of a long list go. */
const HERE = '\u0000'

/** A value that stands where a long list will be written. */
export const LIST_HERE = [HERE]

/**
 * JSON text of a value in which `LIST_HERE` stands for a list that is too long to hold: its elements are written as
 * they come.
 */
export async function* jsonPieces(frame: unknown, elements: AsyncIterable<unknown>): AsyncGenerator<string> {
  const [before = '', after = ''] = JSON.stringify(frame, null, 1).split(/"\\u0000"\s*/)
  let begun = false
  yield before
  for await (const element of elements) {
    yield `${begun ? ',\n' : ''}${JSON.stringify(element, null, 1)}`
    begun = true
  }
  yield `\n${after}\n`
}

/** What is made of each element, as it comes. */
export async function* mapped<T, U>(
  elements: AsyncIterable<T>,
  made: (element: T, index: number) => U,
): AsyncGenerator<U> {
  let index = 0
  for await (const element of elements) yield made(element, index++)
}
