import type { Covered } from './requirement-fields.ts'

/** A record that people edit side by side (rule E-13). */
export interface Guarded {
  lockVersion: number
  updatedAt: Date
}

/** A time that a caller saw, in milliseconds, and how many of them make one step of its clock. */
export interface SeenTime {
  time: number
  step: number
}

/** Whether what a caller saw is too old for what it writes (rules E-14 and E-15). */
export interface Staleness {
  byVersion: (seen: number) => boolean
  byTime: (seen: SeenTime) => boolean
}

/** Any change of the record since counts. */
export function ofWhole(record: Guarded): Staleness {
  return {
    byVersion: (seen) => seen !== record.lockVersion,
    byTime: ({ time, step }) => Math.floor(time / step) !== Math.floor(record.updatedAt.getTime() / step),
  }
}

/** What a requirement remembers of the changes of its sections. */
export interface Sectioned extends Guarded {
  createdAt: Date
  sectionVersions: Partial<Record<Covered, number>>
  sectionTimes: Partial<Record<Covered, string>>
}

/** Only changes of these sections count (rule E-15). */
export function ofSections(record: Sectioned, sections: Iterable<Covered>): Staleness {
  const written = [...sections]
  return {
    byVersion: (seen) =>
      seen > record.lockVersion || written.some((section) => (record.sectionVersions[section] ?? 1) > seen),
    byTime: ({ time, step }) => {
      const steps = (at: number) => Math.floor(at / step)
      return (
        steps(time) > steps(record.updatedAt.getTime()) ||
        written.some((section) => steps(changedAt(record, section)) > steps(time))
      )
    },
  }
}

/** What is remembered of each section, with `value` for those that change now. */
export function changedIn<T>(
  known: Partial<Record<Covered, T>>,
  sections: Covered[],
  value: T,
): Partial<Record<Covered, T>> {
  const next = { ...known }
  for (const section of sections) next[section] = value
  return next
}

function changedAt(record: Sectioned, section: Covered): number {
  const known = record.sectionTimes[section]
  if (known !== undefined) return Date.parse(known)
  // Rows older than the times still have their versions.
  const changed = record.sectionVersions[section] !== undefined
  return (changed ? record.updatedAt : record.createdAt).getTime()
}
