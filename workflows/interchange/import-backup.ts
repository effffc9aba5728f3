import { randomUUID } from 'node:crypto'
import { Project } from '../../entities/project.ts'
import { runDryRun } from '../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError } from '../../src/errors.ts'
import { Warnings } from '../../src/formats/archive/warnings.ts'
import type { Progress } from '../../src/lib/progress.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { type Backup, withBackup, type UploadedFile } from './backup.ts'
import { importMembers } from './import-members.ts'
import { type GuideDetail, Guides } from './needed-guides.ts'
import {
  selectComponents,
  type SelectedComponent,
  type SelectionOptions,
  removeConflicts,
} from './select-components.ts'
import { storeComponent, type StoredComponent } from './store-component.ts'

export interface BackupOptions extends SelectionOptions {
  includeReviews: boolean
  includeMemberships: boolean
  /**
   * Whether people are linked to accounts with their verified address; for system administrators (rule E-44).
   */
  attributeToAccounts: boolean
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

export interface BackupImport<P> {
  summary: ImportSummary
  warnings: string[]
  project: P
}

interface ImportRequest {
  work: UnitOfWork
  workers: Workers
  file: UploadedFile
  options: BackupOptions
  /** Progress in parts of the archive, read and stored. */
  progress: Progress
}

/**
 * Imports guides, components, links, reviews, members and metadata of a backup archive into a project, all or
 * nothing (rule C-84). `begin` returns the write-locked project after validation. A dry run rolls back.
 * Throws 422 with the warnings so far.
 */
export async function importBackup<P extends { id: number }>(
  { work, workers, file, options, progress }: ImportRequest,
  begin: (backup: Backup, work: UnitOfWork) => Promise<P>,
): Promise<BackupImport<P>> {
  const warnings = new Warnings()
  try {
    return await withBackup(
      { workers, limits: work.env.limits },
      file,
      options.includeReviews,
      async (backup) => {
        warnings.include(backup.warnings)
        const store = (work: UnitOfWork) =>
          storeBackup({ work, workers, backup, options, warnings, progress }, begin)
        return options.dryRun ? runDryRun(work, store) : store(work)
      },
    )
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error
    const members = { warnings: warnings.list(), ...error.details.members }
    throw new DomainError(error.kind, error.reason, error.message, { ...error.details, members })
  }
}

interface StoreRequest extends Omit<ImportRequest, 'file'> {
  backup: Backup
  warnings: Warnings
}

async function storeBackup<P extends { id: number }>(
  { work, workers, backup, options, warnings, progress }: StoreRequest,
  begin: (backup: Backup, work: UnitOfWork) => Promise<P>,
): Promise<BackupImport<P>> {
  const warn = (message: string) => warnings.addText(message)
  const attribute = options.attributeToAccounts && work.actor.admin
  const guides = new Guides(work, workers, backup, warn)
  const withGuides = await findGuides(guides, selectComponents(work, backup, options, warn))
  const project = await begin(backup, work)
  const placed = await removeConflicts(work, project.id, withGuides, options, warn)
  // Without a filter a conflict rejects the import; the dry run still reports the other problems.
  const imported = placed.filter(({ conflict }) => !conflict || (options.dryRun && options.filter === null))
  progress.addTotal(placed.reduce((sum, { read }) => sum + read.rules.length + read.reviews.parts.length, 0))
  const stored = await storeComponents(work, backup, imported, {
    projectId: project.id,
    attribute,
    progress,
    warn,
  })
  const { members, invitations } = options.includeMemberships
    ? await importMembers(work, project.id, backup.project, warn)
    : { members: 0, invitations: 0 }
  const summary: ImportSummary = {
    components_imported: stored.length,
    rules_imported: sumCounts(stored, 'rules'),
    satisfactions_imported: sumCounts(stored, 'satisfactions'),
    reviews_imported: sumCounts(stored, 'reviews'),
    memberships_imported: members,
    invitations_created: invitations,
    srgs_imported: guides.imported,
    component_details: placed.map(toDetail),
  }
  await finish(work, project.id, backup, { ...summary, attributed_to_accounts: attribute })
  const dry = options.dryRun ? { dry_run: true as const, srg_details: guides.details } : {}
  return { summary: { ...summary, ...dry }, warnings: warnings.list(), project }
}

type ComponentWithGuides = Awaited<ReturnType<typeof findGuides>>[number] & { conflict: boolean }

/** Finds or imports the guides of each component: its sources first, then others that it names. */
async function findGuides(guides: Guides, selected: SelectedComponent[]) {
  const withSources = []
  for (const component of selected) {
    withSources.push({ ...component, guides: await guides.findGuides(component.read) })
  }
  const complete = []
  for (const component of withSources) {
    complete.push({ ...component, further: await guides.findFurtherGuides(component.read, component.guides) })
  }
  return complete
}

interface ImportTarget {
  projectId: number
  attribute: boolean
  progress: Progress
  warn: (message: string) => void
}

async function storeComponents(
  work: UnitOfWork,
  backup: Backup,
  components: ComponentWithGuides[],
  { warn, ...target }: ImportTarget,
): Promise<StoredComponent[]> {
  const stored: StoredComponent[] = []
  for (const { read, conflict, name: ownName, guides, further } of components) {
    const name = conflict ? randomUUID() : ownName
    stored.push(await storeComponent(work, backup, { ...target, name, guides, further, read }, warn))
  }
  return stored
}

function sumCounts(stored: StoredComponent[], part: 'rules' | 'satisfactions' | 'reviews'): number {
  return stored.reduce((sum, component) => sum + component[part], 0)
}

function toDetail({ read, conflict, guides: [primary] }: ComponentWithGuides): ComponentDetail {
  return {
    name: read.file.name,
    rule_count: read.count,
    conflict,
    srg_title: read.file.based_on?.title ?? primary.title,
    srg_version: read.file.based_on?.version ?? primary.version,
  }
}

/** Keeps the project's existing metadata and records the import in the audit log. */
async function finish(
  { em, auditLog }: UnitOfWork,
  projectId: number,
  { version, exportedAt, project: archivedProject }: Backup,
  summary: ImportSummary & { attributed_to_accounts: boolean },
): Promise<void> {
  const project = await em.findOneOrFail(Project, { id: projectId })
  const { component_details: _, ...figures } = summary
  auditLog.record({
    action: 'import_backup',
    auditableType: 'Project',
    auditableId: projectId,
    projectId,
    affectedName: project.name,
    changes: { archive_version: version, exported_at: exportedAt, ...figures },
  })
  const metadata = { ...archivedProject.metadata, ...project.metadata }
  project.revise({ metadata })
  await em.flush()
}
