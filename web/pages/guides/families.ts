/** One release of a guide, whether SRG or STIG. */
export interface Guide {
  id: number
  benchmarkId: string
  title: string
  version: string
  date: string | null
  severities: { high: number; medium: number; low: number }
  core: boolean
  draft: boolean
  latest: boolean
  /** The newest release of its line, which may have another benchmark id. */
  latestId: number
}

/** A guide with all of its releases that the catalog has, the newest first. */
export interface Family {
  latestId: number
  benchmarkId: string
  title: string
  core: boolean
  releases: Guide[]
}

/** Groups releases by their line, and leaves out the families without the words. */
export function familiesOf(guides: readonly Guide[], query: string): Family[] {
  const words = query.trim().toLowerCase()
  return [...Map.groupBy(guides, ({ latestId }) => latestId)]
    .map(([latestId, members]) => {
      const releases = members.toSorted(newestFirst)
      const { title = '', benchmarkId = '', core = false } = releases[0] ?? {}
      return { latestId, benchmarkId, title, core, releases }
    })
    .filter(({ releases }) =>
      releases.some(({ benchmarkId, title }) => `${benchmarkId} ${title}`.toLowerCase().includes(words)),
    )
    .sort((a, b) => a.title.localeCompare(b.title))
}

/** All releases of the line that a release belongs to, the newest first. */
export function releasesOfLine(guides: readonly Guide[], id: number): Guide[] {
  const latestId = guides.find((guide) => guide.id === id)?.latestId
  return guides.filter((guide) => guide.latestId === latestId).toSorted(newestFirst)
}

/** How many rules a guide has in all. */
export function ruleCount({ high, medium, low }: Guide['severities']): number {
  return high + medium + low
}

function newestFirst(a: Guide, b: Guide): number {
  if (a.latest !== b.latest) return a.latest ? -1 : 1
  const [left, right] = [numbersOf(a.version), numbersOf(b.version)]
  const place = left.findIndex((number, at) => number !== right[at])
  return place < 0 ? b.id - a.id : (right[place] ?? 0) - (left[place] ?? 0)
}

/** "V2R1.17" as 2, 1, 17; zeros for what is no version. */
function numbersOf(version: string): [number, number, number] {
  const [, major = '0', minor = '0', decimals = '0'] = /^V(\d+)R(\d+)(?:\.(\d+))?$/.exec(version) ?? []
  return [Number(major), Number(minor), Number(decimals)]
}
