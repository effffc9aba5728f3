import { userInfo } from 'node:os'

/** Returns the name of the system user who runs the command; null if it is unknown. */
export function readOperator(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}
