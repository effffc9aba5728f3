/** When which version of the terms was acknowledged. */
export interface Consent {
  at: Date
  version: number | null
}

const MARK = /^consent\.(\d{1,9})\.(\d{1,15})\.[\w-]+$/

/**
 * What the session cookie of a browser that never signed in says of the terms. Such a browser has no session in the
 * database, which everyone could fill; what it claims it could as well acknowledge. Null for any other cookie.
 */
export function consentIn(cookie: string | undefined): Consent | null {
  const [, version, at] = MARK.exec(cookie ?? '') ?? []
  const time = new Date(Number(at))
  return version === undefined || Number.isNaN(time.getTime()) ? null : { at: time, version: Number(version) }
}
