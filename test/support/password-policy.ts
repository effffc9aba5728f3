import type { PasswordPolicy } from '../../src/config/passwords/password-policy.ts'

/** The default policy of the settings, without blocked words. */
export const STRICT_POLICY: PasswordPolicy = {
  minLength: 15,
  maxLength: 128,
  minUppercase: 2,
  minLowercase: 2,
  minNumber: 2,
  minSpecial: 2,
  blocklist: new Set(),
}
