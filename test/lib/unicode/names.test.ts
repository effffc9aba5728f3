import { describe, expect, it } from 'vitest'
import {
  cleanPersonName,
  findEmailProblem,
  normalizeEmail,
  normalizeName,
  findPersonNameProblem,
  findTitleProblem,
} from '../../../src/lib/unicode/names.ts'

const NAMES = [
  'Ann Archer',
  'Dr. J.-P. O’Brien III',
  'Nguyễn Văn An',
  'Łukasz Żółć',
  'İbrahim Yıldız',
  'Mª del Carmen',
  'Ольга Иванова',
  'Иван Smith',
  'Ελένη Παπαδοπούλου',
  '田中 Taro',
  'スズキ一郎',
  '김 Lee민수',
  'علی\u200cرضا',
  'क्\u200dष',
  'ᏣᎳᎩ',
  'Ann 🚀',
  'Ann ❤️',
  'Ann 👩‍💻',
]

const LOOK_ALIKES = [
  ['Cyrillic within a Latin word', 'Pаypal'],
  ['Latin within a Cyrillic word', 'Ивaн'],
  ['Greek within a Latin word', 'Αdmin'],
  ['Armenian within a Latin word', 'Bօb'],
  ['mathematical letters', '𝐀𝐝𝐦𝐢𝐧'],
  ['full-width letters', 'Ａｄｍｉｎ'],
  ['small capitals', 'ᴀdmin'],
  ['a Latin alpha', 'ɑdmin'],
  ['digits of two scripts', 'Room 1٢'],
] as const

const INVISIBLE = [
  ['a zero-width blank', 'Ad\u200bmin'],
  ['a zero-width joiner between Latin letters', 'Ad\u200dmin'],
  ['a word joiner', 'Ad\u2060min'],
  ['a soft hyphen', 'Ad\u00admin'],
  ['a byte order mark', '\ufeffAdmin'],
  ['a mark that turns the direction', 'nimdA\u202e'],
  ['an isolate', '\u2066Admin\u2069'],
  ['a variation selector', 'Admin\ufe0f'],
  ['a tag', 'Admin\u{e0041}'],
  ['a Hangul filler', '\u3164'],
  ['a blank pattern of Braille', '\u2800'],
  ['a line separator', 'Ad\u2028min'],
  ['a line break', 'Ad\nmin'],
  ['a private character', 'Ad\ue000min'],
  ['an unassigned character', 'Ad\u0378min'],
  ['marks on marks', `A${'\u0316'.repeat(5)}`],
] as const

describe('the name of a person', () => {
  it.each(NAMES)('A-93: may be %s', (name) => {
    expect(findPersonNameProblem(normalizeName(name))).toBeNull()
  })

  it.each(LOOK_ALIKES)('A-93: has no %s', (_, name) => {
    expect(findPersonNameProblem(name)).toContain('look like')
    expect(cleanPersonName(name)).toBeNull()
  })

  it.each(INVISIBLE)('A-93: has no %s', (_, name) => {
    expect(findPersonNameProblem(name)).toContain('invisible')
  })

  it('A-93: has no Cyrillic word that looks like a Latin one next to Latin words', () => {
    expect(findPersonNameProblem('Аnn')).not.toBeNull()
    expect(findPersonNameProblem('А. Smith')).not.toBeNull()
    expect(findPersonNameProblem('Ѕсоре Smith')).not.toBeNull()
    expect(findPersonNameProblem('Сара')).toBeNull()
    expect(findTitleProblem('Система А Server')).toBeNull()
  })

  it('A-93: is stored in NFC, with single spaces', () => {
    expect(normalizeName('  Rene\u0301 \u00a0 Muller ')).toBe('René Muller')
  })

  it('A-93: of a provider is cleaned, and omitted when no valid part remains', () => {
    expect(cleanPersonName('Pat\u200b  Pro\u00advider\u202e')).toBe('Pat Provider')
    expect(cleanPersonName('Pat\r\nProvider')).toBe('Pat Provider')
    expect(cleanPersonName('Pat \ud800')).not.toContain('\ud800')
    expect(cleanPersonName('\u200b\u3164')).toBeNull()
  })
})

describe('an address', () => {
  it.each(['ann@example.org', 'ann+tag@example.org', 'иван@пример.рф', 'josé@exámple.org', '太郎@例え.jp'])(
    'A-93: may be %s',
    (email) => {
      expect(findEmailProblem(normalizeEmail(email))).toBeNull()
    },
  )

  it.each([
    ['Cyrillic letters beside Latin ones', 'аnn@example.org'],
    ['a Cyrillic name at a Latin host', 'рауреl@example.org'],
    ['full-width letters', 'ａnn@example.org'],
    ['an ideographic full stop', 'ann@example。org'],
    ['a full-width commercial at', 'ann＠example.org'],
    ['a zero-width blank', 'ann\u200b@example.org'],
    ['a soft hyphen', 'ann@exam\u00adple.org'],
  ])('A-93: has no %s', (_, email) => {
    expect(findEmailProblem(email)).not.toBeNull()
  })

  it.each([
    '<ann@example.org>',
    'x<ann@example.org',
    'ann@example.org>',
    'team:ann@example.org;',
    '(ann)bob@example.org',
    '"ann@example.org',
    'ann@example.org,',
    'ann@[127.0.0.1]',
    String.raw`an\n@example.org`,
  ])('A-2: is not %s, which mail programs read as another address', (email) => {
    expect(findEmailProblem(normalizeEmail(email))).toContain('must not contain any of')
  })

  it('A-93: is stored in NFC', () => {
    expect(normalizeEmail(' Jose\u0301@Example.org ')).toBe('josé@example.org')
  })
})

it('A-93: long names take linear time', () => {
  for (const part of ['а', 'a\u0301', 'ع\u200c', '👩‍💻', '1٢', '\u200b', ' a']) {
    expect(() => findPersonNameProblem(part.repeat(20_000))).not.toThrow()
  }
})
