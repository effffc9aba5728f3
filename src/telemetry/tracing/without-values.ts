/** The most characters of a statement that are read and returned. */
const MAX_INPUT = 8000
const MAX_OUTPUT = 2000

/**
 * Matches quoted names, which are retained; string literals with escapes, plain and dollar-quoted ones, also if they are
 * cut off; and numbers outside of words and parameters.
 */
const TOKENS =
  /"[^"]*"|(?<!\w)e'[^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*(?:'|$)|'[^']*(?:''[^']*)*(?:'|$)|\$([a-z_]*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$])\d[\d.]*/gi

/** Replaces every literal of a statement with `?`: the ORM writes values into some statements. */
export function removeValues(statement: string): string {
  const redacted = statement
    .slice(0, MAX_INPUT)
    .replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : '?'))
    .trim()
  return redacted.length > MAX_OUTPUT ? `${redacted.slice(0, MAX_OUTPUT)}…` : redacted
}
