import type { Caller } from '../../../src/audit/actor.ts'
import type { Progress } from '../../../src/lib/progress.ts'

/** What an archive is to hold, and what of it its reader may see. */
export interface ArchiveOrder {
  /** The project; null for a component's own archive, which has its files at the root. */
  projectId: number | null
  componentIds: number[]
  /** Who takes it: the projects of overlaid components are named as far as they may know them (rule C-22). */
  exporter: Caller
  /** Addresses of people and texts of withdrawn replies: for project admins. */
  forAdmin: boolean
  includeGuides: boolean
  includeMemberships: boolean
  now: Date
  /** The version of this service, for the manifest. */
  producer: string
  /** Requirements, as they are found and leave. */
  steps?: Progress
}
