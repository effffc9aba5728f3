import { createStore, del, delMany, entries, get, set } from 'idb-keyval'

/** A text that someone began and has not sent. */
export interface Draft {
  text: string
  /** What the text was based on, such as the `lock_version` of its record. */
  base: number | null
  savedAt: number
}

const KEPT_MS = 30 * 24 * 60 * 60_000
const store = () => createStore('workbench-drafts', 'drafts')
let opened: ReturnType<typeof createStore> | undefined
/** What is on its way into the store, which a page that is left does not wait for. */
const onTheWay = new Map<string, Draft>()
const LEFT = 'workbench-drafts-left'
let listening = false
let taken: Promise<void> | undefined

/**
 * Drafts of one person in this browser. `place` says what a draft is for, such as `comment:rule:12:fixtext`. A browser
 * that keeps nothing, as in private windows, loses drafts with the page; nothing fails.
 */
export function draftsOf(personId: number) {
  const keyOf = (place: string) => `${personId} ${place}`
  const mine = async () => (await kept()).filter(([key]) => key.startsWith(`${personId} `))
  return {
    read: async (place: string): Promise<Draft | null> => {
      await (taken ??= quietly(takeLeft()).then(() => undefined))
      return (await quietly(get<Draft>(keyOf(place), db()))) ?? null
    },
    /** Keeps a text; an empty one is forgotten. */
    keep: async (place: string, text: string, base: number | null = null): Promise<void> => {
      const key = keyOf(place)
      const draft: Draft = { text, base, savedAt: Date.now() }
      onTheWay.set(key, draft)
      if (!listening) addEventListener('pagehide', leave)
      listening = true
      await quietly(put(key, draft))
      if (onTheWay.get(key) === draft) onTheWay.delete(key)
    },
    /** Call it when the text was posted. */
    forget: async (place: string): Promise<void> => {
      await quietly(del(keyOf(place), db()))
    },
    /** The places of all drafts that begin with these words. */
    places: async (start: string): Promise<string[]> => {
      const keys = (await mine()).map(([key]) => key.slice(keyOf('').length))
      return keys.filter((place) => place.startsWith(start))
    },
    count: async (): Promise<number> => (await mine()).length,
    /** Call it at sign-out, after asking. */
    forgetAll: async (): Promise<void> => {
      const keys = (await mine()).map(([key]) => key)
      onTheWay.clear()
      await quietly(Promise.resolve().then(() => localStorage.removeItem(LEFT)))
      await quietly(delMany(keys, db()))
    },
  }
}

/** Forgets what everyone left in this browser for 30 days. */
export async function forgetOldDrafts(now = Date.now()): Promise<void> {
  const old = (await kept()).filter(([, draft]) => now - draft.savedAt > KEPT_MS)
  if (old.length > 0) {
    await quietly(
      delMany(
        old.map(([key]) => key),
        db(),
      ),
    )
  }
}

const put = (key: string, draft: Draft) => (draft.text.trim() === '' ? del(key, db()) : set(key, draft, db()))

/** The page is left: what is still on its way is written where that takes no time. */
function leave(): void {
  if (onTheWay.size === 0) return
  try {
    localStorage.setItem(LEFT, JSON.stringify([...onTheWay]))
  } catch {
    // A browser that keeps nothing loses it with the page.
  }
}

/** Brings into the store what the page before this one left on its way. */
async function takeLeft(): Promise<void> {
  const left = JSON.parse(localStorage.getItem(LEFT) ?? '[]') as [string, Draft][]
  for (const [key, draft] of left) await put(key, draft)
  localStorage.removeItem(LEFT)
}

function db() {
  return (opened ??= store())
}

async function kept(): Promise<[string, Draft][]> {
  return (await quietly(entries<string, Draft>(db()))) ?? []
}

async function quietly<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch {
    return undefined
  }
}
