import { expect, test } from 'vitest'
import { formatAllChecks, type Check, readChecksText } from '../../src/formats/checks/check-text.ts'
import { checkLine, removeCheckHeadings } from '../../src/formats/checks/markdown-checks.ts'

const check = (fields: Partial<Check>): Check => ({
  system: null,
  content_ref_name: null,
  content_ref_href: null,
  content: null,
  ...fields,
})

const CASES: [string, string, Check[]][] = [
  ['a check without a system', 'First.', [check({ content: 'Second.' })]],
  [
    'a check without a content',
    'First.',
    [check({ system: 'http://oval', content_ref_name: 'oval:1', content_ref_href: 'a.xml' })],
  ],
  [
    'several checks of several lines',
    'First.\n\nMore.\n',
    [check({ system: 'A', content: 'One.\n\n' }), check({ system: 'B', content: '\nTwo.' })],
  ],
  [
    'values that look like others',
    'x',
    [
      check({ system: 'none' }),
      check({ system: '' }),
      check({ system: 'a, file: "b"]', content_ref_name: 'c\nd', content_ref_href: ' e ' }),
    ],
  ],
  [
    'contents that look like headers',
    '[Check system: A]',
    [check({ system: 'B', content: '[Check system: C]\n\\[Check system: D]' })],
  ],
  ['a requirement without a first check', '', [check({ system: 'A', content: 'Only.' })]],
]

test.each(CASES)('a text with %s is exported and imported unchanged', (_, first, further) => {
  expect(readChecksText(formatAllChecks(first, further))).toEqual({ check: first, further })
})

test.each(CASES)('a Markdown section with headings holds %s', (_, first, further) => {
  const text = formatAllChecks(`${first}\n### [Check system: Z]\n\\### [Check system: Z]`, further)
  const written = text.split('\n').map(checkLine).join('\n')
  expect(written).toContain('\n### [Check system: ')
  expect(removeCheckHeadings(written)).toBe(text)
})

test('a text without headers names the first check only', () => {
  expect(readChecksText('Just this.')).toEqual({ check: 'Just this.', further: null })
})

test('an unusual header is read as a system', () => {
  expect(readChecksText('[Check system: a "b, c]').further).toEqual([check({ system: 'a "b, c' })])
})
