import { expect, test } from 'vitest'
import { componentTexts } from '../../web/component-texts.ts'

const LIBRARY = '/a/node_modules/react-aria/dist/private/intl'
const loadTexts = (id: string) => (componentTexts.load as (id: string) => unknown)(id)

test('the build omits texts of the component library in languages that the interface lacks', () => {
  expect(loadTexts(`${LIBRARY}/menu/fr-FR.mjs`)).toBe('export default undefined')
  expect(loadTexts('/a/node_modules/react-aria-components/dist/private/intl/ja-JP.mjs')).toBe(
    'export default undefined',
  )
})

test.each(['en-US', 'de-DE'])('the build keeps the texts of the component library in %s', (locale) => {
  expect(loadTexts(`${LIBRARY}/menu/${locale}.mjs`)).toBeNull()
})
