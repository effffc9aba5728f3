import type { SectionName } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { parseTimestamp } from '../../api/time.ts'
import { t } from '../../languages/t.ts'
import type { Row } from './requirements.ts'

type Entry = Pick<Outputs['audits']['ofRule']['rows'][number], 'name' | 'created_at' | 'audited_changes'>

/** Who locked a section, and when. */
export interface SectionLock {
  name: string
  lockedAt: Date | null
}

/** Returns who locked the locked sections, by section, from a history with the newest entry first. */
export function readLocks(
  entries: readonly Entry[],
  locked: Readonly<Partial<Record<SectionName, true>>>,
): ReadonlyMap<string, SectionLock> {
  const locks = new Map<string, SectionLock>()
  for (const { name, created_at, audited_changes } of entries) {
    for (const { field, prev_value: before, new_value: after } of audited_changes) {
      if (field !== 'locked_fields') continue
      for (const section of Object.keys(locked)) {
        if (!locks.has(section) && has(after, section) && !has(before, section)) {
          locks.set(section, { name: name ?? t('Someone'), lockedAt: parseTimestamp(created_at) })
        }
      }
    }
  }
  return locks
}

function has(sections: unknown, section: string): boolean {
  return typeof sections === 'object' && sections !== null && section in sections
}

/** Requirements in which the same sections change. */
export interface SectionChange {
  sections: SectionName[]
  ruleIds: number[]
}

/** Groups requirements by the sections that locking or unlocking changes in them, for undo. */
export function listChangedSections(
  rows: readonly Pick<Row, 'id' | 'locked' | 'locked_fields'>[],
  sections: readonly SectionName[],
  locked: boolean,
): SectionChange[] {
  const changes = new Map<string, SectionChange>()
  for (const { id, locked: isLocked, locked_fields: fields } of rows) {
    const changed = isLocked ? [] : sections.filter((section) => (fields[section] === true) !== locked)
    if (changed.length === 0) continue
    const key = changed.join()
    const change = changes.get(key) ?? { sections: changed, ruleIds: [] }
    change.ruleIds.push(id)
    changes.set(key, change)
  }
  return [...changes.values()]
}

/** Counts the requirements that locking or unlocking sections changes, and those that can't change. */
export function lockPreview(
  rows: readonly Pick<Row, 'locked' | 'locked_fields'>[],
  sections: readonly SectionName[],
  locked: boolean,
): { changing: number; alreadyLocked: number } {
  const open = rows.filter((row) => !row.locked)
  const changing = open.filter(({ locked_fields: fields }) =>
    sections.some((section) => (fields[section] === true) !== locked),
  )
  return { changing: changing.length, alreadyLocked: rows.length - open.length }
}
