/** The headers of every answer, and what the operation adds to them. */
export interface Reply {
  headers: Record<string, string>
  cookies: string[]
  /** The answer already carries these headers. */
  applied: boolean
  /** It leaves as it is, uncompressed, and its headers say all. */
  plain?: boolean | undefined
  /** Something in it is secret: it leaves as it is, because a compressed length tells of what was compressed. */
  secret?: boolean
}
