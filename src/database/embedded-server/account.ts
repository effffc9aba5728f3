import { readFileSync, statSync } from 'node:fs'

/** The operating system account that runs PostgreSQL. */
export interface Account {
  uid: number
  gid: number
  name: string
}

const FALLBACK = 'nobody'

/**
 * Chooses the account for PostgreSQL, which does not run as root: null (this process's own account) unless the service
 * runs as root. Then the owner of the first folder that is not root's, otherwise `nobody`.
 */
export function findDatabaseAccount(folders: readonly string[]): Account | null {
  if (process.getuid?.() !== 0) return null
  for (const folder of folders) {
    const owner = statSync(folder, { throwIfNoEntry: false })
    if (owner && owner.uid !== 0) {
      return (
        findAccount(({ uid }) => uid === owner.uid) ?? {
          uid: owner.uid,
          gid: owner.gid,
          name: `user ${owner.uid}`,
        }
      )
    }
  }
  const fallback = findAccount(({ name, uid }) => name === FALLBACK && uid !== 0)
  if (fallback) return fallback
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user nobody: start the service as an unprivileged user, or set DATABASE_URL',
  )
}

function findAccount(matches: (account: Account) => boolean): Account | null {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line): Account[] => {
      const [name = '', , uid = '', gid = ''] = line.split(':')
      return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
    })
  return accounts.find(matches) ?? null
}
