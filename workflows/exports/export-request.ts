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

/** Options besides type and mode; each type uses some of them. */
export interface ExportOptions {
  /** Excludes requirements that others satisfy. */
  exclude_satisfied_by: boolean
  triage_status: TriageStatus | null
  include_email: boolean
  include_srg: boolean
  include_memberships: boolean
  include_comments: boolean
}

/** What the caller can see, which limits the export (rule C-74). */
export interface ExportPermissions {
  /** Includes comments; requires a role on the exported component or project. */
  comments: boolean
  /** Includes emails; requires project admin. */
  addresses: boolean
}

/** An export: its type, components and caller. */
export interface ExportRequest {
  db: Queries
  workers: Pick<Workers, 'run'>
  now: Date
  /** The endpoint: one component, a project, or released components of any project. */
  endpoint: 'component' | 'project' | 'bulk'
  /** Name of files with all components: that of the project, or of the components. */
  title: string
  components: readonly ExportedComponent[]
  caller: Caller
  mode: ExportMode | null
  options: ExportOptions
  permissions: ExportPermissions
  /** The service-wide classification marking; null without one. */
  marking: string | null
  /** Progress in requirements and comments, read and sent. */
  progress: Progress
}
