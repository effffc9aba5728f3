/** One release of a guide, whether SRG or STIG. */
export interface Guide {
  id: number
  /** What all releases of a guide share. */
  line: string
  title: string
  version: string
  date: string | null
  rules: number
  core: boolean
  latest: boolean
}

/** A guide with all of its releases that the catalog has, the newest first. */
export interface Family {
  line: string
  title: string
  core: boolean
  releases: Guide[]
}

/** Groups releases by what they share, and leaves out the families without the words. */
export function familiesOf(guides: readonly Guide[], query: string): Family[] {
  const words = query.trim().toLowerCase()
  return [...Map.groupBy(guides, ({ line }) => line)]
    .map(([line, members]) => {
      const releases = members.toSorted(newestFirst)
      const { title = line, core = false } = releases[0] ?? {}
      return { line, title, core, releases }
    })
    .filter(({ line, title }) => `${line} ${title}`.toLowerCase().includes(words))
    .sort((a, b) => a.title.localeCompare(b.title))
}

function newestFirst(a: Guide, b: Guide): number {
  if (a.latest !== b.latest) return a.latest ? -1 : 1
  return (b.date ?? '').localeCompare(a.date ?? '') || b.id - a.id
}
