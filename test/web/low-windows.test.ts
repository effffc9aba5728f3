import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const WEB = new URL('../../web/', import.meta.url)
const sheets = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => [file, readFileSync(new URL(file, WEB), 'utf8')] as const)
  // Notices can be closed, and must be visible wherever the page is scrolled.
  .filter(([file, css]) => css.includes('position: sticky') && file !== 'kit/toast.module.css')

/** The selectors of the rules that set a position. */
function listSelectors(css: string, position: 'sticky' | 'static'): string[] {
  const rules = css.matchAll(/(\.[\w-]+) \{[^}]*position: (\w+)/g)
  return [...rules].filter(([, , value]) => value === position).map(([, selector = '']) => selector)
}

/** Panes that stick next to a long list: they scroll themselves, and cover nothing. */
const STICKY_PANES = /@media \(min-width: 720px\) and \(max-height: 420px\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g

test.each(sheets)('the sticky bars of %s scroll away in a low window, as at 400 % zoom', (_file, css) => {
  const low = css.split('@media (max-height: 479px) {').slice(1).join('\n')
  expect(listSelectors(low, 'static')).toEqual(
    expect.arrayContaining(listSelectors(css.replaceAll(STICKY_PANES, ''), 'sticky')),
  )
})
