const KEY = 'return-page'

/** Parameters with the result of a sign-in at a provider, which the next page shows. */
const RESULTS = ['sign_in_error', 'link_pending']

/** Stores the page to return to after a sign-in at a provider, which leaves the application. An empty path clears it. */
export function rememberReturnPage(path: string): void {
  try {
    if (path === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage, the sign-in leads to My work.
  }
}

/** Changes the address to the stored page if a provider has sent the browser back to `/app`; keeps the result. */
export function openReturnPage(): void {
  if (!/^\/app\/?$/.test(location.pathname)) return
  const path = takeReturnPage()
  if (path === '') return
  const query = location.search.slice(1)
  const address = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  history.replaceState(history.state, '', `/app${address}`)
}

/** Removes the result of a sign-in from the address of a page. */
export function removeSignInResult(address: string): string {
  const url = new URL(address, location.origin)
  if (!RESULTS.some((name) => url.searchParams.has(name))) return address
  for (const name of RESULTS) url.searchParams.delete(name)
  return url.pathname + url.search + url.hash
}

function takeReturnPage(): string {
  try {
    const path = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)
    return path
  } catch {
    return ''
  }
}
