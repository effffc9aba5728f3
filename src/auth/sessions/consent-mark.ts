/** Time and version of acknowledged terms. */
export interface Consent {
  at: Date
  version: number | null
}

const MARK = /^consent\.(\d{1,9})\.(\d{1,15})\.[\w-]+$/

/**
 * Reads the consent from the session cookie of a browser without a session, which is not stored, so that anonymous
 * clients cannot fill the database. Null for other cookies.
 */
export function parseConsentMark(cookie: string | undefined): Consent | null {
  const [, version, timestamp] = MARK.exec(cookie ?? '') ?? []
  const time = new Date(Number(timestamp))
  return version === undefined || Number.isNaN(time.getTime()) ? null : { at: time, version: Number(version) }
}
