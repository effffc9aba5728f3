import { useSyncExternalStore } from 'react'

/** The languages of the interface. */
export type Language = 'en' | 'de'

/** The user's settings in this browser; nothing that another person should not see (rule E-28). */
export interface Settings {
  theme: 'system' | 'light' | 'dark'
  density: 'dense' | 'comfortable'
  /** The browser's until the user chooses one; takes effect on the next load of the page. */
  language: Language
  /** Single-letter keys (WCAG 2.1.4). */
  singleKeys: boolean
}

const KEY = 'workbench-settings'
const DEFAULTS: Settings = {
  theme: 'system',
  density: 'dense',
  language: /^de\b/.test(navigator.language) ? 'de' : 'en',
  singleKeys: true,
}
const listeners = new Set<() => void>()
let current: Settings = read()

/** Returns the current settings. */
export function readSettings(): Settings {
  return current
}

/** Returns the settings; the component renders again when they change, also in another tab. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, readSettings)
}

/** Changes settings and stores them in the browser if possible. */
export function choose(change: Partial<Settings>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // Without storage, the settings last until the tab is closed.
  }
  apply()
}

/** Changes the language and reloads the page: texts are translated while the application loads. */
export function chooseLanguage(language: Language): void {
  if (language === current.language) return
  choose({ language })
  location.reload()
}

/** Applies theme and density to the page; call it before the first render. */
export function applySettings(): void {
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return
    current = read()
    apply()
  })
  apply()
}

function apply(): void {
  const { dataset } = document.documentElement
  document.documentElement.lang = current.language
  dataset['theme'] = current.theme
  dataset['density'] = current.density
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Settings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { ...DEFAULTS, ...(typeof stored === 'object' ? stored : {}) }
  } catch {
    return DEFAULTS
  }
}
