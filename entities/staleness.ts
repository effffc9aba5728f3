import type { SectionOrOther } from './requirement-fields.ts'

/** A record with optimistic locking (rule E-13). */
export interface VersionedRecord {
  lockVersion: number
  updatedAt: Date
}

/** A timestamp that a client sent, and its precision; both in milliseconds. */
export interface SeenTime {
  time: number
  step: number
}

/** Whether the version or time that a client sent is too old for its write (rules E-14 and E-15). */
export interface Staleness {
  byVersion: (seen: number) => boolean
  byTime: (seen: SeenTime) => boolean
}

/** Staleness against any change of the record. */
export function createRecordStaleness(record: VersionedRecord): Staleness {
  return {
    byVersion: (version) => version !== record.lockVersion,
    byTime: ({ time, step }) => Math.floor(time / step) !== Math.floor(record.updatedAt.getTime() / step),
  }
}

/** A record that stores the version and time of the last change per section. */
export interface SectionedRecord extends VersionedRecord {
  createdAt: Date
  sectionVersions: Partial<Record<SectionOrOther, number>>
  sectionTimes: Partial<Record<SectionOrOther, string>>
}

/** Staleness against changes of these sections only (rule E-15). */
export function createSectionStaleness(
  record: SectionedRecord,
  sections: Iterable<SectionOrOther>,
): Staleness {
  const writtenSections = [...sections]
  return {
    byVersion: (version) =>
      version > record.lockVersion ||
      writtenSections.some((section) => (record.sectionVersions[section] ?? 1) > version),
    byTime: ({ time, step }) => {
      const steps = (time: number) => Math.floor(time / step)
      return (
        steps(time) > steps(record.updatedAt.getTime()) ||
        writtenSections.some((section) => steps(findChangeTime(record, section)) > steps(time))
      )
    },
  }
}

/** Returns the map with `value` set for the changed sections. */
export function setSectionValues<T>(
  known: Partial<Record<SectionOrOther, T>>,
  sections: SectionOrOther[],
  value: T,
): Partial<Record<SectionOrOther, T>> {
  const next = { ...known }
  for (const section of sections) next[section] = value
  return next
}

function findChangeTime(record: SectionedRecord, section: SectionOrOther): number {
  const time = record.sectionTimes[section]
  if (time !== undefined) return Date.parse(time)
  // Rows from before section times have section versions only.
  const changed = record.sectionVersions[section] !== undefined
  return (changed ? record.updatedAt : record.createdAt).getTime()
}
