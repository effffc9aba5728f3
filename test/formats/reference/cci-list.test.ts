import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readReferenceDocument } from '../../../src/formats/reference/read-document.ts'
import {
  createCciArchive,
  createCciList,
  createCciXml,
  type SampleCci,
} from '../../support/reference-documents.ts'
import { catchDomainError } from '../catch-domain-error.ts'

const readItems = (...items: SampleCci[]) => readReferenceDocument(createCciList(items)).entries
const catchError = (bytes: Uint8Array) => catchDomainError(() => readReferenceDocument(bytes))
const utf16 = (text: string, mark = '\uFEFF') => Uint8Array.from(Buffer.from(`${mark}${text}`, 'utf16le'))

describe('a CCI list', () => {
  test('is read with its version, texts and references', () => {
    const more = '<parameter>Berth plan</parameter><note>First\n\t\tsecond  line</note><unknown>x</unknown>'
    const { kind, header, entries } = readReferenceDocument(
      createCciList([{ types: ['policy', 'technical'], more, status: 'deprecated' }]),
    )
    expect([kind, header]).toEqual([
      'cci_list',
      { title: null, version: '2026-01-31', published: '2026-01-31' },
    ])
    expect(entries).toMatchObject([
      {
        cci: 'CCI-000054',
        status: 'deprecated',
        published: '2026-01-01',
        contributor: 'Harbor office',
        definition: 'The gateway limits how many sessions one pilot may open.',
        types: ['policy', 'technical'],
        parameter: 'Berth plan',
        note: 'First\nsecond line',
        references: [
          { creator: 'NIST', title: 'NIST SP 800-53', version: '3', index: 'AC-10' },
          { title: 'NIST SP 800-53 Revision 5', version: '5', index: 'AC-10' },
        ],
        base_control: 'AC-10',
        control: 'AC-10',
        revision: '5',
      },
    ])
  })

  test('maps a CCI by its newest revision, and never by SP 800-53A', () => {
    const audit =
      '<references><reference title="NIST SP 800-53A" version="9" index="ZZ-9.1 (i)"/></references>'
    expect(
      readItems(
        {
          references: [
            ['4', 'AC-1 a 1'],
            ['5', 'AC-2 (3) (a)'],
            ['3', 'AC-1 a'],
          ],
          more: audit,
        },
        { id: 'CCI-000055', references: [] },
      ),
    ).toMatchObject([
      { base_control: 'AC-2 (3)', control: 'AC-2 (3) (a)', revision: '5' },
      { base_control: null, control: null, revision: null },
    ])
  })

  test('keeps markup, right-to-left text and 10,000 characters in a definition as text', () => {
    const definitions = [
      '&lt;script&gt;x()&lt;/script&gt;',
      '<![CDATA[<b>a & b</b>]]>',
      'מערכת \u202eabc',
      'x'.repeat(10_000),
    ]
    const items = definitions.map((definition, index) => ({ id: `CCI-00000${index}`, definition }))
    expect(readItems(...items)).toMatchObject([
      { definition: '<script>x()</script>' },
      { definition: '<b>a & b</b>' },
      { definition: 'מערכת \u202eabc' },
      { definition: 'x'.repeat(10_000) },
    ])
    expect(readItems({ definition: 'One <b>two</b> three' })).toMatchObject([{ definition: 'One two three' }])
  })

  test('is read with 10,000 entries', () => {
    const items = Array.from({ length: 10_000 }, (_, index) => ({
      id: `CCI-${String(index).padStart(6, '0')}`,
    }))
    expect(readItems(...items)).toHaveLength(10_000)
  })

  test('is read with a byte order mark, in UTF-16 and in Latin-1', () => {
    const item = { definition: 'Größe' }
    const latin = createCciXml([item], { declaration: '<?xml version="1.0" encoding="ISO-8859-1"?>' })
    const inUtf16 = createCciXml([item], { declaration: '<?xml version="1.0" encoding="UTF-16"?>' })
    for (const bytes of [
      strToU8(`\uFEFF${createCciXml([item])}`),
      utf16(inUtf16),
      Uint8Array.from(Buffer.from(latin, 'latin1')),
    ]) {
      expect(readReferenceDocument(bytes).entries).toMatchObject([item])
    }
  })

  test('is read from the archive of the publisher', () => {
    expect(readReferenceDocument(createCciArchive()).entries).toHaveLength(1)
  })

  test.each<[string, Uint8Array, string, RegExp]>([
    ['a text file', strToU8('CCI-000054'), 'reference.kind', /neither/],
    ['an empty file', new Uint8Array(), 'reference.kind', /neither/],
    ['another root', strToU8('<Benchmark/>'), 'reference.kind', /root element is Benchmark/],
    ['another namespace', strToU8('<cci_list xmlns="urn:x"/>'), 'reference.kind', /root element is cci_list/],
    ['a cut off file', createCciList().subarray(0, 500), 'reference.unreadable', /Line \d+: .*cut off/],
    [
      'a DTD',
      strToU8(`<!DOCTYPE cci_list [<!ENTITY a "b">]>${createCciXml([], { declaration: '' })}`),
      'reference.unreadable',
      /DOCTYPE/,
    ],
    ['an unknown entity', createCciList([{ definition: '&lol9;' }]), 'reference.unreadable', /entity/],
    [
      'an unknown encoding',
      createCciList([{}], { declaration: '<?xml version="1.0" encoding="EBCDIC"?>' }),
      'reference.unreadable',
      /EBCDIC/,
    ],
    ['a list without entries', createCciList([]), 'reference.invalid', /no CCIs/],
    [
      'an id of another form',
      createCciList([{ id: 'CCI-54' }]),
      'reference.invalid',
      /^Line \d+: The id CCI-54/,
    ],
    ['a missing id', createCciList([{ id: '' }]), 'reference.invalid', /no id/],
    ['a repeated id', createCciList([{}, {}]), 'reference.invalid', /CCI-000054 is in the list twice/],
    [
      'a long definition',
      createCciList([{ definition: 'x'.repeat(20_001) }]),
      'reference.invalid',
      /The definition of CCI-000054 has more than 20000/,
    ],
    [
      'too many types',
      createCciList([{ types: Array.from({ length: 101 }, () => 'policy') }]),
      'reference.invalid',
      /CCI-000054 has more than 100 elements type/,
    ],
    [
      'deep nesting',
      strToU8(`<cci_list xmlns="http://iase.disa.mil/cci">${'<a>'.repeat(50)}`),
      'reference.unreadable',
      /deeper than 20/,
    ],
  ])('is rejected for %s', (_, bytes, reason, message) => {
    const error = catchError(bytes)
    expect([error.reason, error.status]).toEqual([reason, 422])
    expect(error.details.errors?.['file']?.[0]).toMatch(message)
  })

  test('is rejected with more than 20,000 entries', () => {
    const items = Array.from({ length: 20_001 }, (_, index) => ({
      id: `CCI-${String(index).padStart(6, '0')}`,
      references: [],
    }))
    expect(catchError(createCciList(items)).message).toMatch(/more than 20000 CCIs/)
  })

  test.each<[string, Uint8Array, string, RegExp]>([
    [
      'without a list',
      zipSync({ 'a.pdf': strToU8('x'), 'b.xml': strToU8('<a/>') }),
      'reference.kind',
      /neither/,
    ],
    [
      'with two lists',
      zipSync({ 'a.xml': createCciList(), 'b.xml': createCciList() }),
      'reference.kind',
      /a\.xml and b\.xml/,
    ],
    ['that is cut off', createCciArchive().subarray(0, 300), 'upload.archive', /damaged/],
    [
      'that unpacks to more than the limit',
      zipSync({ 'a.xml': strToU8(createCciXml([{ definition: ' '.repeat(26 * 1024 * 1024) }])) }),
      'reference.unreadable',
      /larger than 25 MiB/,
    ],
  ])('an archive %s is rejected', (_, bytes, reason, message) => {
    const error = catchError(bytes)
    expect([error.reason, error.message]).toEqual([reason, expect.stringMatching(message)])
  })
})
