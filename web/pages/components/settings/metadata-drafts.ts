import type { Entries } from '../../../app/live-draft.ts'
import type { Header } from './use-save-details.ts'

/** An entry of the metadata while it is edited. */
export interface MetadataDraft {
  key: number
  name: string
  value: string
}

const PREFIX = 'entry:'

/** Converts stored metadata to drafts for the form. */
export function toDrafts({ metadata }: Pick<Header, 'metadata'>): MetadataDraft[] {
  return Object.entries(metadata).map(([name, value], key) => ({ key, name, value }))
}

/** The values by name. */
export function toEntries(drafts: readonly MetadataDraft[]): Entries {
  return Object.fromEntries(drafts.map(({ name, value }) => [`${PREFIX}${name.trim()}`, value]))
}

/** The stored metadata with changes, because a save replaces all entries. */
export function changeMetadata(
  { metadata }: Pick<Header, 'metadata'>,
  changes: Entries,
): Record<string, string> {
  const changed = Object.entries(changes).map(([name, value]) => [name.slice(PREFIX.length), value] as const)
  const entries = Object.entries({ ...metadata, ...Object.fromEntries(changed) })
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
