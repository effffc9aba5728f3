const toStorageKey = (personId: number) => `workbench-looked-${personId}`

/** Returns when the user last viewed the outcomes of their comments in this browser; null for never. */
export function readLastVisit(personId: number): number | null {
  try {
    return Number(localStorage.getItem(toStorageKey(personId))) || null
  } catch {
    return null
  }
}

/** Records that the user viewed the outcomes of their comments now. */
export function recordVisit(personId: number): void {
  try {
    localStorage.setItem(toStorageKey(personId), String(Date.now()))
  } catch {
    // Without storage, nothing is marked as new.
  }
}
