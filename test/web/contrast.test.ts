import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
const HUES = ['grey', 'teal', 'vermilion', 'amber', 'purple', 'blue', 'indigo']

const VALUES = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
const light = Object.fromEntries(VALUES.map(([, name = '', value = '']) => [name, value]))
const dark = Object.fromEntries(VALUES.map(([, name = '', , value = '']) => [name, value]))

function computeLuminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((offset) => {
    const part = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function computeContrast(a: string, b: string): number {
  const [high = 0, low = 0] = [computeLuminance(a), computeLuminance(b)].sort((a, other) => other - a)
  return (high + 0.05) / (low + 0.05)
}

const TEXTS = [
  ...['text', 'muted', 'link', 'danger', 'success'].flatMap((name) =>
    ['ground', 'raised', 'current'].map((background) => [name, background, 4.5]),
  ),
  ...HUES.map((hue) => [hue, `${hue}-tint`, 4.5]),
  ['text', 'insertion', 4.5],
  ['text', 'deletion', 4.5],
  ['on-link', 'link', 4.5],
  ['edge', 'ground', 3],
  ['focus', 'ground', 3],
  ['focus', 'raised', 3],
  ...['teal', 'amber', 'vermilion', 'purple', 'blue', 'indigo'].map((hue) => [`bar-${hue}`, 'ground', 3]),
] as [string, string, number][]

test.each([
  ['light', light],
  ['dark', dark],
])('E-29: in %s every color of text and edges has enough contrast with its background', (_, colours) => {
  const weak = TEXTS.map(([front, back, least]) => ({
    front,
    back,
    least,
    is: computeContrast(colours[front] ?? '', colours[back] ?? ''),
  }))
  expect(weak.filter(({ is, least }) => !(is >= least))).toEqual([])
})

test('every color has a value for light and one for dark', () => {
  const single = [...css.matchAll(/--([\w-]+):\s*(?:#|rgb|hsl|ok)/g)].map(([, name]) => name)
  expect(single).toEqual([])
  expect(VALUES.length).toBeGreaterThan(30)
})
