/** A page that was visited in this tab. */
interface RecentPage {
  /** Its address below /app, with its query. */
  path: string
  title: string
}

const MAX_PAGES = 12
/** In memory only: titles of records are not stored in the browser. */
let pages: readonly RecentPage[] = []

/** Records a visited page under the title of its tab. */
export function recordPage(path: string, tab: string): void {
  const title = tab.replace(/ · Rulewright$/, '')
  if (title === tab) return
  pages = [{ path, title }, ...pages.filter((page) => page.path !== path)].slice(0, MAX_PAGES)
}

/** Lists the visited pages other than this address, newest first. */
export function listVisitedPages(path: string): readonly RecentPage[] {
  return pages.filter((page) => page.path !== path)
}
