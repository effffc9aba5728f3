import { describe, expect, it } from 'vitest'
import { toPerson } from '../../src/auth/external/claims.ts'
import { assertStorableId } from '../../src/auth/external/external-person.ts'

const standard = { key: 'oidc', claims: { name: 'name', email: 'email' } }
const configured = { key: 'oidc', claims: { name: 'display', email: 'mail' } }
const readPerson = (settings: typeof standard, claims: object, info: object | null = null) => {
  const person = toPerson(settings, { sub: 's', ...claims }, info && { sub: 's', ...info })
  return [person.email, person.emailVerified, person.name]
}

describe('the claims of a sign-in', () => {
  it.each([
    [standard, { email: 'A@x.org', email_verified: true, name: 'Ann' }, ['a@x.org', true, 'Ann']],
    [standard, { upn: 'ann@x.org', given_name: 'Ann', family_name: 'Lee' }, ['ann@x.org', false, 'Ann Lee']],
    [standard, { upn: 'ann@x.org', email_verified: true }, ['ann@x.org', false, null]],
    [standard, { email: 'a@x.org', email_verified: 'TRUE' }, ['a@x.org', false, null]],
    [configured, { mail: 'a@x.org', display: 'A', name: 'B' }, ['a@x.org', false, 'A']],
    [configured, { mail: 'a@x.org', email_verified: true, name: 'B' }, ['a@x.org', true, 'B']],
    [configured, { mail: 'a@x.org', email: 'b@x.org', email_verified: true }, ['a@x.org', false, null]],
    [configured, { email: 'b@x.org', email_verified: true }, ['b@x.org', true, null]],
    [standard, { preferred_username: 'ann' }, [null, false, 'ann']],
    [standard, { email: 7, name: ['x'] }, [null, false, null]],
  ])('A-48, A-49: identify a person: %j in %j', (settings, claims, expected) => {
    expect(readPerson(settings, claims)).toEqual(expected)
  })

  it('A-49: of an ID token override those of userinfo, and verify no other address', () => {
    const info = { email: 'b@x.org', email_verified: true, name: 'Info' }
    expect(readPerson(standard, { email: 'a@x.org' }, info)).toEqual(['a@x.org', false, 'Info'])
    expect(readPerson(standard, { name: 'Token' }, info)).toEqual(['b@x.org', true, 'Token'])
  })
})

describe('the id of a person at a provider', () => {
  const assertId = (uid: string) => () =>
    assertStorableId({ provider: 'oidc', uid, email: null, emailVerified: false, name: null })

  it.each(['', 'a\0', 'a\ud800', 'x'.repeat(1001)])('rejects %j, which cannot be stored as it is', (uid) => {
    expect(assertId(uid)).toThrow('invalid_response')
  })

  it.each(['a', '🦀', 'x'.repeat(1000)])('accepts %j', (uid) => {
    expect(assertId(uid)).not.toThrow()
  })
})
