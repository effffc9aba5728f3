import { sql } from 'kysely'
import { runDryRun } from '../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError, validationError } from '../../src/errors.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import { type GuideWarning, GuideWarnings } from '../../src/formats/xccdf/warnings.ts'
import { Progress } from '../../src/lib/progress.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { listDependentComponents, type DependentComponent } from './dependent-components.ts'
import { type LineProposal, lockGuide, lockLines, proposeLines, setContinued } from './guide-lines.ts'
import { type GuideOutcome, storeGuide } from './import-guide.ts'
import { streamGuidesOfPackage, isFileError } from './package-members.ts'
import { type GuideContent, type GuideFile, withGuide } from './read-guide.ts'

/** Result for one benchmark of an upload (rule C-93). */
export interface GuideImportResult {
  file: string
  kind: BenchmarkKind | null
  status: 'created' | 'exists' | 'replaced' | 'refused' | 'other_kind'
  /** Catalog id; null without one, and for guides that only a dry run created. */
  id: number | null
  benchmark_id: string | null
  title: string | null
  version: string | null
  draft: boolean | null
  warnings: GuideWarning[]
  warnings_count: number
  reason: string | null
  message: string | null
  /** Changes of a replacement, and the components that depend on the guide. */
  changes: GuideOutcome['changes']
  components: DependentComponent[]
  /** The guide under another id that this one probably continues. */
  continues_proposal: LineProposal | null
}

export interface ImportOptions {
  /** Imports only guides of this kind; null: both. */
  kind: BenchmarkKind | null
  /** Whether to replace a guide with the same id and version. */
  replace: boolean
  dryRun: boolean
  /** Catalog id or benchmark id of the guide that the upload continues. */
  continues: string | null
}

export interface GuideImports {
  guides: GuideImportResult[]
  warnings: GuideWarning[]
  warnings_count: number
}

/** The actual kind of guides of the other catalog, by the reason of their refusal. */
const OTHER_KINDS = new Map<string, BenchmarkKind>([
  ['xccdf.not_an_srg', 'stig'],
  ['xccdf.not_a_stig', 'srg'],
])
/** Maximum number of guides listed in a response. */
const MAX_GUIDES = 5000

interface GuideImport {
  work: UnitOfWork
  workers: Workers
  options: ImportOptions
  progress?: Progress
}

/**
 * Imports every guide of an upload separately: a rejected guide is rolled back, the others are imported. A dry
 * run changes nothing. Throws 422 with all results if no guide is in the catalog.
 */
export async function importGuides(importing: GuideImport, upload: GuideFile): Promise<GuideImports> {
  const imported = importing.options.dryRun
    ? await runDryRun(importing.work, (work) => importEach({ ...importing, work }, upload))
    : await importEach(importing, upload)
  if (importing.options.dryRun) removeNewIds(imported.guides)
  if (!imported.guides.some(isInCatalog)) throw createNoneImportedError(imported)
  return imported
}

/** Removes the ids of guides that were rolled back, also from files that repeat them. */
function removeNewIds(guides: GuideImportResult[]): void {
  const toKey = ({ kind, id }: GuideImportResult) => `${kind ?? ''}/${id ?? ''}`
  const newKeys = new Set(guides.filter(({ status }) => status === 'created').map(toKey))
  for (const line of guides) if (newKeys.has(toKey(line))) line.id = null
}

async function importEach(importing: GuideImport, upload: GuideFile): Promise<GuideImports> {
  const { work, workers, progress = new Progress() } = importing
  if (importing.options.continues !== null) await lockLines(work.db)
  const all = new GuideWarnings()
  const guides: GuideImportResult[] = []
  for await (const { file, refusal } of streamGuidesOfPackage({ workers, progress }, upload)) {
    const line = refusal ? toRefusedResult(file.filename, refusal) : await importOne(importing, file)
    const lineWarnings = { list: line.warnings, count: line.warnings_count }
    const before = all.list.length
    all.addAll(lineWarnings)
    guides.push({ ...line, warnings: all.list.slice(before) })
    if (guides.length > MAX_GUIDES) {
      throw validationError('upload.archive', 'file', `It holds more than ${MAX_GUIDES} guides.`)
    }
  }
  await joinGuideLine(importing, guides)
  await propose(importing, guides)
  return { guides, warnings: all.list, warnings_count: all.count }
}

/** Whether the guide is in the catalog. */
export const isInCatalog = ({ status }: GuideImportResult): boolean =>
  status === 'created' || status === 'replaced' || status === 'exists'

/** Reads and stores one guide in its own savepoint. */
async function importOne(
  { work, workers, options }: GuideImport,
  file: GuideFile,
): Promise<GuideImportResult> {
  const { kind, replace } = options
  try {
    return await withGuide({ workers, limits: work.env.limits }, { ...file, kind }, async (guide) => {
      await sql`savepoint guide`.execute(work.db)
      try {
        const outcome = await storeGuide(work, workers, guide, { replace })
        const components =
          outcome.status === 'replaced' ? await listDependentComponents(work.db, guide.kind, outcome.id) : []
        await sql`release savepoint guide`.execute(work.db)
        return toStoredLine(file.filename, guide, { ...outcome, components })
      } catch (error) {
        await sql`rollback to savepoint guide`.execute(work.db)
        if (!(error instanceof DomainError) || !isFileError(error)) throw error
        return { ...toStoredLine(file.filename, guide, REFUSED_GUIDE), ...toRefusal(error), id: null }
      }
    })
  } catch (error) {
    if (!(error instanceof DomainError) || !isFileError(error)) throw error
    return toRefusedResult(file.filename, error)
  }
}

const REFUSED_GUIDE = { status: 'refused', id: null, changes: null, components: [] } as const

function toStoredLine(
  file: string,
  { kind, header, warnings }: GuideContent,
  outcome: Pick<GuideImportResult, 'status' | 'id' | 'changes'> & {
    components: readonly DependentComponent[]
  },
): GuideImportResult {
  return {
    file,
    kind,
    status: outcome.status,
    id: outcome.id,
    benchmark_id: header.srgId,
    title: header.title,
    version: header.version,
    draft: header.draft,
    warnings: warnings.list,
    warnings_count: warnings.count,
    reason: null,
    message: null,
    changes: outcome.changes,
    components: [...outcome.components],
    continues_proposal: null,
  }
}

function toRefusedResult(file: string, error: DomainError): GuideImportResult {
  return {
    file,
    kind: OTHER_KINDS.get(error.reason) ?? null,
    id: null,
    benchmark_id: null,
    title: null,
    version: null,
    draft: null,
    warnings: [],
    warnings_count: 0,
    changes: null,
    components: [],
    continues_proposal: null,
    ...toRefusal(error),
  }
}

function toRefusal(error: DomainError): Pick<GuideImportResult, 'status' | 'reason' | 'message'> {
  const status = OTHER_KINDS.has(error.reason) ? 'other_kind' : 'refused'
  return { status, reason: error.reason, message: error.message }
}

/** Moves the single guide of an upload to the line that the caller names. */
async function joinGuideLine({ work, options }: GuideImport, guides: GuideImportResult[]): Promise<void> {
  if (options.continues === null) return
  const [guide, other] = guides.filter(isInCatalog)
  if (!guide?.kind || guide.id === null) return
  if (other) throw validationError('validation', 'continues', 'needs an upload with one guide')
  await setContinued(work, await lockGuide(work.db, guide.kind, guide.id), options.continues)
}

/** Proposes lines of guides that stay: a dry run rolls back the guides that it created. */
async function propose({ work, options }: GuideImport, guides: GuideImportResult[]): Promise<void> {
  for (const kind of ['srg', 'stig'] as const) {
    const created = guides.filter((line) => line.kind === kind && line.status === 'created')
    const ids = created.flatMap(({ id }) => id ?? [])
    const proposals = await proposeLines(work.db, kind, ids, options.dryRun ? ids : [])
    for (const line of created) line.continues_proposal = proposals.get(line.id ?? 0) ?? null
  }
}

/** Creates the 422 of an upload without any imported guide; for a single file, its own error. */
function createNoneImportedError(answer: GuideImports): DomainError {
  const [first, second] = answer.guides
  const members = { ...answer }
  if (first && !second) {
    const message = first.message ?? ''
    return new DomainError('invalid', first.reason ?? 'guides.none', message, {
      errors: { file: [message] },
      members,
    })
  }
  const message = first
    ? `None of the ${answer.guides.length} guides in the file can be imported.`
    : 'The archive holds no XCCDF benchmark.'
  return new DomainError('invalid', first ? 'guides.none' : 'upload.archive', message, {
    errors: { file: [message] },
    members,
  })
}
