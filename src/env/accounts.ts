import { Refusal, choice, count, duration, flag, isEmail, rate, secret, text, variable } from './values.ts'

/** Accounts, passwords, sessions and tokens (accounts 7). */
export const accountVariables = {
  BOOTSTRAP_ADMIN_EMAIL: variable(null, (value) =>
    isEmail(value.trim()) ? value.trim().toLowerCase() : new Refusal('expected an address like a@b'),
  ),
  BOOTSTRAP_ADMIN_PASSWORD: secret(),
  FIRST_USER_ADMIN: flag(false),
  LOCAL_LOGIN_ENABLED: flag(true),
  REGISTRATION_ENABLED: flag(true),
  EMAIL_CONFIRMATION_ENABLED: flag(false),
  PROJECT_CREATE_ENABLED: flag(true),
  AUTO_LINK_USER: flag(false),
  LOCKOUT_ENABLED: flag(true),
  LOCKOUT_MAX_ATTEMPTS: count(3, 1, 100),
  LOCKOUT_WINDOW: duration('15m'),
  LOCKOUT_UNLOCK_IN_MINUTES: count(15, 1, 525_600),
  LOCKOUT_UNLOCK_STRATEGY: choice('both', ['email', 'time', 'both']),
  LOCKOUT_LAST_ATTEMPT_WARNING: flag(true),
  LOCKOUT_NOTIFY_ADMINS: flag(false),
  PASSWORD_MIN_LENGTH: count(15, 1, 1024),
  PASSWORD_MAX_LENGTH: count(128, 1, 1024),
  PASSWORD_MIN_UPPERCASE: count(2, 0, 128),
  PASSWORD_MIN_LOWERCASE: count(2, 0, 128),
  PASSWORD_MIN_NUMBER: count(2, 0, 128),
  PASSWORD_MIN_SPECIAL: count(2, 0, 128),
  PASSWORD_BLOCKLIST_FILE: text(null),
  PASSWORD_RESET_TTL: duration('2h'),
  SESSION_IDLE_TIMEOUT: duration('1h'),
  SESSION_ABSOLUTE_TIMEOUT: duration('12h'),
  SESSION_REMEMBER_ME_ENABLED: flag(true),
  SESSION_REMEMBER_ME_DURATION: duration('8h'),
  SESSION_LIMIT_ENABLED: flag(true),
  SESSION_MAX_CONCURRENT: count(20, 1, 10_000),
  API_TOKENS_ENABLED: flag(true),
  API_TOKENS_MAX_PER_USER: count(20, 1, 10_000),
  API_TOKENS_MAX_LIFETIME_DAYS: count(365, 1, 3650),
  API_TOKENS_AUTO_REVOKE_IDLE_DAYS: count(0, 0, 3650),
}

/** Rate limits (accounts 6.5); the figures without a variable stand in src/rate/windows.ts. */
export const rateVariables = {
  RATE_LIMIT_ENABLED: flag(true),
  RATE_LIMIT_LOGIN: rate(20, '60s'),
  RATE_LIMIT_UPLOAD: rate(30, '60s'),
  RATE_LIMIT_COMMENT_MINUTE: rate(60, '60s'),
  RATE_LIMIT_COMMENT_HOUR: rate(1000, '1h'),
  RATE_LIMIT_REACTION_WRITE: rate(120, '60s'),
  RATE_LIMIT_REACTION_READ: rate(600, '60s'),
  RATE_LIMIT_REVIEW_WRITE: rate(600, '60s'),
  RATE_LIMIT_TOKEN: rate(6000, '60s'),
  RATE_LIMIT_MAIL: rate(5, '1h'),
}
