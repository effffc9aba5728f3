/** A text without the characters at its end that match. An expression such as `/x+$/` takes quadratic time for it. */
export function trimEndWhile(text: string, matches: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && matches(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** An address without the slashes at its end. */
export function withoutTrailingSlashes(address: string): string {
  return trimEndWhile(address, (character) => character === '/')
}
