/** Removes matching characters from the end of a text in linear time; a pattern such as `/x+$/` is quadratic. */
export function trimEndWhile(text: string, matches: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && matches(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Removes the trailing slashes of a URL. */
export function removeTrailingSlashes(address: string): string {
  return trimEndWhile(address, (character) => character === '/')
}
