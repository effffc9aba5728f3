import { readSettings } from '../app/settings.ts'
import type { Catalog } from './catalog.ts'

/** A text whose form depends on a count. The plural form is its key in the catalogs. */
export interface PluralText<One extends string = string, Other extends string = string> {
  count: number
  one: One
  other: Other
}

/** The names in braces of a text. */
export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

type Value = string | number | boolean | null | undefined
type Values<Text extends string> = [Names<Text>] extends [never] ? [] : [values: Record<Names<Text>, Value>]

/** The language that the reader chose for this browser. */
export const { language } = readSettings()
/** The locale of numbers. */
export const locale = language === 'de' ? 'de-DE' : 'en-US'
/** The locale of dates; English pages write the day first. */
export const dateLocale = language === 'de' ? 'de-DE' : 'en-GB'

// The module waits for the catalog, so tables of labels that are built while modules load are translated too.
const catalog: Catalog = language === 'de' ? await loadGerman() : {}
const rules = new Intl.PluralRules(locale)

/**
 * Translates an English text and fills in `{name}`. The argument must be a literal: the catalogs are collected from
 * the sources. A text that the catalog lacks stays English.
 */
export function t<const Text extends string>(text: Text, ...values: Values<Text>): string
export function t<const One extends string, const Other extends string>(
  text: PluralText<One, Other>,
  ...values: Values<One | Other>
): string
export function t(text: string | PluralText, values?: Record<string, Value>): string {
  const translated = translate(text)
  return values ? translated.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])) : translated
}

/** Translates the label of a button that English writes like a noun or a state: "Open", "Comment". */
export function verb(label: string): string {
  const entry = catalog[`${label} (verb)`]
  return typeof entry === 'string' ? entry : label
}

const numberFormat = new Intl.NumberFormat(locale)

/** A number with the separators of the reader's language: "1,200". */
export function formatNumber(value: number): string {
  return numberFormat.format(value)
}

/** A count and its noun: "1 comment", "1,200 comments". */
export function formatCount(count: number, noun: string): string {
  const text = translate({ count, one: `{count} ${noun}`, other: `{count} ${noun}s` })
  return text.replace('{count}', formatNumber(count))
}

/** A label as a word within a sentence: in lower case where the language has no capital nouns. */
export function toLabelInSentence(label: string): string {
  return language === 'de' ? label : label.toLowerCase()
}

/** A label with its first letter as within a sentence. */
export function lowerFirst(label: string): string {
  return toLabelInSentence(label.charAt(0)) + label.slice(1)
}

/** The text of the reader's language, with its names in braces. */
export function translate(text: string | PluralText): string {
  if (typeof text === 'string') {
    const entry = catalog[text]
    return typeof entry === 'string' ? entry : text
  }
  const { count, one, other } = text
  const entry = catalog[other] ?? { one, other }
  if (typeof entry === 'string') return entry
  return rules.select(count) === 'one' ? entry.one : entry.other
}

async function loadGerman(): Promise<Catalog> {
  try {
    return (await import('./de.ts')).german
  } catch {
    // Without the catalog the page is English, which is better than no page.
    return {}
  }
}
