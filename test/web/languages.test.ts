import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'
import type { SourceText } from '../../web/languages/catalog.ts'
import { german } from '../../web/languages/de.ts'
import { english } from '../../web/languages/en.ts'
import { extractTexts } from '../../web/languages/extract.ts'
import { formatCount, t } from '../../web/languages/t.ts'

const used = extractTexts()
const toCatalogKey = (text: SourceText) => (typeof text === 'string' ? text : text.other)
const listForms = (text: SourceText) => (typeof text === 'string' ? [text] : [text.one, text.other])
/** Whether a text begins and ends with a space. */
const findEdges = (text: string) => `${text.startsWith(' ')} ${text.endsWith(' ')}`
/** The names in braces and the elements of a text. */
const findNames = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g) ?? [])].toSorted()

test('the English catalog contains exactly the texts of the sources', () => {
  const keys = new Set(used.map(({ text }) => toCatalogKey(text)))
  expect(english.map(toCatalogKey)).toEqual([...keys].toSorted())
})

test('the German catalog contains a translation of each text, and no others', () => {
  expect(Object.keys(german).toSorted()).toEqual(english.map(toCatalogKey).toSorted())
})

test('each German text has the names and elements of its English text, and begins and ends with the same space', () => {
  const wrong = english.filter((text) => {
    const translation = german[toCatalogKey(text)]
    if (translation === undefined) return false
    if (typeof translation !== typeof text) return true
    const [ours, translated] = [listForms(translation).at(-1) ?? '', listForms(text).at(-1) ?? '']
    return (
      String(findNames(ours)) !== String(findNames(translated)) || findEdges(ours) !== findEdges(translated)
    )
  })
  expect(wrong).toEqual([])
})

test('the names in braces are words in camel case, which a translator can read', () => {
  const names = english.flatMap((text) =>
    listForms(text).flatMap((form) => form.match(/(?<=\{)\w+(?=\})/g) ?? []),
  )
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([])
})

test('the values of a text are translated too', () => {
  const sources = globSync('web/{api,app,kit,pages}/**/*.{ts,tsx}')
  expect(sources.flatMap((file) => findEnglishValues(file, readFileSync(file, 'utf8')))).toEqual([])
  expect(findEnglishValues('planted.ts', `t('seen {age}', { age: seen ? format(seen) : 'never' })`)).toEqual([
    'planted.ts: never',
  ])
})

/** Finds the words that a call of `t` or `rich` fills in as they are. */
function findEnglishValues(file: string, source: string): string[] {
  const found: string[] = []
  const readValue = (node: ESTree.Expression): void => {
    if (node.type === 'Literal' && typeof node.value === 'string' && /[a-z]{3}/i.test(node.value)) {
      found.push(`${file}: ${node.value}`)
    } else if (node.type === 'ConditionalExpression') {
      readValue(node.consequent)
      readValue(node.alternate)
    } else if (node.type === 'LogicalExpression') readValue(node.right)
  }
  new Visitor({
    CallExpression: ({ callee, arguments: [, values] }) => {
      if (callee.type !== 'Identifier' || !['t', 'rich'].includes(callee.name)) return
      if (values?.type !== 'ObjectExpression') return
      for (const property of values.properties) if (property.type === 'Property') readValue(property.value)
    },
  }).visit(parseSync(file, source).program)
  return found
}

test('a text is English by default, with its values filled in', () => {
  expect(t('due {day}', { day: '1 Jun' })).toBe('due 1 Jun')
  expect(t({ count: 1, one: '{days} day late', other: '{days} days late' }, { days: 1 })).toBe('1 day late')
  expect(t({ count: 2, one: '{days} day late', other: '{days} days late' }, { days: 2 })).toBe('2 days late')
})

test('a count has its noun and the separators of the language', () => {
  expect(formatCount(1, 'day')).toBe('1 day')
  expect(formatCount(1200, 'day')).toBe('1,200 days')
})

test('pages announce results in their own texts, which are translated', () => {
  const files = globSync('web/pages/**/*.{ts,tsx}')
  const isCopied = (file: string) => /toast\.(?:message|title)\b/.test(readFileSync(file, 'utf8'))
  expect(files.filter(isCopied)).toEqual([])
})
