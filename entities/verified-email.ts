/** The column with the time when the owner's address was verified. */
const VERIFIED_AT = 'email_verified_at'

/** SQL condition: an email or a provider verified the address of `user`. */
export function verifiedEmailSql(user: string): string {
  return `${user}.${VERIFIED_AT} is not null`
}

/** Whether an email or a provider verified the address of a loaded account (rule A-91). */
export function hasVerifiedEmail(account: { emailVerifiedAt?: Date | null | undefined }): boolean {
  return account.emailVerifiedAt != null
}
