import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { Client, InvalidCredentialsError, type Entry } from 'ldapts'
import type { Env } from '../../config/env.ts'
import { createDirectoryConnection } from './directory-connection.ts'
import { findFirstEmail, type ExternalPerson } from './external-person.ts'
import { SignInError } from './sign-in-error.ts'

type Ldap = NonNullable<Env['ldap']>

const TIMEOUT = 10_000
const CONNECT_TIMEOUT = 5000

/**
 * Checks a name and password against the directory: searches the entry with the service account, then binds as it.
 * Rejects empty passwords, which LDAP treats as an anonymous bind.
 * @throws SignInError `invalid_credentials`, or `provider_unavailable` (rule A-54)
 */
export async function signInToDirectory(ldap: Ldap, name: string, password: string): Promise<ExternalPerson> {
  if (name.trim() === '' || password === '') throw new SignInError('invalid_credentials')
  const { client, end } = createConnection(ldap)
  try {
    const entry = await findEntry(client, ldap, name.trim())
    if (!entry) throw new SignInError('invalid_credentials')
    await bind(client, entry.dn, password)
    return toPerson(ldap, entry)
  } catch (error) {
    throw error instanceof SignInError ? error : new SignInError('provider_unavailable', error)
  } finally {
    await client.unbind().catch(() => undefined)
    end()
  }
}

/** Resolves to true if the directory is reachable and accepts the service account; rejects otherwise. */
export async function checkDirectory(ldap: Ldap): Promise<boolean> {
  const { client, end } = createConnection(ldap)
  try {
    if (ldap.startTls) await client.startTLS(readTlsOptions(ldap.url))
    await client.bind(ldap.bindDn ?? '', ldap.bindPassword ?? '')
    return true
  } finally {
    await client.unbind().catch(() => undefined)
    end()
  }
}

function createConnection({ url }: Ldap): { client: Client; end: () => void } {
  const { options, end } = createDirectoryConnection()
  return { client: new Client({ url, timeout: TIMEOUT, connectTimeout: CONNECT_TIMEOUT, ...options }), end }
}

async function findEntry(client: Client, ldap: Ldap, name: string): Promise<Entry | null> {
  if (ldap.startTls) await client.startTLS(readTlsOptions(ldap.url))
  if (ldap.bindDn !== null) await client.bind(ldap.bindDn, ldap.bindPassword ?? '')
  const nameFilter = `(${ldap.attribute}=${escapeFilterValue(name)})`
  const { searchEntries } = await client.search(ldap.baseDn, {
    scope: 'sub',
    filter: ldap.filter === null ? nameFilter : `(&${ldap.filter}${nameFilter})`,
    attributes: [ldap.attribute, 'mail', 'cn', 'displayName'],
    sizeLimit: 2,
  })
  return searchEntries.length === 1 ? (searchEntries[0] ?? null) : null
}

/**
 * TLS options with the expected server name. Without them, Node would expect `localhost` if the URL has an IP address.
 */
function readTlsOptions(url: string): ConnectionOptions {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '')
  return isIP(host) ? { host } : { host, servername: host }
}

async function bind(client: Client, dn: string, password: string): Promise<void> {
  try {
    await client.bind(dn, password)
  } catch (error) {
    if (error instanceof InvalidCredentialsError) throw new SignInError('invalid_credentials')
    throw error
  }
}

/** Escapes a filter value (RFC 4515). */
export function escapeFilterValue(value: string): string {
  return value.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function toPerson(ldap: Ldap, entry: Entry): ExternalPerson {
  const uid = listAttributeValues(entry, ldap.attribute)[0]
  return {
    provider: 'ldap',
    uid: (uid ?? entry.dn).toLowerCase(),
    email: findFirstEmail(listAttributeValues(entry, 'mail')),
    emailVerified: true,
    name: listAttributeValues(entry, 'displayName')[0] ?? listAttributeValues(entry, 'cn')[0] ?? null,
  }
}

/** Non-blank values of an attribute; attribute names are case-insensitive. */
function listAttributeValues(entry: Entry, attribute: string): string[] {
  const attributeEntry = Object.entries(entry).find(
    ([name]) => name.toLowerCase() === attribute.toLowerCase(),
  )
  return [attributeEntry?.[1]]
    .flat()
    .flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? value : []))
}
