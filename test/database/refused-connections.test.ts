import { describe, expect, it } from 'vitest'
import { mapDatabaseError } from '../../src/database/map-database-error.ts'

class PostgresError extends Error {
  readonly code: string

  constructor(code: string) {
    super('refused')
    this.code = code
  }
}

describe('a database that refuses connections', () => {
  it.each([
    ['57P03', 'it is starting up or shutting down'],
    ['55000', 'it does not accept connections'],
    ['53300', 'it has no connection left'],
    ['57P01', 'it was stopped'],
    ['08006', 'the connection broke'],
    ['25006', 'a standby is behind the address'],
  ])('a database that refuses connections with %s, because %s, is unavailable', (code) => {
    const refusal = mapDatabaseError(new PostgresError(code))
    expect(refusal).toMatchObject({ kind: 'unavailable', status: 503, reason: 'service_unavailable' })
    expect(refusal?.details.retryAfter).toBeGreaterThan(0)
  })

  it('is distinguished from one that rejects a statement', () => {
    expect(mapDatabaseError(new PostgresError('42601'))).toBeNull()
  })
})
