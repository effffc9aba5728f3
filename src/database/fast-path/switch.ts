let enabled = true

/**
 * Turns the whole fast path on or off for this process (`FAST_PATH_ENABLED`). It applies to databases that are opened
 * afterwards, and to answers that are made afterwards.
 */
export function setFastPath(on: boolean): void {
  enabled = on
}

/** Whether the fast path is on. */
export function isFastPathEnabled(): boolean {
  return enabled
}
