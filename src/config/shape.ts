import { join } from 'node:path'
import { TITLE_LENGTH } from '../lib/text-lengths.ts'
import { removeTrailingSlashes } from '../lib/unicode/trim-end.ts'
import type { SettingSource } from './explicit-settings.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import type { OidcProvider } from './settings/oidc.ts'
import { toTracing } from './settings/tracing.ts'
import type { Variables } from './variables.ts'

export type Env = ReturnType<typeof shapeEnv> & {
  /** The explicit settings without secrets, for the audit log. */
  explicitSettings: Record<string, string>
  /** The source of each explicit setting. */
  sources: Record<string, SettingSource>
}

/**
 * Groups the flat variables. Values with names ending in `Ms` are milliseconds, in `Days` days. `oidc` and `blocklist` were
 * read from the provider registry and from the file.
 */
export function shapeEnv(variables: Variables, oidc: OidcProvider[], blocklist: ReadonlySet<string>) {
  return {
    http: toHttp(variables),
    service: toService(variables),
    database: toDatabase(variables),
    /** src/database/fast-path */
    fastPath: variables.FAST_PATH_ENABLED,
    bootstrapAdmin: toBootstrapAdmin(variables),
    accounts: toAccounts(variables),
    lockout: toLockout(variables),
    passwordPolicy: toPasswordPolicy(variables, blocklist),
    session: toSession(variables),
    tokens: toTokens(variables),
    rateLimits: toRateLimits(variables),
    concurrency: toConcurrency(variables),
    bodies: toBodies(variables),
    limits: toLimits(variables),
    oidc,
    ldap: toLdap(variables),
    github: toGithub(variables),
    mail: toMail(variables),
    chat: { webhookUrl: variables.CHAT_WEBHOOK_URL },
    banner: toBanner(variables),
    consent: toConsent(variables),
    terms: toTerms(variables),
    docs: { requireLogin: variables.DOCS_REQUIRE_LOGIN },
    log: { level: variables.LOG_LEVEL, format: variables.LOG_FORMAT },
    metrics: { token: variables.METRICS_TOKEN },
    tracing: toTracing(variables),
  }
}

function toHttp(variables: Variables) {
  return {
    port: variables.PORT,
    host: variables.HOST,
    baseUrl: variables.BASE_URL === null ? null : removeTrailingSlashes(variables.BASE_URL),
    trustedProxies: variables.TRUSTED_PROXIES,
    workers: variables.WORKERS,
    /** The most connections of a process. */
    maxConnections: variables.MAX_CONNECTIONS,
    /** Time limit for the headers of a request. */
    headersTimeoutMs: variables.HEADERS_TIMEOUT,
    /** A connection is closed if its client reads nothing of a response for this long. */
    answerTimeoutMs: variables.ANSWER_TIMEOUT,
  }
}

function toService(variables: Variables) {
  return {
    name: variables.SERVICE_NAME,
    sessionCookie: `_${variables.SERVICE_NAME}_session`,
    tokenPrefix: `${variables.SERVICE_NAME}_`,
    contactEmail: variables.CONTACT_EMAIL,
    welcomeText: variables.WELCOME_TEXT,
  }
}

/** `url` null: the embedded database in `dataDir`, or in memory. */
function toDatabase(variables: Variables) {
  return {
    url: variables.DATABASE_URL,
    replicaUrls: variables.DATABASE_REPLICA_URLS,
    /** The address of the server itself, if `url` is that of a pooler. */
    directUrl: variables.DATABASE_DIRECT_URL,
    pooler: variables.DATABASE_POOLER,
    poolSize: variables.DATABASE_POOL_SIZE,
    /** 0 uses the server's own limit. */
    limits: {
      statement: variables.DATABASE_STATEMENT_TIMEOUT,
      lock: variables.DATABASE_LOCK_TIMEOUT,
      idleInTransaction: variables.DATABASE_IDLE_TRANSACTION_TIMEOUT,
    },
    /** Statements that take longer are logged; 0 switches it off. */
    slowMs: variables.SLOW_QUERY_MS,
    dataDir: variables.DATA_DIR,
    inMemory: variables.DATA_DIR === 'memory:',
  }
}

function toBootstrapAdmin(variables: Variables) {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = variables
  return email !== null && password !== null ? { email, password } : null
}

function toPasswordPolicy(variables: Variables, blocklist: ReadonlySet<string>): PasswordPolicy {
  return {
    minLength: variables.PASSWORD_MIN_LENGTH,
    maxLength: variables.PASSWORD_MAX_LENGTH,
    minUppercase: variables.PASSWORD_MIN_UPPERCASE,
    minLowercase: variables.PASSWORD_MIN_LOWERCASE,
    minNumber: variables.PASSWORD_MIN_NUMBER,
    minSpecial: variables.PASSWORD_MIN_SPECIAL,
    blocklist,
  }
}

function toAccounts(variables: Variables) {
  return {
    localLogin: variables.LOCAL_LOGIN_ENABLED,
    registration: variables.REGISTRATION_ENABLED,
    emailConfirmation: variables.EMAIL_CONFIRMATION_ENABLED,
    firstUserAdmin: variables.FIRST_USER_ADMIN,
    projectCreate: variables.PROJECT_CREATE_ENABLED,
    autoLinkUser: variables.AUTO_LINK_USER,
    passwordResetMs: variables.PASSWORD_RESET_TTL,
  }
}

function toLockout(variables: Variables) {
  return {
    enabled: variables.LOCKOUT_ENABLED,
    maxAttempts: variables.LOCKOUT_MAX_ATTEMPTS,
    windowMs: variables.LOCKOUT_WINDOW,
    unlockInMs: variables.LOCKOUT_UNLOCK_IN_MINUTES * 60_000,
    strategy: variables.LOCKOUT_UNLOCK_STRATEGY,
    lastAttemptWarning: variables.LOCKOUT_LAST_ATTEMPT_WARNING,
    notifyAdmins: variables.LOCKOUT_NOTIFY_ADMINS,
  }
}

function toSession(variables: Variables) {
  return {
    idleMs: variables.SESSION_IDLE_TIMEOUT,
    absoluteMs: variables.SESSION_ABSOLUTE_TIMEOUT,
    rememberMe: variables.SESSION_REMEMBER_ME_ENABLED,
    rememberMeMs: variables.SESSION_REMEMBER_ME_DURATION,
    /** null: no limit. */
    maxConcurrent: variables.SESSION_LIMIT_ENABLED ? variables.SESSION_MAX_CONCURRENT : null,
  }
}

function toTokens(variables: Variables) {
  return {
    enabled: variables.API_TOKENS_ENABLED,
    maxPerUser: variables.API_TOKENS_MAX_PER_USER,
    maxLifetimeDays: variables.API_TOKENS_MAX_LIFETIME_DAYS,
    /** 0: idle tokens are not revoked. */
    autoRevokeIdleDays: variables.API_TOKENS_AUTO_REVOKE_IDLE_DAYS,
  }
}

/** Concurrency limits of one user or address. */
function toConcurrency(variables: Variables) {
  return {
    perPerson: variables.REQUESTS_PER_PERSON,
    perAddress: variables.REQUESTS_PER_ADDRESS,
    waitMs: variables.REQUESTS_WAIT,
    boards: variables.BOARDS_PER_PERSON,
    uploads: variables.UPLOADS_PER_PERSON,
  }
}

/** Time limits of request bodies, and the disk space for uploads in progress. */
function toBodies(variables: Variables) {
  return {
    timeoutMs: variables.BODY_TIMEOUT,
    uploadTimeoutMs: variables.UPLOAD_TIMEOUT,
    minRate: variables.BODY_LEAST_RATE,
    spoolBytes: variables.UPLOAD_SPOOL_MIB * 1024 * 1024,
  }
}

function toGithub(variables: Variables) {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = variables
  return clientId !== null && clientSecret !== null ? { clientId, clientSecret } : null
}

function toBanner(variables: Variables) {
  return {
    enabled: variables.BANNER_ENABLED,
    text: variables.BANNER_TEXT,
    backgroundColor: variables.BANNER_BACKGROUND_COLOR,
    textColor: variables.BANNER_TEXT_COLOR,
  }
}

/** `ttlMs` 0: required once per session. */
function toConsent(variables: Variables) {
  return {
    enabled: variables.CONSENT_ENABLED,
    version: variables.CONSENT_VERSION,
    title: variables.CONSENT_TITLE,
    content: variables.CONSENT_CONTENT,
    ttlMs: variables.CONSENT_TTL,
  }
}

function toTerms(variables: Variables) {
  return {
    stig: {
      singular: variables.TERM_STIG_SINGULAR,
      plural: variables.TERM_STIG_PLURAL,
      label: variables.TERM_STIG_LABEL,
    },
    srg: {
      singular: variables.TERM_SRG_SINGULAR,
      plural: variables.TERM_SRG_PLURAL,
      label: variables.TERM_SRG_LABEL,
    },
  }
}

function toRateLimits(variables: Variables) {
  return {
    enabled: variables.RATE_LIMIT_ENABLED,
    login: variables.RATE_LIMIT_LOGIN,
    upload: variables.RATE_LIMIT_UPLOAD,
    commentMinute: variables.RATE_LIMIT_COMMENT_MINUTE,
    commentHour: variables.RATE_LIMIT_COMMENT_HOUR,
    reactionWrite: variables.RATE_LIMIT_REACTION_WRITE,
    reactionRead: variables.RATE_LIMIT_REACTION_READ,
    reviewWrite: variables.RATE_LIMIT_REVIEW_WRITE,
    write: variables.RATE_LIMIT_WRITE,
    token: variables.RATE_LIMIT_TOKEN,
    mail: variables.RATE_LIMIT_MAIL,
    signIn: variables.RATE_LIMIT_SIGN_IN,
    userSearch: variables.RATE_LIMIT_USER_SEARCH,
    notice: variables.RATE_LIMIT_NOTICE,
    noticeSender: variables.RATE_LIMIT_NOTICE_SENDER,
  }
}

/** Code points; `comment` is the cap of comment texts, never above the review text (rule R-3). */
function toLimits(variables: Variables) {
  return {
    shortString: variables.LIMIT_SHORT_STRING,
    ident: variables.LIMIT_IDENT,
    ruleTitle: variables.LIMIT_TITLE,
    mediumText: variables.LIMIT_MEDIUM_TEXT,
    longText: variables.LIMIT_LONG_TEXT,
    inspecCode: variables.LIMIT_INSPEC_CODE,
    userName: variables.LIMIT_USER_NAME,
    userEmail: variables.LIMIT_USER_EMAIL,
    projectName: variables.LIMIT_PROJECT_NAME,
    projectDescription: variables.LIMIT_PROJECT_DESCRIPTION,
    componentName: variables.LIMIT_COMPONENT_NAME,
    componentPrefix: variables.LIMIT_COMPONENT_PREFIX,
    componentTitle: Math.min(variables.LIMIT_TITLE, variables.LIMIT_COMPONENT_TITLE),
    componentDescription: Math.min(variables.LIMIT_LONG_TEXT, variables.LIMIT_COMPONENT_DESCRIPTION),
    reviewText: variables.LIMIT_REVIEW_COMMENT,
    comment: Math.min(4000, variables.LIMIT_REVIEW_COMMENT),
    /** Title of a catalog rule. Published guides must fit, so a setting can only raise it. */
    catalogTitle: Math.max(TITLE_LENGTH, variables.LIMIT_TITLE),
    benchmarkName: variables.LIMIT_BENCHMARK_NAME,
    benchmarkTitle: Math.min(Math.max(TITLE_LENGTH, variables.LIMIT_TITLE), variables.LIMIT_BENCHMARK_TITLE),
    benchmarkDescription: variables.LIMIT_BENCHMARK_DESCRIPTION,
    templateName: variables.LIMIT_TEMPLATE_NAME,
    auditComment: variables.LIMIT_AUDIT_COMMENT,
    tokenName: variables.LIMIT_TOKEN_NAME,
  }
}

function toLdap(variables: Variables) {
  if (variables.LDAP_URL === null || variables.LDAP_BASE_DN === null) return null
  return {
    url: variables.LDAP_URL,
    baseDn: variables.LDAP_BASE_DN,
    bindDn: variables.LDAP_BIND_DN,
    bindPassword: variables.LDAP_BIND_PASSWORD,
    attribute: variables.LDAP_ATTRIBUTE,
    title: variables.LDAP_TITLE,
    startTls: variables.LDAP_START_TLS,
    filter: variables.LDAP_FILTER,
  }
}

/** Mail is on with a server or an explicit folder (rule A-75). Without `dir`, no files are written. */
function toMail(variables: Variables) {
  const folder = variables.DATA_DIR === 'memory:' ? null : join(variables.DATA_DIR, 'mail')
  const domain = variables.BASE_URL === null ? 'localhost' : new URL(variables.BASE_URL).hostname
  return {
    on: variables.SMTP_URL !== null || variables.MAIL_DIR !== null,
    smtpUrl: variables.SMTP_URL,
    dir: variables.SMTP_URL === null ? (variables.MAIL_DIR ?? folder) : null,
    from: variables.MAIL_FROM ?? variables.CONTACT_EMAIL ?? `no-reply@${domain}`,
  }
}
