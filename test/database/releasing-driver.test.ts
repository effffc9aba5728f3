import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely'
import { expect, it } from 'vitest'
import { ReleasingDriver } from '../../src/database/server/releasing-driver.ts'

const query = (text: string) => CompiledQuery.raw(text)

/** A driver that records statements, and rejects those in `rejected`. */
function createDriver(...rejected: string[]) {
  const sent: string[] = []
  const waitForQuery = (text: string) => {
    sent.push(text)
    return rejected.includes(text) ? Promise.reject(new Error(`no ${text}`)) : Promise.resolve()
  }
  const connection: DatabaseConnection = {
    async executeQuery({ sql }) {
      await waitForQuery(sql)
      return { rows: [] }
    },
    // eslint-disable-next-line require-yield -- it returns no rows
    async *streamQuery({ sql }) {
      await waitForQuery(sql)
    },
  }
  const inner: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: () => waitForQuery('begin'),
    commitTransaction: () => waitForQuery('commit'),
    rollbackTransaction: () => waitForQuery('rollback'),
    releaseConnection: () => waitForQuery('release'),
    destroy: () => Promise.resolve(),
  }
  return { sent, driver: new ReleasingDriver(inner) }
}

it('sends each step of a transaction at once', async () => {
  const { sent, driver } = createDriver()
  const lease = await driver.acquireConnection()
  await driver.beginTransaction(lease, {})
  expect(sent).toEqual(['begin'])
  await lease.executeQuery(query('one'))
  await driver.commitTransaction(lease)
  await driver.releaseConnection(lease)
  expect(sent).toEqual(['begin', 'one', 'commit', 'release'])
})

it.each(['begin', 'rollback'] as const)('releases a connection whose %s fails, once', async (step) => {
  const { sent, driver } = createDriver(step)
  const lease = await driver.acquireConnection()
  const failed = step === 'begin' ? driver.beginTransaction(lease, {}) : driver.rollbackTransaction(lease)
  await expect(failed).rejects.toThrow(`no ${step}`)
  await driver.releaseConnection(lease)
  expect(sent).toEqual([step, 'release'])
})

it('keeps a connection whose commit fails for the rollback that follows', async () => {
  const { sent, driver } = createDriver('commit')
  const lease = await driver.acquireConnection()
  await driver.beginTransaction(lease, {})
  await expect(driver.commitTransaction(lease)).rejects.toThrow('no commit')
  await driver.rollbackTransaction(lease)
  expect(sent).toEqual(['begin', 'commit', 'rollback'])
})

it('rejects statements after the release', async () => {
  const { sent, driver } = createDriver()
  const lease = await driver.acquireConnection()
  await driver.releaseConnection(lease)
  await expect(lease.executeQuery(query('late'))).rejects.toThrow('has ended')
  await expect(lease.streamQuery(query('late'), 10).next()).rejects.toThrow('has ended')
  expect(sent).toEqual(['release'])
})
