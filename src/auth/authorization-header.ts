const SCHEME = 'token'

/**
 * Returns the unchanged value of `Authorization: Token <value>`; '' without a value, null if the header is missing or
 * has another scheme (rule A-38). Linear in the header's length.
 */
export function readTokenHeader(header: string | null | undefined): string | null {
  if (header === null || header === undefined) return null
  const start = skipBlanks(header, 0)
  const end = start + SCHEME.length
  if (header.slice(start, end).toLowerCase() !== SCHEME) return null
  const value = skipBlanks(header, end)
  if (value === end && end < header.length) return null
  return header.slice(value)
}

function skipBlanks(text: string, start: number): number {
  let index = start
  while (text[index] === ' ' || text[index] === '\t') index += 1
  return index
}
