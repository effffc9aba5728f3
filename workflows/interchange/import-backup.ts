import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Project } from '../../entities/project.ts'
import { AuditLog } from '../../src/audit/audit-log.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError, invalid } from '../../src/errors.ts'
import { Warnings } from '../../src/formats/archive/warnings.ts'
import type { Progress } from '../../src/lib/progress.ts'
import { isBlank } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, COMPONENT } from '../../src/procedures/schemas/text-limits.ts'
import type { Workers } from '../../src/workers/pool.ts'
import type { ReadComponent } from '../../src/workers/tasks/archive.ts'
import { type Backup, withBackup, type UploadedFile } from './backup.ts'
import { importMembers } from './import-members.ts'
import { type GuideDetail, Guides } from './needed-guides.ts'
import { storeComponent, type StoredComponent } from './store-component.ts'

export interface BackupOptions {
  dryRun: boolean
  includeReviews: boolean
  includeMemberships: boolean
  /**
   * Whether people are linked to accounts with their verified address; for system administrators (rule E-44).
   */
  attributeToAccounts: boolean
  /** Maps names in the archive to new names and limits the import to them. Null: all. */
  filter: Record<string, string> | null
}

export interface ComponentDetail {
  name: string
  rule_count: number
  conflict: boolean
  srg_title: string | null
  srg_version: string | null
}

export interface ImportSummary {
  components_imported: number
  rules_imported: number
  satisfactions_imported: number
  reviews_imported: number
  /** Number of members that a system administrator's import added; other imports invite. */
  memberships_imported: number
  invitations_created: number
  srgs_imported: number
  component_details: ComponentDetail[]
  dry_run?: true
  srg_details?: GuideDetail[]
}

export interface Imported<P> {
  summary: ImportSummary
  warnings: string[]
  project: P
}

interface Importing {
  work: UnitOfWork
  computing: Workers
  file: UploadedFile
  options: BackupOptions
  /** Progress in parts of the archive, read and stored. */
  steps: Progress
}

/**
 * Imports guides, components, links, reviews, members and metadata of a backup archive into a project, all or
 * nothing (rule C-84). `begin` returns the write-locked project after validation. A dry run rolls back.
 * Throws 422 with the warnings so far.
 */
export async function importBackup<P extends { id: number }>(
  { work, computing, file, options, steps }: Importing,
  begin: (backup: Backup, work: UnitOfWork) => Promise<P>,
): Promise<Imported<P>> {
  const warnings = new Warnings()
  try {
    return await withBackup(
      { computing, limits: work.env.limits },
      file,
      options.includeReviews,
      async (backup) => {
        warnings.include(backup.warnings)
        if (!options.dryRun) return await store({ work, computing, backup, options, warnings, steps }, begin)
        // A dry run discards its audit entries.
        const { actor, now } = work
        const trial = { ...work, trail: new AuditLog({ actor, now, requestId: null, address: null }) }
        await sql`savepoint dry_run`.execute(work.db)
        const imported = await store({ work: trial, computing, backup, options, warnings, steps }, begin)
        await sql`rollback to savepoint dry_run`.execute(work.db)
        return imported
      },
    )
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error
    const members = { warnings: warnings.list(), ...error.details.members }
    throw new DomainError(error.kind, error.reason, error.message, { ...error.details, members })
  }
}

interface Storing extends Omit<Importing, 'file'> {
  backup: Backup
  warnings: Warnings
}

async function store<P extends { id: number }>(
  { work, computing, backup, options, warnings, steps }: Storing,
  begin: (backup: Backup, work: UnitOfWork) => Promise<P>,
): Promise<Imported<P>> {
  const warn = (message: string) => warnings.addText(message)
  const attribute = options.attributeToAccounts && work.actor.admin
  const guides = new Guides(work, computing, backup, warn)
  const wanted = await withGuides(guides, selected(work, backup, options, warn))
  const project = await begin(backup, work)
  const placed = await withoutConflicts(work, project.id, wanted, options, warn)
  // Without a filter a conflict rejects the import; the dry run still reports the other problems.
  const imported = placed.filter(({ conflict }) => !conflict || (options.dryRun && options.filter === null))
  steps.addTotal(placed.reduce((sum, { read }) => sum + read.rules.length + read.reviews.parts.length, 0))
  const stored = await storeComponents(work, backup, imported, {
    projectId: project.id,
    attribute,
    steps,
    warn,
  })
  const { members, invitations } = options.includeMemberships
    ? await importMembers(work, project.id, backup.project, options.dryRun, warn)
    : { members: 0, invitations: 0 }
  const summary: ImportSummary = {
    components_imported: stored.length,
    rules_imported: total(stored, 'rules'),
    satisfactions_imported: total(stored, 'satisfactions'),
    reviews_imported: total(stored, 'reviews'),
    memberships_imported: members,
    invitations_created: invitations,
    srgs_imported: guides.imported,
    component_details: placed.map(detailOf),
  }
  if (!options.dryRun) {
    await finish(work, project.id, backup, { ...summary, attributed_to_accounts: attribute })
  }
  const dry = options.dryRun ? { dry_run: true as const, srg_details: guides.details } : {}
  return { summary: { ...summary, ...dry }, warnings: warnings.list(), project }
}

type PlacedComponent = Awaited<ReturnType<typeof withGuides>>[number] & { conflict: boolean }

/** Finds or imports the guides of each component: its sources first, then others that it names. */
async function withGuides(guides: Guides, wanted: SelectedComponent[]) {
  const found = []
  for (const component of wanted) found.push({ ...component, guides: await guides.of(component.read) })
  const complete = []
  for (const component of found) {
    complete.push({ ...component, further: await guides.further(component.read, component.guides) })
  }
  return complete
}

interface ImportTarget {
  projectId: number
  attribute: boolean
  steps: Progress
  warn: (message: string) => void
}

async function storeComponents(
  work: UnitOfWork,
  backup: Backup,
  components: PlacedComponent[],
  { warn, ...target }: ImportTarget,
): Promise<StoredComponent[]> {
  const stored: StoredComponent[] = []
  for (const { read, conflict, name: ownName, guides, further } of components) {
    const name = conflict ? randomUUID() : ownName
    stored.push(await storeComponent(work, backup, { ...target, name, guides, further, read }, warn))
  }
  return stored
}

function total(stored: StoredComponent[], part: 'rules' | 'satisfactions' | 'reviews'): number {
  return stored.reduce((sum, component) => sum + component[part], 0)
}

function detailOf({ read, conflict, guides: [primary] }: PlacedComponent): ComponentDetail {
  return {
    name: read.file.name,
    rule_count: read.count,
    conflict,
    srg_title: read.file.based_on?.title ?? primary.title,
    srg_version: read.file.based_on?.version ?? primary.version,
  }
}

/** Truncates a name to the maximum length of a component name. */
const excerpt = (name: string) => Array.from(name).slice(0, 255).join('')

interface SelectedComponent {
  read: ReadComponent
  name: string
}

/**
 * Returns the components to import under their new names; warns about filter names that the archive lacks.
 */
function selected(
  { env }: UnitOfWork,
  { components }: Backup,
  { filter }: BackupOptions,
  warn: (message: string) => void,
): SelectedComponent[] {
  const wanted = components.flatMap((read): SelectedComponent[] => {
    if (filter === null) return [{ read, name: read.file.name }]
    const name = Object.hasOwn(filter, read.file.name) ? filter[read.file.name] : undefined
    if (name === undefined) return []
    return [{ read, name: isBlank(name) ? read.file.name : name.trim() }]
  })
  for (const { name } of wanted) assertTexts(env.limits, { name }, { name: COMPONENT.name })
  if (wanted.length > 0) {
    const held = new Set(components.map(({ file }) => file.name))
    for (const name of Object.keys(filter ?? {})) {
      if (!held.has(name)) warn(`component_filter names ${excerpt(name)}, which the archive does not hold.`)
    }
    return wanted
  }
  const names = components.map(({ file }) => file.name).join(', ')
  throw invalid(
    'archive.nothing_selected',
    'component_filter',
    `names no component of the archive, which holds ${names.slice(0, 1000)}`,
  )
}

/**
 * Drops components whose name, version and release exist (rule C-27); without a filter a conflict rejects the
 * import.
 */
async function withoutConflicts<W extends SelectedComponent>(
  { db }: UnitOfWork,
  projectId: number,
  wanted: W[],
  { dryRun, filter }: BackupOptions,
  warn: (message: string) => void,
): Promise<(W & { conflict: boolean })[]> {
  const key = (name: string, version: number | null, release: number | null) =>
    JSON.stringify([name, version, release])
  const known = await db
    .selectFrom('components')
    .select(['name', 'version', 'release'])
    .where('project_id', '=', projectId)
    .execute()
  const taken = new Set(known.map(({ name, version, release }) => key(name, version, release)))
  const placed = wanted.map((one) => {
    const own = key(one.name, one.read.file.version, one.read.file.release)
    const conflict = taken.has(own)
    taken.add(own)
    return { ...one, conflict }
  })
  const conflicts = placed.filter(({ conflict }) => conflict)
  const said = conflicts.map(
    ({ name, read: { file } }) =>
      `This project already has a component named ${name} with version ${file.version ?? 'none'} and release ${file.release ?? 'none'}.`,
  )
  const nothing = conflicts.length === placed.length
  if (conflicts.length > 0 && !dryRun && (filter === null || nothing)) {
    throw new DomainError('invalid', 'component.duplicate_revision', said.join(' '), {
      errors: { file: said },
      messages: said,
    })
  }
  for (const sentence of said) warn(filter === null || dryRun ? sentence : `${sentence} It is left out.`)
  return placed
}

/** Keeps the project's existing metadata and records the import in the audit log. */
async function finish(
  { em, trail }: UnitOfWork,
  projectId: number,
  { version, exportedAt, project: given }: Backup,
  summary: ImportSummary & { attributed_to_accounts: boolean },
): Promise<void> {
  const project = await em.findOneOrFail(Project, { id: projectId })
  const { component_details: _, ...figures } = summary
  trail.record({
    action: 'import_backup',
    auditableType: 'Project',
    auditableId: projectId,
    projectId,
    affectedName: project.name,
    changes: { archive_version: version, exported_at: exportedAt, ...figures },
  })
  const metadata = { ...given.metadata, ...project.metadata }
  project.revise({ metadata })
  await em.flush()
}
