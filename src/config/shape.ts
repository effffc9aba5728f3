import { join } from 'node:path'
import { TITLE_LENGTH } from '../lib/text-lengths.ts'
import { withoutTrailingSlashes } from '../lib/unicode/trim-end.ts'
import type { SettingSource } from './in-force.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import type { OidcProvider } from './settings/oidc.ts'
import { tracingOf } from './settings/tracing.ts'
import type { Variables } from './variables.ts'

export type Env = ReturnType<typeof shapeEnv> & {
  /** The explicit settings without secrets, for the audit log. */
  inForce: Record<string, string>
  /** The source of each explicit setting. */
  sources: Record<string, SettingSource>
}

/**
 * Groups the flat variables. Values with names ending in `Ms` are milliseconds, in `Days` days. `oidc` and `blocklist` were
 * read from the provider registry and from the file.
 */
export function shapeEnv(given: Variables, oidc: OidcProvider[], blocklist: string[]) {
  return {
    http: http(given),
    service: service(given),
    database: database(given),
    /** src/database/fast-path */
    fastPath: given.FAST_PATH_ENABLED,
    bootstrapAdmin: bootstrapAdmin(given),
    accounts: accounts(given),
    lockout: lockout(given),
    passwordPolicy: passwordPolicy(given, blocklist),
    session: session(given),
    tokens: tokens(given),
    rateLimits: rateLimits(given),
    fairShares: fairShares(given),
    bodies: bodies(given),
    limits: limits(given),
    oidc,
    ldap: ldap(given),
    github: github(given),
    mail: mail(given),
    chat: { webhookUrl: given.CHAT_WEBHOOK_URL },
    banner: banner(given),
    consent: consent(given),
    terms: terms(given),
    docs: { requireLogin: given.DOCS_REQUIRE_LOGIN },
    log: { level: given.LOG_LEVEL, format: given.LOG_FORMAT },
    metrics: { token: given.METRICS_TOKEN },
    tracing: tracingOf(given),
  }
}

function http(given: Variables) {
  return {
    port: given.PORT,
    host: given.HOST,
    baseUrl: given.BASE_URL === null ? null : withoutTrailingSlashes(given.BASE_URL),
    trustedProxies: given.TRUSTED_PROXIES,
    workers: given.WORKERS,
    /** The most connections of a process. */
    maxConnections: given.MAX_CONNECTIONS,
    /** Time limit for the headers of a request. */
    headersTimeoutMs: given.HEADERS_TIMEOUT,
    /** A connection is closed if its client reads nothing of a response for this long. */
    answerTimeoutMs: given.ANSWER_TIMEOUT,
  }
}

function service(given: Variables) {
  return {
    name: given.SERVICE_NAME,
    sessionCookie: `_${given.SERVICE_NAME}_session`,
    tokenPrefix: `${given.SERVICE_NAME}_`,
    contactEmail: given.CONTACT_EMAIL,
    welcomeText: given.WELCOME_TEXT,
  }
}

/** `url` null: the embedded database in `dataDir`, or in memory. */
function database(given: Variables) {
  return {
    url: given.DATABASE_URL,
    replicaUrls: given.DATABASE_REPLICA_URLS,
    /** The address of the server itself, if `url` is that of a pooler. */
    directUrl: given.DATABASE_DIRECT_URL,
    pooler: given.DATABASE_POOLER,
    poolSize: given.DATABASE_POOL_SIZE,
    /** 0 uses the server's own limit. */
    limits: {
      statement: given.DATABASE_STATEMENT_TIMEOUT,
      lock: given.DATABASE_LOCK_TIMEOUT,
      idleInTransaction: given.DATABASE_IDLE_TRANSACTION_TIMEOUT,
    },
    /** Statements that take longer are logged; 0 switches it off. */
    slowMs: given.SLOW_QUERY_MS,
    dataDir: given.DATA_DIR,
    inMemory: given.DATA_DIR === 'memory:',
  }
}

function bootstrapAdmin(given: Variables) {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = given
  return email !== null && password !== null ? { email, password } : null
}

function passwordPolicy(given: Variables, blocklist: string[]): PasswordPolicy {
  return {
    minLength: given.PASSWORD_MIN_LENGTH,
    maxLength: given.PASSWORD_MAX_LENGTH,
    minUppercase: given.PASSWORD_MIN_UPPERCASE,
    minLowercase: given.PASSWORD_MIN_LOWERCASE,
    minNumber: given.PASSWORD_MIN_NUMBER,
    minSpecial: given.PASSWORD_MIN_SPECIAL,
    blocklist,
  }
}

function accounts(given: Variables) {
  return {
    localLogin: given.LOCAL_LOGIN_ENABLED,
    registration: given.REGISTRATION_ENABLED,
    emailConfirmation: given.EMAIL_CONFIRMATION_ENABLED,
    firstUserAdmin: given.FIRST_USER_ADMIN,
    projectCreate: given.PROJECT_CREATE_ENABLED,
    autoLinkUser: given.AUTO_LINK_USER,
    passwordResetMs: given.PASSWORD_RESET_TTL,
  }
}

function lockout(given: Variables) {
  return {
    enabled: given.LOCKOUT_ENABLED,
    maxAttempts: given.LOCKOUT_MAX_ATTEMPTS,
    windowMs: given.LOCKOUT_WINDOW,
    unlockInMs: given.LOCKOUT_UNLOCK_IN_MINUTES * 60_000,
    strategy: given.LOCKOUT_UNLOCK_STRATEGY,
    lastAttemptWarning: given.LOCKOUT_LAST_ATTEMPT_WARNING,
    notifyAdmins: given.LOCKOUT_NOTIFY_ADMINS,
  }
}

function session(given: Variables) {
  return {
    idleMs: given.SESSION_IDLE_TIMEOUT,
    absoluteMs: given.SESSION_ABSOLUTE_TIMEOUT,
    rememberMe: given.SESSION_REMEMBER_ME_ENABLED,
    rememberMeMs: given.SESSION_REMEMBER_ME_DURATION,
    /** null: no limit. */
    maxConcurrent: given.SESSION_LIMIT_ENABLED ? given.SESSION_MAX_CONCURRENT : null,
  }
}

function tokens(given: Variables) {
  return {
    enabled: given.API_TOKENS_ENABLED,
    maxPerUser: given.API_TOKENS_MAX_PER_USER,
    maxLifetimeDays: given.API_TOKENS_MAX_LIFETIME_DAYS,
    /** 0: idle tokens are not revoked. */
    autoRevokeIdleDays: given.API_TOKENS_AUTO_REVOKE_IDLE_DAYS,
  }
}

/** Concurrency limits of one user or address. */
function fairShares(given: Variables) {
  return {
    perPerson: given.REQUESTS_PER_PERSON,
    perAddress: given.REQUESTS_PER_ADDRESS,
    waitMs: given.REQUESTS_WAIT,
    boards: given.BOARDS_PER_PERSON,
    uploads: given.UPLOADS_PER_PERSON,
  }
}

/** Time limits of request bodies, and the disk space for uploads in progress. */
function bodies(given: Variables) {
  return {
    timeoutMs: given.BODY_TIMEOUT,
    uploadTimeoutMs: given.UPLOAD_TIMEOUT,
    leastRate: given.BODY_LEAST_RATE,
    spoolBytes: given.UPLOAD_SPOOL_MIB * 1024 * 1024,
  }
}

function github(given: Variables) {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = given
  return clientId !== null && clientSecret !== null ? { clientId, clientSecret } : null
}

function banner(given: Variables) {
  return {
    enabled: given.BANNER_ENABLED,
    text: given.BANNER_TEXT,
    backgroundColor: given.BANNER_BACKGROUND_COLOR,
    textColor: given.BANNER_TEXT_COLOR,
  }
}

/** `ttlMs` 0: required once per session. */
function consent(given: Variables) {
  return {
    enabled: given.CONSENT_ENABLED,
    version: given.CONSENT_VERSION,
    title: given.CONSENT_TITLE,
    content: given.CONSENT_CONTENT,
    ttlMs: given.CONSENT_TTL,
  }
}

function terms(given: Variables) {
  return {
    stig: {
      singular: given.TERM_STIG_SINGULAR,
      plural: given.TERM_STIG_PLURAL,
      label: given.TERM_STIG_LABEL,
    },
    srg: { singular: given.TERM_SRG_SINGULAR, plural: given.TERM_SRG_PLURAL, label: given.TERM_SRG_LABEL },
  }
}

function rateLimits(given: Variables) {
  return {
    enabled: given.RATE_LIMIT_ENABLED,
    login: given.RATE_LIMIT_LOGIN,
    upload: given.RATE_LIMIT_UPLOAD,
    commentMinute: given.RATE_LIMIT_COMMENT_MINUTE,
    commentHour: given.RATE_LIMIT_COMMENT_HOUR,
    reactionWrite: given.RATE_LIMIT_REACTION_WRITE,
    reactionRead: given.RATE_LIMIT_REACTION_READ,
    reviewWrite: given.RATE_LIMIT_REVIEW_WRITE,
    write: given.RATE_LIMIT_WRITE,
    token: given.RATE_LIMIT_TOKEN,
    mail: given.RATE_LIMIT_MAIL,
    signIn: given.RATE_LIMIT_SIGN_IN,
    userSearch: given.RATE_LIMIT_USER_SEARCH,
    notice: given.RATE_LIMIT_NOTICE,
    noticeSender: given.RATE_LIMIT_NOTICE_SENDER,
  }
}

/** Code points; `comment` is the cap of comment texts, never above the review text (rule R-3). */
function limits(given: Variables) {
  return {
    shortString: given.LIMIT_SHORT_STRING,
    ident: given.LIMIT_IDENT,
    ruleTitle: given.LIMIT_TITLE,
    mediumText: given.LIMIT_MEDIUM_TEXT,
    longText: given.LIMIT_LONG_TEXT,
    inspecCode: given.LIMIT_INSPEC_CODE,
    userName: given.LIMIT_USER_NAME,
    userEmail: given.LIMIT_USER_EMAIL,
    projectName: given.LIMIT_PROJECT_NAME,
    projectDescription: given.LIMIT_PROJECT_DESCRIPTION,
    componentName: given.LIMIT_COMPONENT_NAME,
    componentPrefix: given.LIMIT_COMPONENT_PREFIX,
    componentTitle: Math.min(given.LIMIT_TITLE, given.LIMIT_COMPONENT_TITLE),
    componentDescription: Math.min(given.LIMIT_LONG_TEXT, given.LIMIT_COMPONENT_DESCRIPTION),
    reviewText: given.LIMIT_REVIEW_COMMENT,
    comment: Math.min(4000, given.LIMIT_REVIEW_COMMENT),
    /** Title of a catalog rule. Published guides must fit, so a setting can only raise it. */
    catalogTitle: Math.max(TITLE_LENGTH, given.LIMIT_TITLE),
    benchmarkName: given.LIMIT_BENCHMARK_NAME,
    benchmarkTitle: Math.min(Math.max(TITLE_LENGTH, given.LIMIT_TITLE), given.LIMIT_BENCHMARK_TITLE),
    benchmarkDescription: given.LIMIT_BENCHMARK_DESCRIPTION,
    templateName: given.LIMIT_TEMPLATE_NAME,
    auditComment: given.LIMIT_AUDIT_COMMENT,
    tokenName: given.LIMIT_TOKEN_NAME,
  }
}

function ldap(given: Variables) {
  if (given.LDAP_URL === null || given.LDAP_BASE_DN === null) return null
  return {
    url: given.LDAP_URL,
    baseDn: given.LDAP_BASE_DN,
    bindDn: given.LDAP_BIND_DN,
    bindPassword: given.LDAP_BIND_PASSWORD,
    attribute: given.LDAP_ATTRIBUTE,
    title: given.LDAP_TITLE,
    startTls: given.LDAP_START_TLS,
    filter: given.LDAP_FILTER,
  }
}

/** Mail is on with a server or an explicit folder (rule A-75). Without `dir`, no files are written. */
function mail(given: Variables) {
  const folder = given.DATA_DIR === 'memory:' ? null : join(given.DATA_DIR, 'mail')
  const domain = given.BASE_URL === null ? 'localhost' : new URL(given.BASE_URL).hostname
  return {
    on: given.SMTP_URL !== null || given.MAIL_DIR !== null,
    smtpUrl: given.SMTP_URL,
    dir: given.SMTP_URL === null ? (given.MAIL_DIR ?? folder) : null,
    from: given.MAIL_FROM ?? given.CONTACT_EMAIL ?? `no-reply@${domain}`,
  }
}
