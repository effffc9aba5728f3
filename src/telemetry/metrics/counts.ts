import { createFamily, type Family, type Labels } from './families.ts'

/** A counter with one label. */
export interface Counts {
  add: (value: string, count?: number) => void
  family: (labels: Labels) => Family
}

/** Creates a counter; `label` is the name of its label. */
export function countBy(name: string, help: string, label: string): Counts {
  const counts = new Map<string, number>()
  return {
    add: (value, count = 1) => void counts.set(value, (counts.get(value) ?? 0) + count),
    family: (labels) =>
      createFamily(
        'counter',
        name,
        help,
        [...counts].map(([value, count]) => [{ [label]: value, ...labels }, count]),
      ),
  }
}
