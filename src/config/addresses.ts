import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { splitServers } from './database-address.ts'
import { SSL_FILES, SYSTEM, findSslProblem } from './database-tls.ts'
import { list, InvalidValue, findUrlProblem, variable } from './values.ts'

const POSTGRES = ['postgres', 'postgresql']

/** One server, or several separated by commas. */
export const databaseUrl = () =>
  variable(null, (value) => {
    const refusal = findUrlProblem(value.trim().replace(/,[^/?#]*/, ''), POSTGRES)
    if (refusal) return refusal
    const [server] = splitServers(value.trim()) ?? []
    if (server !== undefined) {
      return findDatabaseProblem(server) ?? findEncryptionProblem(server) ?? value.trim()
    }
    return new InvalidValue(
      'expected one server, or several as host:port,host:port with target_session_attrs=read-write',
    )
  })

/** A list of addresses, each of one server. */
export const databaseUrls = () =>
  list((item) => findUrlProblem(item, POSTGRES) ?? findDatabaseProblem(item) ?? findEncryptionProblem(item))

function findDatabaseProblem(address: string): InvalidValue | null {
  const hasDatabase = new URL(address).pathname.length > 1
  return hasDatabase
    ? null
    : new InvalidValue('names no database: expected an address like postgres://host:5432/database')
}

/** Returns the error for a URL with invalid TLS parameters or unusable certificate files. */
function findEncryptionProblem(address: string): InvalidValue | null {
  const problem = findSslProblem(address)
  if (problem !== null) return new InvalidValue(problem)
  const { searchParams } = new URL(address)
  for (const name of SSL_FILES) {
    const path = searchParams.get(name)
    if (path === null || path === SYSTEM) continue
    const content = readFileOrNull(path)
    if (content === null) return new InvalidValue(`the file that ${name} names cannot be read`)
    if (name !== 'sslkey' && !isCertificate(content)) {
      return new InvalidValue(`the file that ${name} names holds no certificate (PEM)`)
    }
  }
  return null
}

function readFileOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

function isCertificate(content: Buffer): boolean {
  try {
    return new X509Certificate(content).raw.length > 0
  } catch {
    return false
  }
}
