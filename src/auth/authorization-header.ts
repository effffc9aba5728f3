const SCHEME = 'token'

/**
 * The value of `Authorization: Token <value>`, to the letter; '' when the scheme stands alone, null when the header is
 * absent or names another scheme, which is ignored (rule A-38). Linear in the length of the header.
 */
export function tokenOf(header: string | null | undefined): string | null {
  if (header === null || header === undefined) return null
  const start = skipBlanks(header, 0)
  const end = start + SCHEME.length
  if (header.slice(start, end).toLowerCase() !== SCHEME) return null
  const value = skipBlanks(header, end)
  if (value === end && end < header.length) return null
  return header.slice(value)
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}
