/** One row of the permission matrix (rule A-6): the outcome per caller, the token scope, and the operations. */
export interface MatrixRow {
  row: string
  /** anonymous, signed in, viewer, author, reviewer, admin, system administrator; D as in rule A-7. */
  cells: string
  /** Operations, with `: <what>` for the variants; GET needs scope `r`, the others `w`, unless `token` overrides it. */
  operations: string[]
  token?: 'pub' | 'no'
}

export const PUBLIC = 'Y Y Y Y Y Y Y'
export const SIGNED_IN = 'U Y Y Y Y Y Y'
export const SYSTEM = 'U F F F F F Y'
export const VIEWER = 'U D Y Y Y Y Y'
export const AUTHOR = 'U D F Y Y Y Y'
export const REVIEWER = 'U D F F Y Y Y'
export const ADMIN = 'U D F F F Y Y'
