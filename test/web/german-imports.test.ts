import { readFileSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../../src/lib/root.ts'
import { translateDetail, translateWarning } from '../../web/languages/de-errors.ts'

const SOURCES = globSync(
  ['src/formats/{archive,spreadsheet}/*.ts', 'src/workers/tasks/*.ts', 'workflows/interchange/**/*.ts'],
  { cwd: ROOT },
)
/** A warning's last argument, or a message that a function returns to a caller that warns. */
const WARNING = /\b(?:warn\w*|skip|messages\.push)\(\s*(?:[\w.+ ?]+,\s*)*(`[^`]*`|'[^'\n]*')/gi
const PARTS = /(?:\? |: |return |=> )(`[^`\n]*`|'[^'\n]*')/g
/** Files whose functions return parts of warnings. */
const WITH_PARTS = [
  'threads.ts',
  'import-members.ts',
  'match-rows.ts',
  'row-changes.ts',
  'links.ts',
  'table-layout.ts',
]
/** Other texts of these files, and messages that only join others. */
const NO_WARNING =
  /^(?:[^\w"]|[a-z_]*$|(?:[A-Z]\w+ ?)+$)|^The (?:file|entry|component|archive)|must |^(?:project\.json: |"?X1"?[: ]*)+$|^X1 requirement/
/** How messages begin that say only what is wrong. */
const SUBJECTS = ['', '"X1" ', 'X1 ', 'the column X1 ']

/** Replaces values by a sample, and removes the location and the period, which a warning gets elsewhere. */
const toSample = (literal: string) =>
  literal
    .slice(1, -1)
    .replaceAll(/\$\{formatCount\([^}]*'(\w+)'\)\}/g, '3 $1')
    .replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'X1')
    .replace(/^(?:X1)+: /, '')
    .replace(/\.?(?:X1)?$/, (end) => (end.startsWith('.') ? '' : end))

function listMessages(): string[] {
  const messages = SOURCES.flatMap((path) => {
    const text = readFileSync(`${ROOT}/${path}`, 'utf8')
    const patterns = WITH_PARTS.some((name) => path.endsWith(`/${name}`)) ? [WARNING, PARTS] : [WARNING]
    return patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, literal = '']) => toSample(literal)),
    )
  })
  return [...new Set(messages)].filter((message) => !NO_WARNING.test(message))
}

test('every warning of an import has a German text', () => {
  const messages = listMessages()
  expect(messages.length).toBeGreaterThan(60)
  const isTranslated = (message: string) =>
    SUBJECTS.some((subject) => !translateWarning(`a.xlsx, row 3: ${subject}${message}.`).includes(message))
  expect(messages.filter((message) => !isTranslated(message))).toEqual([])
})

test('a warning keeps its file, its row and its values', () => {
  expect(
    translateWarning(
      'a.zip/reviews.json, row 3: is a duplicate of no other top-level comment and becomes pending.',
    ),
  ).toBe(
    'a.zip/reviews.json, Zeile 3: ist kein Duplikat eines anderen Kommentars der obersten Ebene und wird ausstehend.',
  )
  expect(translateWarning('HGW: West: requirement 12 has no severity and becomes medium.')).toBe(
    'HGW: West: Anforderung 12 hat keinen Schweregrad und wird mittel.',
  )
  expect(
    translateWarning(
      'a.xlsx, row 3: A cannot satisfy B: a requirement cannot satisfy itself; the link is left out.',
    ),
  ).toBe(
    'a.xlsx, Zeile 3: A kann B nicht erfüllen: eine Anforderung kann sich nicht selbst erfüllen; die Verknüpfung wird ausgelassen.',
  )
  expect(translateWarning('3 more warnings are not shown.')).toBe('3 weitere Hinweise werden nicht gezeigt.')
  expect(translateWarning('Something else.')).toBe('Something else.')
})

test('a job that failed without a reason has a German error', () => {
  expect(translateDetail('It was interrupted too often.')).toBe('Der Auftrag wurde zu oft unterbrochen.')
})
