/** When at least this share of the texts has a common beginning, the beginning is hidden. */
const SHARE = 0.6
const MIN_WORDS = 2

/**
 * Finds the beginning that most texts of a list share, such as "The operating system must ", including the separator.
 * Equal texts count once. Returns '' for fewer than two shared words or fewer than three texts.
 */
export function findSharedStart(all: readonly string[], separator = ' '): string {
  const texts = [...new Set(all)]
  if (texts.length < 3) return ''
  const enough = Math.ceil(texts.length * SHARE)
  let start = ''
  let remaining = texts
  for (let label = 0; ; label += 1) {
    const counts = new Map<string, number>()
    for (const text of remaining) {
      const end = text.indexOf(separator, start.length)
      if (end >= 0) counts.set(text.slice(0, end + 1), (counts.get(text.slice(0, end + 1)) ?? 0) + 1)
    }
    const [next, count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
    if (next === undefined || count < enough) return label < (separator === ' ' ? MIN_WORDS : 1) ? '' : start
    start = next
    remaining = remaining.filter((text) => text.startsWith(next))
  }
}
