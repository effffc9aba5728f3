import { family, type Family, type Labels } from './families.ts'

/** Something that is counted by one word of a known set. */
export interface Counts {
  add: (word: string, more?: number) => void
  family: (labels: Labels) => Family
}

/** `label` is what the words are called. */
export function countBy(name: string, help: string, label: string): Counts {
  const counts = new Map<string, number>()
  return {
    add: (word, more = 1) => void counts.set(word, (counts.get(word) ?? 0) + more),
    family: (labels) =>
      family(
        'counter',
        name,
        help,
        [...counts].map(([word, count]) => [{ [label]: word, ...labels }, count]),
      ),
  }
}
