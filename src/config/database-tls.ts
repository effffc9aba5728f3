/** The modes of libpq, from no encryption to a certificate that must match the host. */
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof SSL_MODES)[number]

/** Parameters that name a file for encrypted connections. */
export const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const
/** The value for the certificate authorities of the operating system, instead of a file. */
export const SYSTEM = 'system'
/** Parameters that node-postgres accepts and libpq rejects. */
const ONLY_DRIVER = ['ssl', 'uselibpqcompat']

/** Returns how an address encrypts connections; null if it has no TLS parameters, so they are not encrypted. */
export function getSslMode(url: string): SslMode | null {
  const { searchParams } = new URL(url)
  const value = searchParams.getAll('sslmode').at(-1)
  if (value !== undefined) return SSL_MODES.find((mode) => mode === value) ?? null
  if (searchParams.get('ssl') === 'true') return 'require'
  return SSL_FILES.some((file) => searchParams.has(file)) ? 'verify-full' : null
}

/** Returns the problem with an address's TLS parameters; null without one. Doesn't read the files that it names. */
export function findSslProblem(url: string): string | null {
  const { searchParams } = new URL(url)
  const mode = getSslMode(url)
  const value = searchParams.getAll('sslmode').at(-1)
  if (value !== undefined && mode === null) {
    const hint = value === 'no-verify' ? '; what node-postgres calls no-verify is require' : ''
    return `expected an sslmode of ${SSL_MODES.join(', ')}${hint}`
  }
  if (searchParams.has('ssl') && searchParams.get('ssl') !== 'true') {
    return 'expected sslmode in place of ssl, which can only be true'
  }
  const root = searchParams.get('sslrootcert')
  if (mode === 'verify-ca' && root === null) {
    return 'sslmode=verify-ca needs sslrootcert, the file of the authority'
  }
  if (root === SYSTEM && mode !== 'verify-full') return 'sslrootcert=system needs sslmode=verify-full'
  return null
}

/** Converts an address so that node-postgres treats it as libpq does, except that it never falls back to plain text. */
export function toDriverUrl(url: string): string {
  const mode = getSslMode(url)
  if (mode === null) return url
  return withParameters(url, (parameters) => {
    for (const name of ONLY_DRIVER) parameters.delete(name)
    if (isSocket(url, parameters)) {
      for (const name of ['sslmode', ...SSL_FILES]) parameters.delete(name)
      return
    }
    parameters.set('uselibpqcompat', 'true')
    // node-postgres never retries in plain text, and verifies the certificate for modes that it doesn't know.
    parameters.set('sslmode', mode === 'allow' || mode === 'prefer' ? 'require' : mode)
    if (parameters.get('sslrootcert') === SYSTEM) parameters.delete('sslrootcert')
  })
}

/** Returns an address with changed parameters. Blanks are written as %20, because libpq does not decode a plus. */
export function withParameters(url: string, change: (parameters: URLSearchParams) => void): string {
  const address = new URL(url)
  change(address.searchParams)
  address.search = address.search.replaceAll('+', '%20')
  return address.href
}

/** True for a Unix socket, where libpq never encrypts. */
function isSocket(url: string, parameters: URLSearchParams): boolean {
  const host = parameters.get('host') ?? decodeURIComponent(new URL(url).hostname)
  return host.startsWith('/')
}
