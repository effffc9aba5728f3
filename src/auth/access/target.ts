import type { MembershipType } from '../../vocabulary.ts'

/** A project or component that a request names by type and id, as memberships and the user search do. */
export interface Target {
  type: MembershipType
  id: number
}
