import { expect, test } from 'vitest'
import { assertNewEnough } from '../../src/database/server/server.ts'

test('a server older than PostgreSQL 15 is rejected by its version', () => {
  expect(() => assertNewEnough('14.19 (Debian 14.19-1)')).toThrow(
    'PostgreSQL 14.19 (Debian 14.19-1); 15 or newer',
  )
  expect(() => assertNewEnough('9.6.24')).toThrow('15 or newer')
  for (const version of ['15.0', '18beta1', '19devel', '']) {
    expect(() => assertNewEnough(version)).not.toThrow()
  }
})
