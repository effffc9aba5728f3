/**
 * Returns the technology for minted identifiers: the leading letters of a prefix, or null (rule C-5).
 * `technologySql` is the SQL version; test/entities/shared-rules.test.ts compares both.
 */
export function parseTechnology(prefix: string): string | null {
  return /^[A-Z]+/.exec(prefix)?.[0] ?? null
}

/** SQL expression for the technology; takes the table alias of the component. */
export function technologySql(components: string): string {
  return `substring(${components}.prefix from '^[A-Z]+')`
}
