import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { coversControl, parseControlName } from '../../../src/formats/reference/control-name.ts'
import { readReferenceDocument } from '../../../src/formats/reference/read-document.ts'
import { createOscalCatalog, createOscalControl, toJsonBytes } from '../../support/reference-documents.ts'
import { catchDomainError } from '../catch-domain-error.ts'

const readControls = (...controls: object[]) =>
  readReferenceDocument(toJsonBytes(createOscalCatalog(controls))).entries
const withStatement = (prose: string, params: object[] = []) =>
  createOscalControl({ params, parts: [{ name: 'statement', prose }], controls: [] })

describe('an OSCAL catalog', () => {
  test('is read with controls, enhancements, items and resolved parameters', () => {
    const { kind, header, entries } = readReferenceDocument(toJsonBytes(createOscalCatalog()))
    expect([kind, header]).toEqual([
      'control_catalog',
      { title: 'Harbor catalog', version: '5.9.0', published: '2026-01-02T03:04:05Z' },
    ])
    expect(entries).toEqual([
      {
        control: 'AC-10',
        family: 'Access of Harbors',
        title: 'Session Berths',
        withdrawn: false,
        successors: [],
        statement: [
          { label: null, level: 0, text: 'For each of [Assignment: organization-defined account kinds]:' },
          {
            label: 'a.',
            level: 0,
            text: 'Limit berths to [Assignment: organization-defined number]; and',
          },
          { label: '1.', level: 1, text: 'count them.' },
          {
            label: 'b.',
            level: 0,
            text: '[Selection (one or more): warn; close after [Assignment: organization-defined number]].',
          },
        ],
        guidance: 'Pilots often open two berths. See AC-2.',
      },
      {
        control: 'AC-10 (1)',
        family: 'Access of Harbors',
        title: 'Night Berths',
        withdrawn: true,
        successors: ['AC-10'],
        statement: [],
        guidance: null,
      },
    ])
  })

  test('is read in UTF-16 and with a byte order mark', () => {
    const json = `\uFEFF${JSON.stringify(createOscalCatalog())}`
    for (const bytes of [strToU8(json), Uint8Array.from(Buffer.from(json, 'utf16le'))]) {
      expect(readReferenceDocument(bytes).entries).toHaveLength(2)
    }
  })

  test('names an unknown parameter, and one that inserts itself, as undefined values', () => {
    const loop = { id: 'a', select: { choice: ['{{ insert: param, a }}'] } }
    const texts = readControls(withStatement('{{ insert: param, a }} or {{ b }} or {{ c', [loop]))
    expect(texts).toMatchObject([
      {
        statement: [
          {
            text: '[Selection: [Assignment: organization-defined value]] or [Assignment: organization-defined value] or {{ c',
          },
        ],
      },
    ])
  })

  test('is rejected if parameters that insert each other become too long', () => {
    const params = Array.from({ length: 40 }, (_, index) => {
      const next = `{{ insert: param, p${index + 1} }}`
      return { id: `p${index}`, select: { choice: [next, next] } }
    })
    const bytes = toJsonBytes(createOscalCatalog([withStatement('{{ insert: param, p0 }}', params)]))
    const error = catchDomainError(() => readReferenceDocument(bytes))
    expect([error.reason, error.message]).toEqual([
      'reference.invalid',
      'AC-10 has more than 50000 characters with its parameters.',
    ])
  })

  const nest = (depth: number): object =>
    depth === 0 ? {} : { name: 'item', prose: 'x', parts: [nest(depth - 1)] }

  test.each<[string, Uint8Array, string, RegExp]>([
    ['a profile', toJsonBytes({ profile: { uuid: 'x' } }), 'reference.kind', /OSCAL profile/],
    ['other JSON', toJsonBytes({ cci: 1 }), 'reference.kind', /no object "catalog"/],
    ['a list', strToU8('[]'), 'reference.kind', /no object "catalog"/],
    ['a cut off file', strToU8('{"catalog": {"groups": ['), 'reference.unreadable', /not valid JSON/],
    ['Latin-1', Uint8Array.from(Buffer.from('{"catalog": "ü"}', 'latin1')), 'reference.unreadable', /UTF-8/],
    ['no controls', toJsonBytes(createOscalCatalog([])), 'reference.invalid', /no controls/],
    [
      'another id',
      toJsonBytes(createOscalCatalog([{ id: 'a.5.1', title: 'x' }])),
      'reference.invalid',
      /a\.5\.1/,
    ],
    [
      'a missing title',
      toJsonBytes(createOscalCatalog([{ id: 'ac-2' }])),
      'reference.invalid',
      /AC-2 has no title/,
    ],
    [
      'a repeated id',
      toJsonBytes(createOscalCatalog([createOscalControl(), createOscalControl()])),
      'reference.invalid',
      /AC-10 twice/,
    ],
    [
      'a title that is a number',
      toJsonBytes(createOscalCatalog([{ id: 'ac-2', title: 5 }])),
      'reference.invalid',
      /AC-2: title/,
    ],
    ['groups of texts', toJsonBytes({ catalog: { groups: ['x'] } }), 'reference.invalid', /groups must be/],
    [
      'a NUL character',
      toJsonBytes(createOscalCatalog([{ id: 'ac-2', title: 'a\0b' }])),
      'reference.invalid',
      /not allowed/,
    ],
    [
      'a lone surrogate',
      strToU8('{"catalog":{"controls":[{"id":"ac-2","title":"\\ud800"}]}}'),
      'reference.invalid',
      /not allowed/,
    ],
    [
      'deep items',
      toJsonBytes(
        createOscalCatalog([createOscalControl({ parts: [{ name: 'statement', parts: [nest(40)] }] })]),
      ),
      'reference.unreadable',
      /nested too deep/,
    ],
    [
      'deep brackets',
      strToU8(`{"catalog":{"groups":${'['.repeat(200_000)}`),
      'reference.unreadable',
      /not valid JSON/,
    ],
  ])('is rejected for %s', (_, bytes, reason, message) => {
    const error = catchDomainError(() => readReferenceDocument(bytes))
    expect([error.reason, error.status]).toEqual([reason, 422])
    expect(error.message).toMatch(message)
  })
})

describe('the name of a control', () => {
  test.each([
    ['AC-10', 'AC-10', []],
    ['ac-2(1)', 'AC-2 (1)', []],
    ['AC-02 (01)', 'AC-2 (1)', []],
    ['AC-2 (3) (a)', 'AC-2 (3)', ['a']],
    ['AC-8 c 1', 'AC-8', ['c', '1']],
    [' AC-7 a. ', 'AC-7', ['a']],
  ])('%s is parsed', (text, base, items) => {
    expect(parseControlName(text)).toEqual({ base, items })
  })

  test.each(['', 'AC', 'AC-0', 'AC-1000', 'CCI-000015', 'audit', 'AC-10 is fine', 'SRG-APP-000001'])(
    '"%s" is none',
    (text) => {
      expect(parseControlName(text)).toBeNull()
    },
  )

  test.each([
    ['AC-7', 'AC-7 a', true],
    ['AC-7 a', 'AC-7', false],
    ['AC-2', 'AC-2 (1)', false],
    ['AC-1', 'AC-10', false],
    ['AC-2 (3) a', 'AC-2 (3) (a)', true],
    ['AC-1 a 1', 'AC-1 a 10', false],
  ])('%s covers %s: %s', (one, other, expected) => {
    const [control, covered] = [parseControlName(one), parseControlName(other)]
    expect(control && covered && coversControl(control, covered)).toBe(expected)
  })
})
