/** When the address of an account was proven to be its owner's. */
const VERIFIED_AT = 'email_verified_at'

/** Whether the address of `user` identifies its owner, in SQL: it was proven by mail or by a provider. */
export function verifiedEmailSql(user: string): string {
  return `${user}.${VERIFIED_AT} is not null`
}

/** Whether the address of a loaded account was proven by mail or by a provider (rule A-91). */
export function hasVerifiedEmail(account: { emailVerifiedAt?: Date | null | undefined }): boolean {
  return account.emailVerifiedAt != null
}
