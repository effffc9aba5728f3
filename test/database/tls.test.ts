import { parse } from 'pg-connection-string'
import { describe, expect, test } from 'vitest'
import { forDriver, forLibpq, sslProblem } from '../../src/database/server/tls.ts'

const at = (parameters: string) => `postgres://me:p%40ss@db:5432/rules?${parameters}`

describe('an address that names an sslmode', () => {
  test.each([
    ['disable', false],
    ['allow', { rejectUnauthorized: false }],
    ['prefer', { rejectUnauthorized: false }],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', {}],
  ])('is read by the driver as libpq reads %s', (mode, ssl) => {
    expect(parse(forDriver(at(`sslmode=${mode}`))).ssl).toEqual(ssl)
    expect(sslProblem(at(`sslmode=${mode}`))).toBeNull()
  })

  test('goes to the programs of PostgreSQL as it is written', () => {
    const url = at('sslmode=require&options=-c%20geqo%3Doff&application_name=a+b')
    expect(forLibpq(url)).toBe(url)
  })

  test('is encrypted by nobody at a local socket', () => {
    const url = 'postgres:///rules?host=/run/postgresql&sslmode=verify-full'
    expect(parse(forDriver(url)).ssl).toBeUndefined()
    expect(forLibpq(url)).toBe(url)
  })

  test('is refused for a mode that libpq does not know, and for what the mode lacks', () => {
    expect(sslProblem(at('sslmode=bogus'))).toMatch(
      /^expected an sslmode of disable, allow, [^\n]*verify-full$/,
    )
    expect(sslProblem(at('sslmode=no-verify'))).toMatch(/no-verify is require$/)
    expect(sslProblem(at('sslmode=verify-ca'))).toMatch(/needs sslrootcert/)
    expect(sslProblem(at('sslmode=require&sslrootcert=system'))).toMatch(/needs sslmode=verify-full/)
    expect(sslProblem(at('ssl=no-verify'))).toMatch(/expected sslmode in place of ssl/)
  })
})

test('what only node-postgres knows does not reach the programs of PostgreSQL', () => {
  expect(forLibpq(at('uselibpqcompat=true&sslmode=require&options=-c%20geqo%3Doff'))).toBe(
    at('sslmode=require&options=-c%20geqo%3Doff'),
  )
  expect(forLibpq(at('ssl=true'))).toBe(at('sslmode=require'))
  expect(parse(forDriver(at('ssl=true'))).ssl).toEqual({ rejectUnauthorized: false })
})

test('files without a mode are those of the strictest one, for the service and the programs alike', () => {
  expect(forLibpq(at('sslrootcert=/ca.pem'))).toBe(at('sslrootcert=%2Fca.pem&sslmode=verify-full'))
  expect(parse(forDriver(at('sslrootcert=system'))).ssl).toEqual({})
})

test('an address that says nothing of encryption is left as it is', () => {
  for (const url of [at(''), 'postgres://db/rules', 'postgresql:///rules?host=/run/postgresql'])
    expect([forDriver(url), forLibpq(url), sslProblem(url)]).toEqual([url, url, null])
})
