const keyOf = (personId: number) => `workbench-looked-${personId}`

/** When someone last looked at what became of their comments, in this browser; null for never. */
export function lastVisit(personId: number): number | null {
  try {
    return Number(localStorage.getItem(keyOf(personId))) || null
  } catch {
    return null
  }
}

export function recordVisit(personId: number): void {
  try {
    localStorage.setItem(keyOf(personId), String(Date.now()))
  } catch {
    // A browser that keeps nothing marks nothing as new.
  }
}
