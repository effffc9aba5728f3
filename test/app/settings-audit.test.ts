import { describe, expect, it } from 'vitest'
import { auditSettings } from '../../src/app/audit-settings.ts'
import { readEnv } from '../../src/config/env.ts'
import { createOwnWorld } from '../support/world.ts'

// Services that other tests start on the shared database leave entries there, too.
const world = createOwnWorld()

/** Starts the service with these settings; returns the audit entries that it added. */
async function startWith(values: Record<string, string>): Promise<unknown[]> {
  const before = (await readEntries()).length
  await auditSettings({ ...world.services, env: readEnv(values) })
  return (await readEntries()).slice(before).map(({ changes }) => changes)
}

const readEntries = () =>
  world.database.queries
    .selectFrom('audit_entries')
    .select(['changes', 'actor_type'])
    .where('action', '=', 'settings_changed')
    .orderBy('id')
    .execute()

describe('the audit of the settings at a start', () => {
  it('A-80: records the differences from the previous start, and writes no entry without a difference', async () => {
    const first = { LOCKOUT_MAX_ATTEMPTS: '5', LDAP_BASE_DN: 'dc=x', LDAP_URL: 'ldap://a' }
    expect(await startWith(first)).toEqual([
      { LOCKOUT_MAX_ATTEMPTS: [null, '5'], LDAP_BASE_DN: [null, 'dc=x'], LDAP_URL: [null, 'ldap://a'] },
    ])
    expect(await startWith(first)).toEqual([])
    expect(await startWith({ LOCKOUT_MAX_ATTEMPTS: '4' })).toEqual([
      { LOCKOUT_MAX_ATTEMPTS: ['5', '4'], LDAP_BASE_DN: ['dc=x', null], LDAP_URL: ['ldap://a', null] },
    ])
    expect(await startWith({})).toEqual([{ LOCKOUT_MAX_ATTEMPTS: ['4', null] }])
    expect((await readEntries()).every(({ actor_type }) => actor_type === 'System')).toBe(true)
  })

  it('records only that a secret is set, and ignores variables that are no settings', async () => {
    const input = {
      METRICS_TOKEN: 'hush-1',
      BOOTSTRAP_ADMIN_EMAIL: 'root@example.org',
      BOOTSTRAP_ADMIN_PASSWORD: 'Kestrel!7 over Mire#42 hush-2',
      DATABASE_URL: 'postgres://me:hu@sh-3@db.example.org/x?password=hush-4',
      SMTP_URL: 'smtp://me:hush-5@mail.example.org',
      CHAT_WEBHOOK_URL: 'https://chat.example.org/hush-6',
      OIDC_PROVIDERS: 'staff',
      OIDC_STAFF_ISSUER: 'https://id.example.org',
      OIDC_STAFF_CLIENT_ID: 'me',
      OIDC_STAFF_CLIENT_SECRET: 'hush-7',
      HOME: '/home/hush-8',
    }
    const [changes] = await startWith(input)
    expect(JSON.stringify(changes)).not.toMatch(/hush|sh-3/)
    expect(changes).toMatchObject({
      METRICS_TOKEN: [null, 'set'],
      DATABASE_URL: [null, 'postgres://db.example.org/x'],
      OIDC_STAFF_ISSUER: [null, 'https://id.example.org'],
      OIDC_STAFF_CLIENT_SECRET: [null, 'set'],
    })
  })
})
