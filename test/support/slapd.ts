import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'

const run = promisify(execFile)

/** Debian's user and group `nobody`, which run a server that root starts. */
const NOBODY_UID = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {}

/** A slapd server for one test file, with its own configuration and data. */
export interface Slapd {
  /** The complete log, with one line for each connection and operation. */
  log: () => string
  /** The self-signed certificate in PEM. */
  certificate: string
  /** Stops the server and removes its files. */
  stop: () => Promise<void>
}

/** Returns a free port of this machine. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/**
 * Starts slapd at `127.0.0.1:port` with the entries of an LDIF; resolves once it accepts connections. Throws with its
 * output if it ends before.
 */
export async function startSlapd(binary: string, port: number, ldif: string): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-slapd-'))
  try {
    const certificate = await writeFiles(folder, ldif)
    const config = join(folder, 'slapd.conf')
    await run(binary, ['-T', 'add', '-f', config, '-l', join(folder, 'people.ldif')], user)
    return { certificate, ...(await startServer(binary, port, folder, config)) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Writes the server's files and returns its certificate. */
async function writeFiles(folder: string, ldif: string): Promise<string> {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const subject = ['-subj', '/CN=slapd', '-addext', 'subjectAltName=IP:127.0.0.1']
  const args = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  await run('openssl', ['req', '-x509', ...subject, ...args])
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'people.ldif'), ldif)
  await writeFile(join(folder, 'slapd.conf'), writeConfiguration(folder, key, certificate))
  if (user.uid !== undefined) {
    for (const path of [folder, join(folder, 'data'), key]) await chown(path, user.uid, user.gid)
  }
  return readFile(certificate, 'utf8')
}

/** The server configuration: only the service account may read entries, and everyone may bind. */
function writeConfiguration(folder: string, key: string, certificate: string): string {
  const schemas = ['core', 'cosine', 'inetorgperson']
  return [
    ...schemas.map((name) => `include /etc/ldap/schema/${name}.schema`),
    `TLSCertificateFile ${certificate}`,
    `TLSCertificateKeyFile ${key}`,
    'database ldif',
    'suffix "dc=example,dc=org"',
    `directory ${join(folder, 'data')}`,
    'access to * by dn.exact="cn=service,dc=example,dc=org" read by anonymous auth',
    '',
  ].join('\n')
}

/** Whether a server listens on this port. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function startServer(binary: string, port: number, folder: string, config: string) {
  // Level 256 logs connections and operations, and keeps the server in the foreground.
  const args = ['-f', config, '-h', `ldap://127.0.0.1:${port}/`, '-d', '256']
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'], ...user })
  const ended = once(child, 'close')
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // slapd reports its start before it listens, so only a connection proves that it is ready.
    await vi.waitUntil(async () => child.exitCode !== null || (await isListening(port)), { timeout: 30_000 })
    if (child.exitCode !== null) throw new Error('slapd ended')
  } catch (cause) {
    await stop()
    throw new Error(`slapd does not answer:\n${log}`, { cause })
  }
  return { log: () => log, stop }
}
