import type { Caller } from '../../src/audit/actor.ts'
import type { Queries } from '../../src/database/database.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import type { Progress } from '../../src/lib/progress.ts'
import type { TriageStatus } from '../../src/vocabulary.ts'
import type { Workers } from '../../src/workers/pool.ts'

export const EXPORT_MODES = [
  'working_copy',
  'vendor_submission',
  'published_stig',
  'published_srg',
  'backup',
] as const
export type ExportMode = (typeof EXPORT_MODES)[number]

/** What a request may ask for beside type and mode; each type reads what concerns it. */
export interface ExportOptions {
  /** Leaves out requirements that others satisfy. */
  exclude_satisfied_by: boolean
  triage_status: TriageStatus | null
  include_email: boolean
  include_srg: boolean
  include_memberships: boolean
  include_comments: boolean
}

/** What the maker of an export may see of it, so that it carries no more (rule C-74). */
export interface ExporterSees {
  /** Comments: a role on what is exported. */
  comments: boolean
  /** People's addresses: admin of the project. */
  addresses: boolean
}

/** One export: what, of which components, for whom. */
export interface ExportOrder {
  db: Queries
  computing: Pick<Workers, 'run'>
  now: Date
  /** What was asked: one component, a project, or released components of anywhere. */
  place: 'component' | 'project' | 'bulk'
  /** How files that hold everything are named: the project, or the components. */
  title: string
  components: readonly ExportedComponent[]
  exporter: Caller
  mode: ExportMode | null
  options: ExportOptions
  sees: ExporterSees
  /** The marking of everything in this service; null without one. */
  marking: string | null
  /** Requirements and comments, as they are found and leave. */
  steps: Progress
}
