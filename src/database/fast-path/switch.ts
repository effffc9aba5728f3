let enabled = true

/**
 * Turns the complete fast path on or off for this process (`FAST_PATH_ENABLED`). It applies to databases that are
 * opened, and to responses that are created, after the call.
 */
export function setFastPath(isEnabled: boolean): void {
  enabled = isEnabled
}

/** Whether the fast path is on. */
export function isFastPathEnabled(): boolean {
  return enabled
}
