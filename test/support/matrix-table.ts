import { ACCOUNT_ROWS } from './matrix-account-rows.ts'
import { COMPONENT_ROWS } from './matrix-component-rows.ts'
import { PROJECT_ROWS } from './matrix-project-rows.ts'
import type { MatrixRow } from './matrix-row.ts'

/** Every operation with these prefixes is in a row. */
export const COMPLETE =
  /^\w+ \/(api\/(administration|auth|users|settings|navigation|version|projects)|users|personal_access_tokens|projects(\/\{id\})?(\/histories)?$|projects\/\{projectId\}\/(project_access|project_invitations|triage_response)|memberships|consent)/

/** The permission matrix. Other tests cover permissions that only change the content of lists. */
export const MATRIX: MatrixRow[] = [...ACCOUNT_ROWS, ...PROJECT_ROWS, ...COMPONENT_ROWS]
