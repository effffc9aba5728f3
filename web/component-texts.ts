import type { Plugin } from 'vite'

/** The texts of the component library for one locale. */
const TEXTS =
  /\/react-(?:aria|aria-components|stately)\/dist\/private\/intl\/(?:.+\/)?([a-z]{2}-[A-Z]{2})\.mjs$/
const LOCALES = ['en-US', 'de-DE']

/**
 * Leaves out the component library's texts in languages that the interface does not have. The library skips undefined
 * locales and falls back to English.
 */
export const componentTexts: Plugin = {
  name: 'component-texts',
  enforce: 'pre',
  load: (id) => {
    const locale = TEXTS.exec(id)?.[1]
    return locale === undefined || LOCALES.includes(locale) ? null : 'export default undefined'
  },
}
