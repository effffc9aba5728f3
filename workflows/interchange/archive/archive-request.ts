import type { Caller } from '../../../src/audit/actor.ts'
import type { Progress } from '../../../src/lib/progress.ts'

/** The content of an archive, and what the caller can see. */
export interface ArchiveRequest {
  /** The project; null for a component's own archive, which has no folders. */
  projectId: number | null
  componentIds: number[]
  /** The caller; projects of overlaid components are named only if visible to the caller (rule C-22). */
  caller: Caller
  /** Includes emails and texts of withdrawn replies, for project admins. */
  forAdmin: boolean
  includeGuides: boolean
  includeMemberships: boolean
  now: Date
  /** Version of this service, for the manifest. */
  producer: string
  /** Progress in requirements, read and sent. */
  progress?: Progress
}
