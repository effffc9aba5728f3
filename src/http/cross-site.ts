/** The request properties that decide whether it is cross-site. */
export interface RequestOrigin {
  method: string
  secFetchSite: string | null | undefined
  origin: string | null | undefined
  /** The service's own origins, such as `https://rules.example.org`. */
  ownOrigins: readonly string[]
  /** True if the request has a personal access token, which no other site can make a browser send. */
  tokenCredential: boolean
}

const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE']

/** True if a browser sends the request for another site: respond with 403 `cross_site_request` (rule A-37). */
export function isCrossSite(request: RequestOrigin): boolean {
  if (!UNSAFE.includes(request.method.toUpperCase()) || request.tokenCredential) return false
  const site = request.secFetchSite?.trim().toLowerCase()
  if (site && site !== 'same-origin' && site !== 'none') return true
  return Boolean(request.origin) && !request.ownOrigins.includes(toOrigin(request.origin ?? ''))
}

/**
 * Returns the service's own origins: that of `baseUrl`, or else the listening address. A loopback address also has
 * its other names.
 */
export function listOwnOrigins(baseUrl: string | null, host: string, port: number): string[] {
  if (baseUrl !== null) return [new URL(baseUrl).origin]
  const name = host.includes(':') ? `[${host}]` : host
  const loopback = ['127.0.0.1', 'localhost', '[::1]']
  const everywhere = ['0.0.0.0', '[::]']
  const names =
    loopback.includes(name) || everywhere.includes(name) ? [...new Set([name, ...loopback])] : [name]
  return names.map((host) => new URL(`http://${host}:${port}`).origin)
}

/** Returns the error message. The usual cause is a page that was opened at another address than `BASE_URL`. */
export function formatCrossSiteMessage(baseUrl: string | null, ownOrigins: readonly string[]): string {
  const address = baseUrl === null ? `${ownOrigins[0]}, because BASE_URL is not set` : `${baseUrl} (BASE_URL)`
  return `This request came from an address other than ${address}. Open the service there, or set BASE_URL to the address that you use.`
}

function toOrigin(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : text
}
