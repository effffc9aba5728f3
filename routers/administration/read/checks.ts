import { checkDirectory } from '../../../src/auth/external/ldap.ts'
import { checkProvider } from '../../../src/auth/external/oidc-configuration.ts'
import type { Env } from '../../../src/config/env.ts'
import { assertChatServer } from '../../../src/outbox/chat.ts'
import { assertMailServer } from '../../../src/outbox/mail.ts'
import type { Services } from '../../../src/services.ts'
import type { CheckedPart, CheckedPartName, CheckResult } from './checks.schema.ts'
import {
  findConnectionFailure,
  formatConnectionFailure,
  type ConnectionFailure,
} from './connection-failure.ts'

const MAX_DETAIL_LENGTH = 300

/** Each service, with whether the settings configure it. */
export function checkParts({ database, mail, chat, oidc, ldap }: Env): CheckedPart[] {
  const mailBy = mail.smtpUrl !== null ? 'SMTP server' : mail.dir !== null ? 'Files in a folder' : null
  return [
    {
      part: 'database',
      configured: true,
      about: database.url === null ? 'Embedded PostgreSQL' : 'PostgreSQL server',
    },
    { part: 'mail', configured: mailBy !== null, about: mailBy },
    { part: 'chat', configured: chat.webhookUrl !== null, about: chat.webhookUrl && 'Incoming webhook' },
    { part: 'oidc', configured: oidc.length > 0, about: oidc.map(({ title }) => title).join(', ') || null },
    { part: 'ldap', configured: ldap !== null, about: ldap?.title ?? null },
  ]
}

/** Tests the connection to a service now; a failure is a normal result. Sends and changes nothing. */
export async function checkPart(
  services: Pick<Services, 'env' | 'database'>,
  part: CheckedPartName,
): Promise<CheckResult> {
  const startedAt = performance.now()
  const isConfigured = checkParts(services.env).some((item) => item.part === part && item.configured)
  const failure = isConfigured ? await findFailure(CHECKS[part](services)) : { detail: 'Not configured' }
  return {
    part,
    ok: failure === null,
    message: failure && formatConnectionFailure(failure),
    ...failure,
    duration_ms: Math.round(performance.now() - startedAt),
  }
}

type Check = (services: Pick<Services, 'env' | 'database'>) => Promise<unknown>

const CHECKS: Record<CheckedPartName, Check> = {
  database: async ({ database }) => {
    const condition = await database.readCondition()
    if (condition !== 'ready') throw new Error(`The database is ${condition}.`)
  },
  mail: ({ env }) => assertMailServer(env),
  chat: ({ env }) => assertChatServer(env),
  oidc: ({ env }) => Promise.all(env.oidc.map(checkProvider)),
  ldap: async ({ env }) => env.ldap === null || (await checkDirectory(env.ldap)),
}

async function findFailure(attempt: Promise<unknown>): Promise<ConnectionFailure | null> {
  try {
    await attempt
    return null
  } catch (error) {
    const failure = findConnectionFailure(error)
    return { ...failure, detail: failure.detail.slice(0, MAX_DETAIL_LENGTH) }
  }
}
