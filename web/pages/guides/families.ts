import { compareNewestFirst } from '../../../src/formats/version.ts'

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
  /** The latest release of the guide, which may have another benchmark id. */
  latestId: number
}

/** A guide with all its releases in the catalog, newest first. */
export interface Family {
  latestId: number
  benchmarkId: string
  title: string
  core: boolean
  releases: Guide[]
}

/** Groups releases by guide, and returns the groups that match the query. */
export function groupFamilies(guides: readonly Guide[], query: string): Family[] {
  const label = query.trim().toLowerCase()
  return [...Map.groupBy(guides, ({ latestId }) => latestId)]
    .map(([latestId, members]) => {
      const releases = members.toSorted(compareLatestFirst)
      const { title = '', benchmarkId = '', core = false } = releases[0] ?? {}
      return { latestId, benchmarkId, title, core, releases }
    })
    .filter(({ releases }) =>
      releases.some(({ benchmarkId, title }) => `${benchmarkId} ${title}`.toLowerCase().includes(label)),
    )
    .sort((a, b) => a.title.localeCompare(b.title))
}

/** Returns all releases of the guide that a release belongs to, newest first. */
export function listReleases(guides: readonly Guide[], id: number): Guide[] {
  const latestId = guides.find((guide) => guide.id === id)?.latestId
  return guides.filter((guide) => guide.latestId === latestId).toSorted(compareLatestFirst)
}

/** Counts the rules of a guide. */
export function sumRules({ high, medium, low }: Guide['severities']): number {
  return high + medium + low
}

function compareLatestFirst(a: Guide, b: Guide): number {
  return Number(b.latest) - Number(a.latest) || compareNewestFirst(a.version, b.version) || b.id - a.id
}
