/** A page that was visited in this tab. */
interface RecentPlace {
  /** Its address below /app, with its query. */
  path: string
  title: string
}

const MOST = 12
/** In memory only: titles of records are not stored in the browser. */
let places: readonly RecentPlace[] = []

/** Records a visited page under the title of its tab. */
export function notePlace(path: string, tab: string): void {
  const title = tab.replace(/ · Rulewright$/, '')
  if (title === tab) return
  places = [{ path, title }, ...places.filter((place) => place.path !== path)].slice(0, MOST)
}

/** Lists the visited pages other than this address, newest first. */
export function placesBefore(path: string): readonly RecentPlace[] {
  return places.filter((place) => place.path !== path)
}
