import { describe, expect, test } from 'vitest'
import { formatGuideName, compareNewestFirst, parseVersion } from '../../src/formats/version.ts'

describe('guide versions', () => {
  test('C-8: are read as numbers, with the decimals of the release', () => {
    expect(parseVersion('V4R1')).toEqual({ major: 4, release: 1, decimals: 0 })
    expect(parseVersion('V10R0')).toEqual({ major: 10, release: 0, decimals: 0 })
    expect(parseVersion('V4R1.17')).toEqual({ major: 4, release: 1, decimals: 17 })
  })

  test.each(['', 'V4', 'R1', 'v4r1', 'V4R1 ', 'V4R1\n', 'V1.2R3', 'V4R', `V${'9'.repeat(400)}R1`, null])(
    'cannot be read from %j',
    (text) => {
      expect(parseVersion(text)).toBeNull()
    },
  )

  test('are ordered as numbers, unreadable ones last', () => {
    const shuffled = ['V10R1', 'draft', 'V2R9.18', 'V2R10', 'V4R4', null, 'V2R9', 'V2R9.2']
    const newest = ['V10R1', 'V4R4', 'V2R10', 'V2R9.18', 'V2R9.2', 'V2R9']
    expect(shuffled.toSorted(compareNewestFirst)).toEqual([...newest, 'draft', null])
  })
})

describe('the name of a guide', () => {
  test('spells underscores as spaces and appends version and release', () => {
    expect(formatGuideName('Web_Server_SRG', 'V4R4')).toBe('Web Server SRG - Ver 4, Rel 4')
  })

  test('turns a hyphen after a digit into a dot and keeps other hyphens', () => {
    expect(formatGuideName('Some-Product_9-2_STIG', 'V1R0')).toBe('Some-Product 9.2 STIG - Ver 1, Rel 0')
    expect(formatGuideName('A_1-2-3', 'V1R0')).toBe('A 1.2.3 - Ver 1, Rel 0')
  })

  test('keeps the decimals of a release', () => {
    expect(formatGuideName('Web_Server_SRG', 'V4R1.17')).toBe('Web Server SRG - Ver 4, Rel 1.17')
  })

  test('has no suffix without a readable version', () => {
    expect(formatGuideName('Draft_Guide', 'VxR1')).toBe('Draft Guide')
    expect(formatGuideName('Draft_Guide', null)).toBe('Draft Guide')
  })
})
