import { isCidr } from '../../lib/client-address.ts'
import { databaseUrls, databaseUrl } from '../addresses.ts'
import { POOLERS } from '../database-address.ts'
import {
  InvalidValue,
  choice,
  count,
  duration,
  flag,
  isEmail,
  list,
  secret,
  text,
  url,
  variable,
} from '../values.ts'

/** Listening, storage, outgoing messages and logging (rules E-22 and A-72). */
export const serviceVariables = {
  PORT: count(3000, 0, 65_535),
  HOST: text('127.0.0.1'),
  BASE_URL: url('http', 'https'),
  SERVICE_NAME: variable('service', (value) =>
    /^[a-z][a-z0-9_-]{0,31}$/.test(value.trim())
      ? value.trim()
      : new InvalidValue('expected a lower-case word of at most 32 letters, digits, - and _'),
  ),
  TRUSTED_PROXIES: list((item) =>
    isCidr(item) ? null : new InvalidValue('expected comma-separated addresses or CIDRs'),
  ),
  WORKERS: count(1, 1, 256),
  DATABASE_URL: databaseUrl(),
  DATABASE_REPLICA_URLS: databaseUrls(),
  DATABASE_DIRECT_URL: databaseUrl(),
  DATABASE_POOLER: choice('auto', POOLERS),
  DATABASE_POOL_SIZE: count(10, 2, 1000),
  DATABASE_STATEMENT_TIMEOUT: duration('30s', 0),
  DATABASE_LOCK_TIMEOUT: duration('5s', 0),
  DATABASE_IDLE_TRANSACTION_TIMEOUT: duration('60s', 0),
  FAST_PATH_ENABLED: flag(true),
  DATA_DIR: text('./data'),
  CONTACT_EMAIL: variable(null, (value) =>
    isEmail(value.trim()) ? value.trim() : new InvalidValue('expected an address like a@b'),
  ),
  WELCOME_TEXT: text(null),
  SMTP_URL: url('smtp', 'smtps'),
  MAIL_FROM: variable(null, (value) =>
    isEmail(toMailboxAddress(value)) && !/[\r\n]/.test(value.trim())
      ? value.trim()
      : new InvalidValue('expected an address like a@b or Name <a@b>'),
  ),
  MAIL_DIR: text(null),
  CHAT_WEBHOOK_URL: url('http', 'https'),
  METRICS_TOKEN: secret(),
  DOCS_REQUIRE_LOGIN: flag(false),
  LOG_LEVEL: choice('info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  LOG_FORMAT: choice('json', ['json', 'text']),
}

/** The bare address of `Name <a@b>` or `a@b`. */
function toMailboxAddress(value: string): string {
  return /<([^<>]*)>\s*$/.exec(value)?.[1] ?? value.trim()
}
