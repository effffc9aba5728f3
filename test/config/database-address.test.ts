import { expect, test } from 'vitest'
import { splitServers } from '../../src/config/database-address.ts'

test('an address of several servers becomes one address for each, without options that only libpq knows', () => {
  const url =
    'postgres://me:p%40ss@one:5432,two,[::1]:5433/rules?sslmode=require&target_session_attrs=read-write'
  expect(splitServers(url)).toEqual([
    'postgres://me:p%40ss@one:5432/rules?sslmode=require',
    'postgres://me:p%40ss@two/rules?sslmode=require',
    'postgres://me:p%40ss@[::1]:5433/rules?sslmode=require',
  ])
})

test('an address of one server is unchanged', () => {
  for (const url of ['postgres://a/b', 'postgresql:///rules?host=/run/postgresql', 'postgres://a,b@c:1/d']) {
    expect(splitServers(url)).toEqual([url])
  }
})

test('an address without a server, or of read-only servers, is rejected', () => {
  for (const url of [
    'mysql://a/b',
    'postgres://a,/b',
    'postgres://a:x,b/c',
    'postgres://a,b/c?target_session_attrs=standby',
  ]) {
    expect(splitServers(url)).toBeNull()
  }
})
