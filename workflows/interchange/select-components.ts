import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError, validationError } from '../../src/errors.ts'
import { isBlank } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, COMPONENT } from '../../src/procedures/schemas/text-limits.ts'
import type { ReadComponent } from '../../src/workers/tasks/archive.ts'
import type { Backup } from './backup.ts'

export interface SelectionOptions {
  dryRun: boolean
  /** Maps names in the archive to new names and limits the import to them. Null: all. */
  filter: Record<string, string> | null
}

/** Truncates a name to the maximum length of a component name. */
const toExcerpt = (name: string) => Array.from(name).slice(0, 255).join('')

export interface SelectedComponent {
  read: ReadComponent
  name: string
}

/**
 * Returns the components to import under their new names; warns about filter names that the archive lacks.
 */
export function selectComponents(
  { env }: UnitOfWork,
  { components }: Backup,
  { filter }: Pick<SelectionOptions, 'filter'>,
  warn: (message: string) => void,
): SelectedComponent[] {
  const selected = components.flatMap((read): SelectedComponent[] => {
    if (filter === null) return [{ read, name: read.file.name }]
    const name = Object.hasOwn(filter, read.file.name) ? filter[read.file.name] : undefined
    if (name === undefined) return []
    return [{ read, name: isBlank(name) ? read.file.name : name.trim() }]
  })
  for (const { name } of selected) assertTexts(env.limits, { name }, { name: COMPONENT.name })
  if (selected.length > 0) {
    const archiveNames = new Set(components.map(({ file }) => file.name))
    for (const name of Object.keys(filter ?? {})) {
      if (!archiveNames.has(name)) {
        warn(`component_filter names ${toExcerpt(name)}, which the archive does not hold.`)
      }
    }
    return selected
  }
  const names = components.map(({ file }) => file.name).join(', ')
  throw validationError(
    'archive.nothing_selected',
    'component_filter',
    `names no component of the archive, which holds ${names.slice(0, 1000)}`,
  )
}

/**
 * Drops components whose name, version and release exist (rule C-27); without a filter a conflict rejects the
 * import.
 */
export async function removeConflicts<W extends SelectedComponent>(
  { db }: UnitOfWork,
  projectId: number,
  selected: W[],
  { dryRun, filter }: SelectionOptions,
  warn: (message: string) => void,
): Promise<(W & { conflict: boolean })[]> {
  const toKey = (name: string, version: number | null, release: number | null) =>
    JSON.stringify([name, version, release])
  const existing = await db
    .selectFrom('components')
    .select(['name', 'version', 'release'])
    .where('project_id', '=', projectId)
    .execute()
  const usedKeys = new Set(existing.map(({ name, version, release }) => toKey(name, version, release)))
  const placed = selected.map((item) => {
    const itemKey = toKey(item.name, item.read.file.version, item.read.file.release)
    const conflict = usedKeys.has(itemKey)
    usedKeys.add(itemKey)
    return { ...item, conflict }
  })
  const conflicts = placed.filter(({ conflict }) => conflict)
  const messages = conflicts.map(
    ({ name, read: { file } }) =>
      `This project already has a component named ${name} with version ${file.version ?? 'none'} and release ${file.release ?? 'none'}.`,
  )
  const nothing = conflicts.length === placed.length
  if (conflicts.length > 0 && !dryRun && (filter === null || nothing)) {
    throw new DomainError('invalid', 'component.duplicate_revision', messages.join(' '), {
      errors: { file: messages },
      messages,
    })
  }
  for (const sentence of messages) warn(filter === null || dryRun ? sentence : `${sentence} It is left out.`)
  return placed
}
