import { useSyncExternalStore } from 'react'

/** What someone chose for this browser; nothing that another person should see (rule E-28). */
export interface Settings {
  theme: 'system' | 'light' | 'dark'
  density: 'dense' | 'comfortable'
  /** Keys that are one letter (WCAG 2.1.4). */
  singleKeys: boolean
}

const KEY = 'workbench-settings'
const DEFAULTS: Settings = { theme: 'system', density: 'dense', singleKeys: true }
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
