import { createStore, del, delMany, entries, get, set } from 'idb-keyval'

/** A text that a user began and has not sent. */
export interface Draft {
  text: string
  /** The version that the text is based on, such as the `lock_version` of its record. */
  base: number | null
  savedAt: number
}

const RETENTION_MS = 30 * 24 * 60 * 60_000
const store = () => createStore('workbench-drafts', 'drafts')
let opened: ReturnType<typeof createStore> | undefined
/** Writes to the store that are still in progress; leaving the page does not wait for them. */
const pendingWrites = new Map<string, Draft>()
const PENDING_KEY = 'workbench-drafts-left'
let listening = false
let loading: Promise<void> | undefined

/**
 * Drafts of one user in this browser. `place` identifies the subject, such as `comment:rule:12:fixtext`. Without
 * storage, as in private windows, drafts are lost with the page; nothing fails.
 */
export function openDrafts(personId: number) {
  const toKey = (draftId: string) => `${personId} ${draftId}`
  const listOwnEntries = async () => (await listEntries()).filter(([key]) => key.startsWith(`${personId} `))
  return {
    read: async (draftId: string): Promise<Draft | null> => {
      await (loading ??= ignoreErrors(restorePendingWrites()).then(() => undefined))
      return (await ignoreErrors(get<Draft>(toKey(draftId), openDatabase()))) ?? null
    },
    /** Saves a text; an empty text deletes the draft. */
    store: async (draftId: string, text: string, base: number | null = null): Promise<void> => {
      const key = toKey(draftId)
      const draft: Draft = { text, base, savedAt: Date.now() }
      pendingWrites.set(key, draft)
      if (!listening) addEventListener('pagehide', savePendingWrites)
      listening = true
      await ignoreErrors(put(key, draft))
      if (pendingWrites.get(key) === draft) pendingWrites.delete(key)
    },
    /** Deletes a draft; call it after the text was posted. */
    forget: async (draftId: string): Promise<void> => {
      pendingWrites.delete(toKey(draftId))
      await ignoreErrors(del(toKey(draftId), openDatabase()))
    },
    /** Lists the IDs of all drafts with this prefix. */
    listIds: async (start: string): Promise<string[]> => {
      const keys = (await listOwnEntries()).map(([key]) => key.slice(toKey('').length))
      return keys.filter((draftId) => draftId.startsWith(start))
    },
    count: async (): Promise<number> => (await listOwnEntries()).length,
    /** Deletes all drafts of the user; call it at sign-out, after asking. */
    forgetAll: async (): Promise<void> => {
      const keys = (await listOwnEntries()).map(([key]) => key)
      pendingWrites.clear()
      await ignoreErrors(Promise.resolve().then(() => localStorage.removeItem(PENDING_KEY)))
      await ignoreErrors(delMany(keys, openDatabase()))
    },
  }
}

/** Deletes all users' drafts in this browser that are older than 30 days. */
export async function forgetOldDrafts(now = Date.now()): Promise<void> {
  const old = (await listEntries()).filter(([, draft]) => now - draft.savedAt > RETENTION_MS)
  if (old.length > 0) {
    await ignoreErrors(
      delMany(
        old.map(([key]) => key),
        openDatabase(),
      ),
    )
  }
}

const put = (key: string, draft: Draft) =>
  draft.text.trim() === '' ? del(key, openDatabase()) : set(key, draft, openDatabase())

/** Writes pending drafts synchronously when the page is left. */
function savePendingWrites(): void {
  if (pendingWrites.size === 0) return
  try {
    localStorage.setItem(PENDING_KEY, JSON.stringify([...pendingWrites]))
  } catch {
    // Without storage, the draft is lost with the page.
  }
}

/** Moves the drafts that the previous page left pending into the store. */
async function restorePendingWrites(): Promise<void> {
  const pendingDrafts = JSON.parse(localStorage.getItem(PENDING_KEY) ?? '[]') as [string, Draft][]
  for (const [key, draft] of pendingDrafts) await put(key, draft)
  localStorage.removeItem(PENDING_KEY)
}

function openDatabase() {
  return (opened ??= store())
}

async function listEntries(): Promise<[string, Draft][]> {
  return (await ignoreErrors(entries<string, Draft>(openDatabase()))) ?? []
}

async function ignoreErrors<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch {
    return undefined
  }
}
