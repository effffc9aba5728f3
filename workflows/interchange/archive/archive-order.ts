import type { Steps } from '../../../src/computing/steps.ts'

/** What an archive is to hold, and what of it its reader may see. */
export interface ArchiveOrder {
  /** The project; null for a component's own archive, which has its files at the root. */
  projectId: number | null
  componentIds: number[]
  /** Addresses of people and texts of withdrawn replies: for project admins. */
  forAdmin: boolean
  includeGuides: boolean
  includeMemberships: boolean
  now: Date
  /** The version of this service, for the manifest. */
  producer: string
  /** Requirements, as they are found and leave. */
  steps?: Steps
}
