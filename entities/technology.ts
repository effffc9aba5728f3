/**
 * The technology that a prefix names, for which identifiers are minted: its leading letters; null without any (rule C-5).
 * Below in SQL; test/entities/shared-rules.test.ts compares both.
 */
export function technologyIn(prefix: string): string | null {
  return /^[A-Z]+/.exec(prefix)?.[0] ?? null
}

/** The rule in SQL, over the components of that name in the query around. */
export function technologySql(components: string): string {
  return `substring(${components}.prefix from '^[A-Z]+')`
}
