import type { Language } from '../app/settings.ts'

/** The languages of the interface, each by its own name, which is never translated. */
export const LANGUAGES: readonly { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
]
