import type { Role, TokenScope } from '../vocabulary.ts'

/** The person (or the program in their name) that a request acts for. Plain values, no entity. */
export interface Actor {
  id: number
  name: string
  email: string
  admin: boolean
  provider: string | null
  /** The session in use; null for token requests. */
  session: { id: number; authMethod: string } | null
  /** The access token in use; null for session requests. */
  token: { id: number; scopes: TokenScope[] } | null
}

/** What a caller may read follows from these, and from their roles. */
export type Caller = Pick<Actor, 'id' | 'admin'>

/** The caller's standing on the record that an operation is about. */
export interface EffectiveAccess {
  projectId: number
  componentId: number | null
  projectRole: Role | null
  /** The higher of project and component role; `admin` for system administrators. */
  role: Role | null
  systemAdmin: boolean
}
