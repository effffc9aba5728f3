import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { commands } from '../../../src/app/admin/commands.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { startKillingProxy, interruptAtEachMessage } from '../../support/killing-proxy.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()
/** More than one batch, so that a run has several transactions. */
const ENTRIES = 5200

/** The number of entries from before the day, and the number that the markers report as removed. */
async function countEntries(): Promise<{ left: number; removed: number }> {
  const { rows } = await sql<{ left: number; removed: number }>`
    select count(*) filter (where kind = 'security' and created_at < '2021-01-01')::integer as left,
      coalesce(sum(occurrences) filter (where action = 'audit_pruned'), 0)::integer as removed
    from audit_entries`.execute(world.database.queries)
  return rows[0] ?? { left: Number.NaN, removed: Number.NaN }
}

it.each(['before', 'after'] as const)(
  'pruning the audit log, killed %s it executes any of its statements, reports every entry that it removed',
  async (when) => {
    const line = await startKillingProxy(world.database.url ?? '')
    const database = await openDatabase({ url: line.url, dataDir: 'memory:', poolSize: 2 })
    const prune = commands['prune-audit']?.prepare(['--before', '2021-01-01'])
    const run = async (queries: typeof database) => prune?.({ ...world.services, database: queries })
    try {
      let expected = (await countEntries()).removed
      const prepare = async () => {
        await sql`insert into audit_entries (kind, action, auditable_type, created_at)
          select 'security', 'sign_out', 'User', '2020-05-05' from generate_series(1, ${ENTRIES})`.execute(
          world.database.queries,
        )
        expected += ENTRIES
        return async () => {
          // A killed statement may hold its transaction for a moment.
          await vi.waitFor(async () => {
            const { left, removed } = await countEntries()
            expect(left + removed).toBe(expected)
          })
          await run(world.database)
          expect(await countEntries()).toEqual({ left: 0, removed: expected })
        }
      }
      expect(await interruptAtEachMessage(line, when, prepare, () => run(database))).toBeGreaterThan(8)
    } finally {
      await line.close()
      await database.close()
    }
  },
)
