import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deferStatement, PipelinedLease } from '../../../src/database/fast-path/pipelined-lease.ts'
import { ReleasingDriver } from '../../../src/database/server/releasing-driver.ts'

const query = (text: string) => CompiledQuery.raw(text)

/** A driver that records statements, and rejects those in `refused`. */
function createDriver(...refused: string[]) {
  const sent: string[] = []
  const waitForQuery = (text: string) => {
    sent.push(text)
    return refused.includes(text) ? Promise.reject(new Error(`no ${text}`)) : Promise.resolve()
  }
  const stub: DatabaseConnection = {
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
    acquireConnection: () => Promise.resolve(stub),
    beginTransaction: () => waitForQuery('begin'),
    commitTransaction: () => waitForQuery('commit'),
    rollbackTransaction: () => waitForQuery('rollback'),
    savepoint: (_, name) => waitForQuery(`savepoint ${name}`),
    releaseConnection: () => waitForQuery('return'),
    destroy: () => Promise.resolve(),
  }
  return { sent, driver: new ReleasingDriver(inner, (connection) => new PipelinedLease(connection)) }
}

async function beginLease(...refused: string[]) {
  const { sent, driver } = createDriver(...refused)
  const lease = await driver.acquireConnection()
  await driver.beginTransaction(lease, {})
  return { sent, driver, lease }
}

describe('a transaction', () => {
  it('begins once, with its first statement', async () => {
    const { sent, driver, lease } = await beginLease()
    expect(sent).toEqual([])
    await Promise.all([lease.executeQuery(query('one')), lease.executeQuery(query('two'))])
    await driver.commitTransaction(lease)
    expect(sent).toEqual(['begin', 'one', 'two', 'commit'])
  })

  it.each(['commitTransaction', 'rollbackTransaction'] as const)(
    'a transaction without statements sends no statement (%s)',
    async (end) => {
      const { sent, driver, lease } = await beginLease()
      await driver[end](lease)
      await driver.releaseConnection(lease)
      expect(sent).toEqual(['return'])
    },
  )

  it('begins before a savepoint, and before a streamed query', async () => {
    const { sent, driver, lease } = await beginLease()
    await driver.savepoint(lease, 'inner', () => query('savepoint'))
    const other = await beginLease()
    for await (const _ of other.lease.streamQuery(query('rows'), 10)) expect.unreachable()
    expect([sent, other.sent]).toEqual([
      ['begin', 'savepoint inner'],
      ['begin', 'rows'],
    ])
  })

  it('a transaction that cannot begin fails its first statement, and can be rolled back', async () => {
    const { sent, driver, lease } = await beginLease('begin')
    await expect(lease.executeQuery(query('one'))).rejects.toThrow('no begin')
    await driver.rollbackTransaction(lease)
    expect(sent).toEqual(['begin', 'one', 'rollback'])
  })

  it('ends with its last statement, which is sent with the commit', async () => {
    const { sent, driver, lease } = await beginLease()
    await lease.executeQuery(query('one'))
    await lease.executeQuery(deferStatement(query('last')))
    expect(sent).toEqual(['begin', 'one'])
    await driver.commitTransaction(lease)
    expect(sent).toEqual(['begin', 'one', 'last', 'commit'])
  })

  it('a transaction with only a last statement begins with it', async () => {
    const { sent, driver, lease } = await beginLease()
    await lease.executeQuery(deferStatement(query('last')))
    await driver.commitTransaction(lease)
    expect(sent).toEqual(['begin', 'last', 'commit'])
  })

  it('sends a deferred last statement before the next one', async () => {
    const { sent, driver, lease } = await beginLease()
    for (const text of ['first', 'second']) await lease.executeQuery(deferStatement(query(text)))
    await lease.executeQuery(query('third'))
    await driver.commitTransaction(lease)
    expect(sent).toEqual(['begin', 'first', 'second', 'third', 'commit'])
  })

  it('a transaction is not committed if its last statement fails', async () => {
    const { driver, lease } = await beginLease('last')
    await lease.executeQuery(deferStatement(query('last')))
    await expect(driver.commitTransaction(lease)).rejects.toThrow('no last')
  })

  it('a transaction drops its last statement when it is rolled back', async () => {
    const { sent, driver, lease } = await beginLease()
    await lease.executeQuery(query('one'))
    await lease.executeQuery(deferStatement(query('last')))
    await driver.rollbackTransaction(lease)
    expect(sent).toEqual(['begin', 'one', 'rollback'])
  })

  it('sends no statement after its connection was released', async () => {
    const { sent, driver, lease } = await beginLease()
    await driver.commitTransaction(lease)
    await driver.releaseConnection(lease)
    await expect(lease.executeQuery(query('late'))).rejects.toThrow('has ended')
    await expect(lease.streamQuery(query('late'), 10).next()).rejects.toThrow('has ended')
    expect(sent).toEqual(['return'])
  })
})

it('a deferred statement is sent at once outside of a transaction', async () => {
  const { sent, driver } = createDriver()
  const lease = await driver.acquireConnection()
  await lease.executeQuery(deferStatement(query('alone')))
  expect(sent).toEqual(['alone'])
})
