/** A page where one was in this tab. */
interface RecentPlace {
  /** Its address below /app, with its query. */
  path: string
  title: string
}

const MOST = 12
/** In memory only: titles of records stay in no storage of the browser. */
let places: readonly RecentPlace[] = []

/** Notes a page under the title of its tab. */
export function notePlace(path: string, tab: string): void {
  const title = tab.replace(/ · Rulewright$/, '')
  if (title === tab) return
  places = [{ path, title }, ...places.filter((place) => place.path !== path)].slice(0, MOST)
}

/** The places before the one with this address, newest first. */
export function placesBefore(path: string): readonly RecentPlace[] {
  return places.filter((place) => place.path !== path)
}
