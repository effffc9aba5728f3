import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { toKysely } from '../../src/database/database.ts'
import { mapDatabaseError } from '../../src/database/map-database-error.ts'
import { openDatabase } from '../../src/database/open.ts'
import { ADMIN } from '../../verification/chaos/supervised-service.ts'
import { createServiceUnderTest, createAccount, type ServiceUnderTest } from '../chaos/service-under-test.ts'
import { createSession, expectStatus, signIn } from '../support/http.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { findPgBouncer, startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts'
import type { Rest } from '../support/rest.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { bundlePath, startService, type Service } from '../support/service.ts'
import { runTransaction } from '../support/writers.ts'

const BINARY = findPgBouncer()
const SESSIONS = 5

describe.skipIf(BINARY === null)(
  'a service behind PgBouncer in transaction mode (skipped unless it is installed)',
  () => {
    let home: ServiceHome
    let bouncer: PgBouncer
    let service: Service
    let url: string
    let serviceUnderTest: ServiceUnderTest
    let admin: Rest

    beforeAll(async () => {
      home = await createServiceHome()
      bouncer = await startPgBouncer(BINARY ?? '', home.env['DATABASE_URL'] ?? '', SESSIONS)
      const env = {
        DATABASE_URL: bouncer.url,
        WORKERS: '2',
        BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
        BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMIT_ENABLED: 'false',
      }
      service = startService({ cwd: home.cwd, env })
      url = await service.ready
      serviceUnderTest = await createServiceUnderTest({ url }, 0)
      admin = await signIn(url, ADMIN.email, ADMIN.password)
    })
    afterAll(async () => {
      service?.process.kill('SIGKILL')
      await service?.ended
      await bouncer?.stop()
      await home?.remove()
    })

    test('lets users sign in, author, comment and triage at once, see live events, and run a job', async () => {
      const board = await openLiveStream(
        url,
        `/components/${serviceUnderTest.componentId}/events`,
        await createSession(url, ADMIN.email, ADMIN.password),
      )
      const people = await Promise.all(
        [1, 2, 3, 4].map(async (number) => {
          const { id, email } = await createAccount(admin, `person-${number}`)
          const target = {
            role: 'admin',
            membership_type: 'Project',
            membership_id: serviceUnderTest.projectId,
          }
          expectStatus(200, await admin.post('/memberships', { membership: { user_id: id, ...target } }))
          return signIn(url, email, ADMIN.password)
        }),
      )
      const rules = serviceUnderTest.openRules.slice(0, 16)
      const triaged = await Promise.all(
        rules.map((rule, index) => commentThrough(people[index % 4] ?? admin, rule)),
      )
      const { body } = await admin.get(`/api/components/${serviceUnderTest.componentId}/triage_summary`)
      expect([body.total, body.by_triage_status.concur]).toEqual([rules.length, rules.length])
      await vi.waitFor(
        () => {
          const triageEvents = board.events.filter(({ event }) => event === 'comment.triaged')
          expect(triageEvents).toHaveLength(triaged.length)
          expect(new Set(triageEvents.map(({ data }) => data['review_id']))).toEqual(new Set(triaged))
        },
        { timeout: 30_000, interval: 50 },
      )
      board.leave()

      const later = await admin.get('/api/audits/export/jsonl', null, { prefer: 'respond-async' })
      const job = expectStatus(202, later).body
      await vi.waitFor(async () => expect((await admin.get(`/jobs/${job.id}`)).body.state).toBe('done'), {
        timeout: 30_000,
        interval: 50,
      })
      expect((await admin.get(job.result_url)).text).toContain('"action"')
      expect(service.stdout()).toContain('the database is behind a pooler')
      expect(service.stdout()).not.toMatch(/"level":(50|60|"error"|"fatal")/)
    })

    /** Lets one user edit and review one requirement; returns the id of the comment. */
    async function commentThrough(person: Rest, rule: number): Promise<number> {
      const change = { rule: { status: 'Applicable - Configurable', fixtext: `Set it for ${rule}.` } }
      expectStatus(200, await person.patch(`/rules/${rule}`, change))
      const review = { action: 'comment', section: 'fixtext', comment: `Three or ${rule}?` }
      const key = { 'idempotency-key': `comment ${rule}` }
      const created = expectStatus(200, await person.post(`/rules/${rule}/reviews`, { review }, key))
      const again = expectStatus(200, await person.post(`/rules/${rule}/reviews`, { review }, key))
      expect(again.body.review.id).toBe(created.body.review.id)
      const decision = { triage_status: 'concur', response_comment: 'Three.' }
      expectStatus(200, await person.patch(`/reviews/${created.body.review.id}/triage`, decision))
      return created.body.review.id
    }

    /** The state that a client may have left in each session of the server. */
    async function readSessionState(): Promise<unknown[]> {
      const clients = Array.from({ length: SESSIONS }, () => new Client({ connectionString: bouncer.url }))
      await Promise.all(clients.map((client) => client.connect()))
      const backendPids = await Promise.all(
        clients.map(async (client): Promise<unknown> => {
          const { rows } = await client.query(`select pg_sleep(0.2), pg_backend_pid() as pid,
            current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            (select count(*)::int from pg_prepared_statements) as named,
            (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`)
          return rows[0]
        }),
      )
      await Promise.all(clients.map((client) => client.end()))
      return backendPids
    }

    test('leaves no state in the shared sessions', async () => {
      for (const session of await readSessionState()) {
        expect(session).toMatchObject({ statement: '0', lock: '0', named: 0, locks: 0 })
      }
    })

    test('enforces the time limits within transactions', async () => {
      const limits = { statement: 300, lock: 100, idleInTransaction: 5000 }
      const database = await openDatabase({ url: bouncer.url, dataDir: 'memory:', limits })
      const catchReason = (work: Promise<unknown>) =>
        work.then(
          () => 'it went well',
          (error: unknown) => mapDatabaseError(error)?.reason,
        )
      const lock = sql`lock table projects in access exclusive mode`
      await runTransaction(database, async (em) => {
        await lock.execute(toKysely(em))
        const waiting = runTransaction(database, (other) => lock.execute(toKysely(other)))
        expect(await catchReason(waiting)).toBe('database.lock_timeout')
      })
      const slow = runTransaction(database, (em) => sql`select pg_sleep(2)`.execute(toKysely(em)))
      expect(await catchReason(slow)).toBe('database.statement_timeout')
      await database.close()
    })

    test('makes a backup, which leaves no state in a session', async () => {
      const input = [join(home.cwd, 'all.backup')]
      const ran = startService({
        cwd: home.cwd,
        env: { DATABASE_URL: bouncer.url },
        script: bundlePath('backup'),
        args: input,
      })
      expect([await ran.ended, ran.stderr()]).toEqual([0, ''])
      for (const session of await readSessionState()) {
        expect(session).toMatchObject({ statement: '0', lock: '0', named: 0, locks: 0 })
      }
    })
  },
)
