/** Response headers and cookies, collected while the operation runs. */
export interface Reply {
  headers: Record<string, string>
  cookies: string[]
  /** The response already has these headers. */
  applied: boolean
  /** The response is sent uncompressed, and its headers are complete. */
  plain?: boolean | undefined
  /** The response contains a secret and is not compressed: a compressed length leaks its content (BREACH). */
  secret?: boolean
}
