/**
 * The page of an address that the service names, such as a menu's link: `/projects/3` -> `/projects/3`, relative to
 * /app.
 */
export function toPagePath(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]+/, '').replace(/^\/app(?=\/|$|\?)/, '')
  const [, comment] = /#\/comments\/(\d+)$/.exec(path) ?? []
  return comment === undefined ? path || '/' : `/reviews/${comment}`
}

/** Returns where to go after sign-in, only if it is a page of the application, to prevent open redirects. */
export function toReturnPath(address: string): string {
  return /^\/(?![/\\])/.test(address) && !/^\/(sign-in|register|consent)\b/.test(address) ? address : '/'
}
