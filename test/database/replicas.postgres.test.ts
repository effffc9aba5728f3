import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { toKysely, type Queries } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import '../support/database-plan.ts'

const WHO = sql<{ name: string }>`select current_setting('application_name') as name`

function toAddress(application: string): string {
  const url = new URL(inject('databasePlan').server)
  url.searchParams.set('application_name', application)
  return url.href
}

test('only reads that request a replica use the replicas, in round-robin order', async () => {
  const database = await openDatabase({
    url: toAddress('primary'),
    replicaUrls: [toAddress('first'), toAddress('second')],
    dataDir: 'memory:',
  })
  const name = async (reader: Queries | undefined) => reader && (await WHO.execute(reader)).rows[0]?.name
  expect(await name(database.queries)).toBe('primary')
  expect(await name(toKysely(database.orm.em.fork()))).toBe('primary')
  expect(await name(database.replicas.next()?.reader)).toBe('first')
  database.replicas.next()?.pause()
  expect(await name(database.replicas.next()?.reader)).toBe('first')
  database.replicas.next()?.pause()
  expect(database.replicas.next()).toBeNull()
  await database.close()
})

test('a server that does not answer causes an error', async () => {
  const url = 'postgres://postgres@127.0.0.1:1/none'
  await expect(openDatabase({ url, dataDir: 'memory:' })).rejects.toThrow('ECONNREFUSED')
})
