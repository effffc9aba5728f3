/** Creates a LIKE pattern that matches the text anywhere, with its wildcards escaped (rules A-10 and R-45). */
export function substringPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Creates the pattern for lower-cased columns. */
export function likePattern(text: string): string {
  return substringPattern(text.toLowerCase())
}
