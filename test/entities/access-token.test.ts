import { describe, expect, it } from 'vitest'
import { AccessToken, assertTokenQuota, toTokenExpiry, isActiveToken } from '../../entities/access-token.ts'

const now = new Date('2026-03-01T23:59:59Z')

describe('the expiry of a new token', () => {
  it.each([
    [undefined, '2027-03-01'],
    [null, '2027-03-01'],
    ['2026-03-02', '2026-03-02'],
    ['2027-03-01', '2027-03-01'],
  ])('a token requested as %s expires on %s', (requested, expected) => {
    expect(toTokenExpiry(requested, now, 365)).toBe(expected)
  })

  it.each(['2026-03-01', '2026-02-28', '2027-03-02'])('cannot be %s', (requested) => {
    expect(() => toTokenExpiry(requested, now, 365)).toThrow(
      expect.objectContaining({ reason: 'token.expiry' }),
    )
  })
})

describe('a token', () => {
  it.each([
    ['2026-03-02', null, true],
    ['2026-03-01', null, false],
    ['2026-03-02', now, false],
  ])('a token that expires %s and was revoked %s is active: %s', (expiresAt, revokedAt, active) => {
    expect(isActiveToken({ expiresAt, revokedAt }, '2026-03-01')).toBe(active)
  })

  it('A-44: keeps the time of its first revocation', () => {
    const token = new AccessToken()
    token.revoke(now)
    token.revoke(new Date('2027-01-01T00:00:00Z'))
    expect(token.revokedAt).toEqual(now)
  })

  it('is rejected over the quota', () => {
    expect(() => assertTokenQuota(19, 20)).not.toThrow()
    expect(() => assertTokenQuota(20, 20)).toThrow(expect.objectContaining({ reason: 'token.quota' }))
  })
})
