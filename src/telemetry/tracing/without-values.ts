/** What is looked at of a statement, and what is told of it. */
const LOOKED_AT = 8000
const TOLD = 2000

/**
 * Quoted names, which stay; then texts with escapes, plain texts and those between dollars, each to its end or that of
 * the statement; then numbers that are no part of a word or the place of a parameter.
 */
const PARTS =
  /"[^"]*"|(?<!\w)e'[^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*(?:'|$)|'[^']*(?:''[^']*)*(?:'|$)|\$([a-z_]*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$])\d[\d.]*/gi

/** A statement with `?` in the place of every value that stands in it: the ORM writes values into some statements. */
export function withoutValues(statement: string): string {
  const told = statement
    .slice(0, LOOKED_AT)
    .replaceAll(PARTS, (part) => (part.startsWith('"') ? part : '?'))
    .trim()
  return told.length > TOLD ? `${told.slice(0, TOLD)}…` : told
}
