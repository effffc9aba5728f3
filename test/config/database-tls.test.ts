import { parse } from 'pg-connection-string'
import { describe, expect, test } from 'vitest'
import { toDriverUrl, findSslProblem } from '../../src/config/database-tls.ts'

const toUrl = (parameters: string) => `postgres://me:p%40ss@db:5432/rules?${parameters}`

describe('an address that names an sslmode', () => {
  test.each([
    ['disable', false],
    ['allow', { rejectUnauthorized: false }],
    ['prefer', { rejectUnauthorized: false }],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', {}],
  ])('is interpreted as libpq interprets %s', (mode, ssl) => {
    expect(parse(toDriverUrl(toUrl(`sslmode=${mode}`))).ssl).toEqual(ssl)
    expect(findSslProblem(toUrl(`sslmode=${mode}`))).toBeNull()
  })

  test('is never encrypted over a local socket', () => {
    const url = 'postgres:///rules?host=/run/postgresql&sslmode=verify-full'
    expect(parse(toDriverUrl(url)).ssl).toBeUndefined()
  })

  test('is rejected for an unknown mode, and for missing files of the mode', () => {
    expect(findSslProblem(toUrl('sslmode=bogus'))).toMatch(
      /^expected an sslmode of disable, allow, [^\n]*verify-full$/,
    )
    expect(findSslProblem(toUrl('sslmode=no-verify'))).toMatch(/no-verify is require$/)
    expect(findSslProblem(toUrl('sslmode=verify-ca'))).toMatch(/needs sslrootcert/)
    expect(findSslProblem(toUrl('sslmode=require&sslrootcert=system'))).toMatch(/needs sslmode=verify-full/)
    expect(findSslProblem(toUrl('ssl=no-verify'))).toMatch(/expected sslmode in place of ssl/)
  })
})

test('an address with ssl=true encrypts without verifying the server', () => {
  expect(parse(toDriverUrl(toUrl('ssl=true'))).ssl).toEqual({ rejectUnauthorized: false })
})

test('an address with files but without a mode uses the strictest mode', () => {
  expect(parse(toDriverUrl(toUrl('sslrootcert=system'))).ssl).toEqual({})
})

test('an address without encryption options is unchanged', () => {
  for (const url of [toUrl(''), 'postgres://db/rules', 'postgresql:///rules?host=/run/postgresql']) {
    expect([toDriverUrl(url), findSslProblem(url)]).toEqual([url, null])
  }
})
