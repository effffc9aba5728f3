import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv, SettingsError } from '../../src/config/env.ts'

/** The variables a refusal names, in order. */
function listRejections(source: NodeJS.ProcessEnv): string[] {
  return catchFailure(source).problems.map(({ variable }) => variable)
}

function catchFailure(source: NodeJS.ProcessEnv): SettingsError {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
  throw new Error('the settings were accepted')
}

function writeFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'settings-')), 'value')
  writeFileSync(path, text)
  return path
}

describe('an environment without variables', () => {
  test('has the documented defaults', () => {
    const env = readEnv({})
    expect(env.http).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: null,
      trustedProxies: [],
      workers: 1,
      maxConnections: 10_000,
      answerTimeoutMs: 120_000,
      headersTimeoutMs: 30_000,
    })
    expect(env.service).toMatchObject({
      name: 'service',
      sessionCookie: '_service_session',
      tokenPrefix: 'service_',
    })
    expect(env.database).toEqual({
      url: null,
      replicaUrls: [],
      directUrl: null,
      pooler: 'auto',
      poolSize: 10,
      limits: { statement: 30_000, lock: 5000, idleInTransaction: 60_000 },
      slowMs: 0,
      dataDir: './data',
      inMemory: false,
    })
    expect(env.session).toMatchObject({ idleMs: 3_600_000, absoluteMs: 43_200_000, maxConcurrent: 20 })
    expect(env.lockout).toMatchObject({
      maxAttempts: 3,
      windowMs: 900_000,
      unlockInMs: 900_000,
      strategy: 'both',
    })
    expect(env.passwordPolicy).toMatchObject({ minLength: 15, maxLength: 128, minSpecial: 2 })
    expect(env.rateLimits).toMatchObject({ enabled: true, commentHour: { limit: 1000, windowMs: 3_600_000 } })
    expect(env.consent).toMatchObject({ enabled: false, ttlMs: 0 })
    expect(env.limits).toMatchObject({ componentPrefix: 10, comment: 4000, reviewText: 10_000 })
  })

  test('has no secret, provider or first administrator', () => {
    const env = readEnv({})
    expect([env.oidc, env.ldap, env.github, env.bootstrapAdmin, env.metrics.token]).toEqual([
      [],
      null,
      null,
      null,
      null,
    ])
  })

  test('has mail switched off, with a mail folder in the data folder, or none with a database in memory', () => {
    expect(readEnv({}).mail).toMatchObject({ on: false, dir: 'data/mail' })
    expect(readEnv({ DATA_DIR: 'memory:' }).mail.dir).toBeNull()
  })
})

describe('reading values', () => {
  test.each([
    ['30s', 30_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['90', 90_000],
  ])('A-72: a duration %s is %i milliseconds', (text, ms) => {
    expect(readEnv({ SESSION_IDLE_TIMEOUT: text }).session.idleMs).toBe(ms)
  })

  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('the switch %s is %s', (text, isOn) => {
    expect(readEnv({ REGISTRATION_ENABLED: text }).accounts.registration).toBe(isOn)
  })

  test('a rate is a number and a window', () => {
    expect(readEnv({ RATE_LIMIT_LOGIN: '7/2m' }).rateLimits.login).toEqual({ limit: 7, windowMs: 120_000 })
  })

  test('a blank variable counts as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' }).http.port).toBe(3000)
  })

  test('A-72: a value that starts with # is a value', () => {
    expect(readEnv({ BANNER_BACKGROUND_COLOR: '#abc' }).banner.backgroundColor).toBe('#abc')
  })

  test('an explicit mail folder or a server turns mail on', () => {
    expect(readEnv({ MAIL_DIR: '/tmp/mail' }).mail).toMatchObject({ on: true, dir: '/tmp/mail' })
    expect(readEnv({ SMTP_URL: 'smtp://127.0.0.1:25' }).mail).toMatchObject({ on: true, dir: null })
  })

  test('the base address loses its trailing slash', () => {
    expect(readEnv({ BASE_URL: 'https://rules.example.org/' }).http.baseUrl).toBe('https://rules.example.org')
  })

  test('words of a blocklist file extend the policy', () => {
    const env = readEnv({ PASSWORD_BLOCKLIST_FILE: writeFile('tangerine\n\nCorrect-Horse\r\n') })
    expect(env.passwordPolicy.blocklist).toEqual(new Set(['tangerine', 'correct-horse']))
  })
})

describe('a wrong value stops the start', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['BASE_URL', 'rules.example.org'],
    ['BASE_URL', 'https://rules.example.org/?a=1'],
    ['DATABASE_URL', 'mysql://127.0.0.1/rules'],
    ['DATABASE_URL', 'postgres://a:1,,b:2/rules'],
    ['DATABASE_URL', 'postgres://a:1,b:port/rules'],
    ['DATABASE_URL', 'postgres://a,b/rules?target_session_attrs=standby'],
    ['DATABASE_URL', 'postgres://a/rules?sslmode=bogus'],
    ['DATABASE_URL', 'postgres://a,b/rules?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://a/rules?sslmode=verify-ca'],
    ['DATABASE_URL', 'postgres://a/rules?sslmode=verify-full&sslrootcert=/nowhere.pem'],
    ['DATABASE_URL', 'postgres://a/rules?sslmode=verify-full&sslrootcert=/etc/hostname'],
    ['DATABASE_URL', 'postgres://a:5432'],
    ['DATABASE_URL', 'postgres://a/rules?target_session_attrs=bogus'],
    ['LDAP_FILTER', '((('],
    ['LDAP_FILTER', 'staff'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'nonsense'],
    ['DATABASE_POOLER', 'pgbouncer'],
    ['SERVICE_NAME', 'My Service'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy'],
    ['WORKERS', '0'],
    ['CONTACT_EMAIL', 'nobody'],
    ['MAIL_FROM', 'Rules <nobody>'],
    ['SMTP_URL', 'http://mail'],
    ['CHAT_WEBHOOK_URL', 'chat'],
    ['LOCAL_LOGIN_ENABLED', 'yes'],
    ['LOCKOUT_MAX_ATTEMPTS', '0'],
    ['LOCKOUT_UNLOCK_STRATEGY', 'never'],
    ['SESSION_IDLE_TIMEOUT', '10 minutes'],
    ['SESSION_ABSOLUTE_TIMEOUT', '0'],
    ['RATE_LIMIT_TOKEN', '6000'],
    ['RATE_LIMIT_TOKEN', '0/60s'],
    ['RATE_LIMIT_MAIL', '5/1w'],
    ['LIMIT_TITLE', '-1'],
    ['LIMIT_TITLE', '100001'],
    ['LIMIT_LONG_TEXT', '100001'],
    ['LIMIT_COMPONENT_TITLE', '100001'],
    ['LIMIT_TITLE', '1.5'],
    ['BANNER_TEXT_COLOR', 'white'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['OIDC_PROVIDERS', 'Okta'],
    ['OIDC_PROVIDERS', 'ldap'],
    ['PASSWORD_BLOCKLIST_FILE', '/nowhere/words'],
    ['MAIL_DIR', join(import.meta.filename, 'mail')],
  ])('%s=%s', (variable, value) => {
    expect(listRejections({ [variable]: value })).toEqual([variable])
  })

  test.each([
    ['DATABASE_DIRECT_URL', 'postgres://a/rules?sslmode=bogus'],
    ['DATABASE_REPLICA_URLS', 'postgres://a/rules,postgres://b/rules?sslmode=bogus'],
  ])('%s=%s together with DATABASE_URL', (variable, value) => {
    expect(listRejections({ DATABASE_URL: 'postgres://a/rules', [variable]: value })).toEqual([variable])
  })

  test('E-22: lists all errors, one line each, without their values', () => {
    const { message } = catchFailure({
      PORT: 'p0rt',
      WORKERS: 'many',
      OIDC_CLIENT_SECRET: 'hush-hush',
      OIDC_ISSUER: 'n0where',
    })
    expect(
      message
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(':')[0]),
    ).toEqual(['PORT', 'WORKERS', 'OIDC_ISSUER', 'OIDC_CLIENT_ID'])
    expect(message).not.toMatch(/p0rt|many|hush|n0where/)
  })
})

describe('E-22: contradictory settings stop the start', () => {
  const strong = 'Gravel-Otter-42-Lantern'
  const smtp = { SMTP_URL: 'smtp://127.0.0.1' }
  test.each<[string, NodeJS.ProcessEnv, string[]]>([
    ['replicas of no database', { DATABASE_REPLICA_URLS: 'postgres://b/rules' }, ['DATABASE_REPLICA_URLS']],
    ['confirmation without mail', { EMAIL_CONFIRMATION_ENABLED: 'true' }, ['EMAIL_CONFIRMATION_ENABLED']],
    [
      'a first administrator without password',
      { BOOTSTRAP_ADMIN_EMAIL: 'a@b' },
      ['BOOTSTRAP_ADMIN_PASSWORD'],
    ],
    [
      'a first administrator without address',
      { BOOTSTRAP_ADMIN_PASSWORD: strong },
      ['BOOTSTRAP_ADMIN_EMAIL'],
    ],
    [
      'a weak first password',
      { BOOTSTRAP_ADMIN_EMAIL: 'a@b', BOOTSTRAP_ADMIN_PASSWORD: 'short' },
      ['BOOTSTRAP_ADMIN_PASSWORD'],
    ],
    [
      'a minimum above the maximum',
      { PASSWORD_MIN_LENGTH: '20', PASSWORD_MAX_LENGTH: '16' },
      ['PASSWORD_MIN_LENGTH'],
    ],
    ['classes that do not fit', { PASSWORD_MIN_NUMBER: '128' }, ['PASSWORD_MAX_LENGTH']],
    ['a directory without base', { LDAP_URL: 'ldap://127.0.0.1' }, ['LDAP_BASE_DN']],
    ['a directory without address', { LDAP_BASE_DN: 'dc=x' }, ['LDAP_URL']],
    [
      'a bind name alone',
      { LDAP_URL: 'ldap://a', LDAP_BASE_DN: 'dc=x', LDAP_BIND_DN: 'cn=x' },
      ['LDAP_BIND_PASSWORD'],
    ],
    ['TLS twice', { LDAP_URL: 'ldaps://a', LDAP_BASE_DN: 'dc=x', LDAP_START_TLS: '1' }, ['LDAP_START_TLS']],
    ['half of GitHub', { GITHUB_CLIENT_ID: 'x' }, ['GITHUB_CLIENT_SECRET']],
    ['the other half', { GITHUB_CLIENT_SECRET: 'x' }, ['GITHUB_CLIENT_ID']],
  ])('%s', (_, source, variables) => {
    expect(listRejections(source)).toEqual(variables)
  })

  test('each setting is valid with the setting that it requires', () => {
    const env = readEnv({
      ...smtp,
      DATABASE_URL: 'postgres://a/rules',
      DATABASE_REPLICA_URLS: 'postgres://b/rules, postgres://c/rules',
      WORKERS: '4',
      EMAIL_CONFIRMATION_ENABLED: 'true',
      BOOTSTRAP_ADMIN_EMAIL: 'Root@Example.org',
      BOOTSTRAP_ADMIN_PASSWORD: strong,
    })
    expect(env.database.replicaUrls).toEqual(['postgres://b/rules', 'postgres://c/rules'])
    expect(env.bootstrapAdmin).toEqual({ email: 'root@example.org', password: strong })
  })

  test('the error for a weak first password does not show it', () => {
    expect(
      catchFailure({ BOOTSTRAP_ADMIN_EMAIL: 'a@b', BOOTSTRAP_ADMIN_PASSWORD: 'tiny-Secret' }).message,
    ).not.toContain('tiny-Secret')
  })
})

describe('E-22: a malformed setting', () => {
  test.each<[string, NodeJS.ProcessEnv, string[]]>([
    [
      'leaves the contradictions of others in the list',
      { PORT: 'x', GITHUB_CLIENT_ID: 'x', EMAIL_CONFIRMATION_ENABLED: '1' },
      ['PORT', 'EMAIL_CONFIRMATION_ENABLED', 'GITHUB_CLIENT_SECRET'],
    ],
    [
      'counts as set for those that need it',
      { DATABASE_URL: 'x', DATABASE_REPLICA_URLS: 'postgres://a/b' },
      ['DATABASE_URL'],
    ],
    [
      'can be wrong in two ways',
      { DATABASE_DIRECT_URL: 'x' },
      ['DATABASE_DIRECT_URL', 'DATABASE_DIRECT_URL'],
    ],
    ['counts as mail', { SMTP_URL: 'x', EMAIL_CONFIRMATION_ENABLED: '1' }, ['SMTP_URL']],
    ['still needs its other half', { LDAP_URL: 'x', LDAP_START_TLS: '1' }, ['LDAP_URL', 'LDAP_BASE_DN']],
    [
      'is not missing in its pair',
      { BOOTSTRAP_ADMIN_EMAIL: 'x', BOOTSTRAP_ADMIN_PASSWORD: 'Gravel-Otter-42-Lantern' },
      ['BOOTSTRAP_ADMIN_EMAIL'],
    ],
    [
      'contradicts nothing by its default',
      {
        PASSWORD_MIN_LENGTH: 'x',
        PASSWORD_MAX_LENGTH: '8',
        BOOTSTRAP_ADMIN_EMAIL: 'a@b',
        BOOTSTRAP_ADMIN_PASSWORD: 'AAbb11!!',
      },
      ['PASSWORD_MIN_LENGTH'],
    ],
    [
      'leaves a weak first password in the list',
      { PASSWORD_MIN_LENGTH: 'x', BOOTSTRAP_ADMIN_EMAIL: 'a@b', BOOTSTRAP_ADMIN_PASSWORD: 'short' },
      ['PASSWORD_MIN_LENGTH', 'BOOTSTRAP_ADMIN_PASSWORD'],
    ],
  ])('%s', (_, source, variables) => {
    expect(listRejections(source)).toEqual(variables)
  })
})

describe('E-22: the placeholder of a published secret stops the start', () => {
  const value = 'Change-me-24-Before-Use!'
  test.each<[string, NodeJS.ProcessEnv]>([
    ['METRICS_TOKEN', { METRICS_TOKEN: value }],
    ['BOOTSTRAP_ADMIN_PASSWORD', { BOOTSTRAP_ADMIN_EMAIL: 'a@b', BOOTSTRAP_ADMIN_PASSWORD: value }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://rules:change-me@db/rules' }],
    [
      'DATABASE_DIRECT_URL',
      { DATABASE_URL: 'postgres://db/rules', DATABASE_DIRECT_URL: 'postgres://r:change-me@db/r' },
    ],
    [
      'DATABASE_REPLICA_URLS',
      {
        DATABASE_URL: 'postgres://db/rules',
        DATABASE_REPLICA_URLS: 'postgres://a/r,postgres://r:change-me@b/r',
      },
    ],
    ['SMTP_URL', { SMTP_URL: 'smtp://rules:CHANGE-ME@mail' }],
    ['CHAT_WEBHOOK_URL', { CHAT_WEBHOOK_URL: 'https://chat.example.org/change-me' }],
    [
      'LDAP_BIND_PASSWORD',
      { LDAP_URL: 'ldap://a', LDAP_BASE_DN: 'dc=x', LDAP_BIND_DN: 'cn=x', LDAP_BIND_PASSWORD: value },
    ],
    ['GITHUB_CLIENT_SECRET', { GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: value }],
    [
      'OIDC_CLIENT_SECRET',
      { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: value },
    ],
    [
      'OIDC_OKTA_CLIENT_SECRET',
      {
        OIDC_PROVIDERS: 'okta',
        OIDC_OKTA_ISSUER: 'https://id.example.org',
        OIDC_OKTA_CLIENT_ID: 'x',
        OIDC_OKTA_CLIENT_SECRET: value,
      },
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=change-me' }],
  ])('%s', (variable, source) => {
    expect(catchFailure(source).problems).toEqual([
      { variable, message: 'contains the placeholder change-me: replace it with a secret of your own' },
    ])
  })

  test('a setting without a secret may contain the placeholder', () => {
    const env = readEnv({ BASE_URL: 'https://change-me.example.org', FOREIGN_PASSWORD: 'change-me' })
    expect(env.http.baseUrl).toBe('https://change-me.example.org')
  })
})

test('a directory filter gets missing outer parentheses', () => {
  const directory = { LDAP_URL: 'ldap://d', LDAP_BASE_DN: 'dc=d' }
  for (const filter of ['memberOf=cn=staff', '(memberOf=cn=staff)']) {
    expect(readEnv({ ...directory, LDAP_FILTER: filter }).ldap?.filter).toBe('(memberOf=cn=staff)')
  }
})
