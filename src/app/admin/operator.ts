import { userInfo } from 'node:os'

/** Who runs the command, as far as the system knows a name. */
export function operator(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}
