import { useSyncExternalStore } from 'react'

/** The languages of the interface. */
export type Language = 'en' | 'de'

/** What someone chose for this browser; nothing that another person should see (rule E-28). */
export interface Settings {
  theme: 'system' | 'light' | 'dark'
  density: 'dense' | 'comfortable'
  /** Takes effect when the page is loaded again. */
  language: Language
  /** Keys that are one letter (WCAG 2.1.4). */
  singleKeys: boolean
}

const KEY = 'workbench-settings'
const DEFAULTS: Settings = { theme: 'system', density: 'dense', language: 'en', singleKeys: true }
const listeners = new Set<() => void>()
let current: Settings = read()

/** The settings of now. */
export function settings(): Settings {
  return current
}

/** The settings, and the component is rendered again when they change, in another tab too. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, settings)
}

/** Changes some settings and keeps them, where the browser keeps anything. */
export function choose(change: Partial<Settings>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing has them until it is closed.
  }
  apply()
}

/** Changes the language and loads the page again: texts are translated while the application loads. */
export function chooseLanguage(language: Language): void {
  if (language === current.language) return
  choose({ language })
  location.reload()
}

/** Puts theme and density on the page; call it before the first render. */
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
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { ...DEFAULTS, ...(typeof kept === 'object' ? kept : {}) }
  } catch {
    return DEFAULTS
  }
}
