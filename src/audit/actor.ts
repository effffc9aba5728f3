import type { Role, TokenScope } from '../vocabulary.ts'

/** The user that a request acts for, also through a token. Plain values, not an entity. */
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

/** The part of an actor that, with their roles, decides what they may read. */
export type Caller = Pick<Actor, 'id' | 'admin'>

/** The caller's effective access to the record that an operation is about. */
export interface EffectiveAccess {
  projectId: number
  componentId: number | null
  projectRole: Role | null
  /** The higher of project and component role; `admin` for system administrators. */
  role: Role | null
  systemAdmin: boolean
}
