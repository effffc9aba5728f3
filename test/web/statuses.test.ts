import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DOCUMENT_TYPES, RULE_STATUSES, listAllowedStatuses, TRIAGE_STATUSES } from '../../src/vocabulary.ts'
import { STATUS_STYLES } from '../../web/pages/authoring/labels.ts'
import { DISPOSITIONS } from '../../web/pages/components/decision-labels.ts'

const web = new URL('../../web/', import.meta.url).pathname

describe('E-29: a status', () => {
  const kinds = [
    ...DOCUMENT_TYPES.map((type) => [
      `a requirement of a ${type} component`,
      listAllowedStatuses(type).map((status) => STATUS_STYLES[status]),
    ]),
    ['a comment', TRIAGE_STATUSES.map((status) => DISPOSITIONS[status])],
  ] as [string, { label: string; icon: string; hue: string }[]][]

  test.each(kinds)('a status of %s has its own word and shape in addition to its color', (_, looks) => {
    expect(new Set(looks.map(({ label }) => label)).size).toBe(looks.length)
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(looks.length)
    expect(looks.filter(({ hue }) => hue === '')).toEqual([])
  })

  test.each([
    ['requirements', RULE_STATUSES, 'pages/authoring/labels.ts'],
    ['comments', TRIAGE_STATUSES, 'pages/components/decision-labels.ts'],
  ] as const)('a status of %s is styled in one place, which all pages use', (_, statuses, file) => {
    const looks = statuses.map((status) => new RegExp(`^  '?${status}'?: \\{ label:`, 'm'))
    const sources = globSync('**/*.{ts,tsx}', {
      cwd: web,
      exclude: (path) => /node_modules|dist$/.test(path),
    })
    const files = sources.filter((path) => {
      const text = readFileSync(`${web}${path}`, 'utf8')
      return looks.some((look) => look.test(text))
    })
    expect(files).toEqual([file])
  })
})
