/** Whether the jobs panel is open, stored for the tab, so that it is open again after a reload. */
const KEY = 'job-tray'
const listeners = new Set<() => void>()

/** Whether the jobs panel is open in this tab. */
export function isJobsPanelOpen(): boolean {
  return sessionStorage.getItem(KEY) !== null
}

/** Opens or closes the jobs panel. */
export function openJobsPanel(open: boolean): void {
  if (open) sessionStorage.setItem(KEY, '')
  else sessionStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

/** Calls back when the panel opens or closes, until the returned function is called. */
export function onJobsPanel(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
