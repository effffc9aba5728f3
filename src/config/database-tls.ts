/** What libpq knows: from no encryption to a certificate that must be of this very host. */
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof SSL_MODES)[number]

/** Parameters that name a file for encrypted connections. */
export const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const
/** The value for the certificate authorities of the operating system, instead of a file. */
export const SYSTEM = 'system'
/** Parameters that node-postgres accepts and libpq rejects. */
const ONLY_DRIVER = ['ssl', 'uselibpqcompat']

/** How an address has its connections encrypted; null: it says nothing, and they are not. */
export function sslModeOf(url: string): SslMode | null {
  const { searchParams } = new URL(url)
  const named = searchParams.getAll('sslmode').at(-1)
  if (named !== undefined) return SSL_MODES.find((mode) => mode === named) ?? null
  if (searchParams.get('ssl') === 'true') return 'require'
  return SSL_FILES.some((file) => searchParams.has(file)) ? 'verify-full' : null
}

/** What is wrong with what an address says of encryption, for people; null: nothing, as far as its files are readable. */
export function sslProblem(url: string): string | null {
  const { searchParams } = new URL(url)
  const mode = sslModeOf(url)
  const named = searchParams.getAll('sslmode').at(-1)
  if (named !== undefined && mode === null) {
    const hint = named === 'no-verify' ? '; what node-postgres calls no-verify is require' : ''
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

/** The address as node-postgres must read it to do what libpq would, but for the plain text that libpq falls back to. */
export function forDriver(url: string): string {
  const mode = sslModeOf(url)
  if (mode === null) return url
  return changed(url, (parameters) => {
    for (const name of ONLY_DRIVER) parameters.delete(name)
    if (isSocket(url, parameters)) {
      for (const name of ['sslmode', ...SSL_FILES]) parameters.delete(name)
      return
    }
    parameters.set('uselibpqcompat', 'true')
    // It has no second try in plain text, and checks the certificate where it does not know the word.
    parameters.set('sslmode', mode === 'allow' || mode === 'prefer' ? 'require' : mode)
    if (parameters.get('sslrootcert') === SYSTEM) parameters.delete('sslrootcert')
  })
}

/** Changes the parameters of an address. To libpq a plus is a plus, and a blank is written in percent signs. */
export function changed(url: string, change: (parameters: URLSearchParams) => void): string {
  const address = new URL(url)
  change(address.searchParams)
  address.search = address.search.replaceAll('+', '%20')
  return address.href
}

/** There libpq encrypts nothing, whatever the mode. */
function isSocket(url: string, parameters: URLSearchParams): boolean {
  const host = parameters.get('host') ?? decodeURIComponent(new URL(url).hostname)
  return host.startsWith('/')
}
