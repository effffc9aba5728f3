import { describe, expect, test } from 'vitest'
import { CCI_CONTROLS, formatNistControls, normalizeIdent } from '../../src/formats/cci.ts'

describe('the CCI map', () => {
  test('contains 312 CCIs and 230 controls', () => {
    expect(CCI_CONTROLS.size).toBe(312)
    expect(new Set(CCI_CONTROLS.values()).size).toBe(230)
  })

  test.each([
    ['CCI-000015', 'AC-2 (1)'],
    ['CCI-000366', 'CM-6 b'],
    ['CCI-000068', 'AC-17 (2)'],
    ['CCI-000054', 'AC-10'],
    ['CCI-000017', 'AC-2 (3) (d)'],
    ['CCI-000382', 'CM-7 b'],
    ['CCI-002605', 'SI-2 c'],
    ['CCI-000186', 'IA-5 (2) (a) (1)'],
  ])('maps %s to the control %s', (cci, control) => {
    expect(formatNistControls(cci)).toBe(control)
  })

  test('C-46: returns each control of a list once, in order of the list', () => {
    expect(formatNistControls('CCI-001384, CCI-001385, CCI-001386, CCI-000015')).toBe(
      'AC-8 c 1, AC-8 c 2, AC-2 (1)',
    )
  })

  test('omits unknown CCIs', () => {
    expect(formatNistControls('CCI-999999, CCI-000015,, nonsense')).toBe('AC-2 (1)')
    expect(formatNistControls('__proto__')).toBe('')
    expect(formatNistControls('')).toBe('')
    expect(formatNistControls(null)).toBe('')
  })
})

describe('a stored CCI list', () => {
  test('C-46: is trimmed, unique, sorted and joined with comma and space', () => {
    expect(normalizeIdent(' CCI-000366,CCI-000015 ,CCI-000366,')).toBe('CCI-000015, CCI-000366')
  })

  test('is null when it is empty', () => {
    expect(normalizeIdent(' , ')).toBeNull()
    expect(normalizeIdent('')).toBeNull()
    expect(normalizeIdent(null)).toBeNull()
  })
})
