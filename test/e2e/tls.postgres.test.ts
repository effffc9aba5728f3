import { execFile } from 'node:child_process'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { http } from '../support/http.ts'
import { anOwnPostgres, forItsServer, type OwnPostgres } from '../support/own-postgres.ts'
import { freshDirectory, startService, type Service } from '../support/service.ts'

const run = promisify(execFile)
const BACKUP = fileURLToPath(new URL('../../src/backup/backup.ts', import.meta.url))

/** A server that can encrypt, with a certificate of no authority, for 127.0.0.1. */
let server: OwnPostgres
let place: Awaited<ReturnType<typeof freshDirectory>>
const started: Service[] = []

beforeAll(async () => {
  place = await freshDirectory()
  await chmod(place.path, 0o711)
  await Promise.all([
    certificate('server', 'IP:127.0.0.1'),
    certificate('stranger', 'IP:127.0.0.1'),
    certificate('elsewhere', 'DNS:db.example.org'),
  ])
  server = await anOwnPostgres(encrypting('server'))
})
afterEach(async () => {
  for (const { process, ended } of started.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
})
afterAll(async () => {
  await server?.remove()
  await place?.remove()
})

const pem = (name: string) => join(place.path, `${name}.pem`)
const keyOf = (name: string) => join(place.path, `${name}.key`)
const encrypting = (name: string) => ['ssl=on', `ssl_cert_file=${pem(name)}`, `ssl_key_file=${keyOf(name)}`]

/** Makes a key and the certificate that it signs itself. */
async function certificate(name: string, host: string): Promise<void> {
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  await run('openssl', [
    ...made,
    '-addext',
    `subjectAltName=${host}`,
    '-keyout',
    keyOf(name),
    '-out',
    pem(name),
  ])
  await forItsServer(keyOf(name))
}

/** The service, or a script, at the address of a server with these parameters. */
function start(parameters: string, given: string[] = [], at = server): Service {
  const env = { DATABASE_URL: `${at.url()}?${parameters}` }
  const script = given.length > 0 ? { script: BACKUP, given } : {}
  const service = startService({ cwd: place.path, env, brief: true, ...script })
  started.push(service)
  return service
}

const trusting = (name: string) => `sslrootcert=${encodeURIComponent(pem(name))}`

test.each([
  ['require', () => 'sslmode=require'],
  ['verify-ca', () => `sslmode=verify-ca&${trusting('server')}`],
  ['verify-full', () => `sslmode=verify-full&${trusting('server')}`],
])(
  'with sslmode=%s the service starts encrypted, without a warning, and a backup is made',
  async (mode, given) => {
    const service = start(given())
    expect((await http(await service.ready).get('/health_check')).text).toBe('ok')
    const sessions = `from pg_stat_ssl join pg_stat_activity using (pid)
    where backend_type = 'client backend' and pid <> pg_backend_pid()`
    expect(await server.ask(`select distinct ssl ${sessions}`)).toEqual([{ ssl: true }])
    expect(await service.stop()).toBe(0)
    expect(service.stdout() + service.stderr()).not.toMatch(/warning/i)

    const file = join(place.path, `${mode}.backup`)
    const backup = start(given(), [file])
    expect([await backup.ended, backup.stderr()]).toEqual([0, ''])
    expect((await stat(file)).size).toBeGreaterThan(0)
  },
)

test('a certificate of another authority, and of another host, stops the start in one line', async () => {
  const refused = /^Rulewright did not start: DATABASE_URL: [^\n]*certificate[^\n]*\n$/
  for (const mode of ['require', 'verify-ca', 'verify-full']) {
    const stranger = start(`sslmode=${mode}&${trusting('stranger')}`)
    expect([await stranger.ended, stranger.stderr()]).toEqual([1, expect.stringMatching(refused)])
  }
  const other = await anOwnPostgres(encrypting('elsewhere'))
  try {
    const full = start(`sslmode=verify-full&${trusting('elsewhere')}`, [], other)
    expect([await full.ended, full.stderr()]).toEqual([
      1,
      expect.stringMatching(/DATABASE_URL: [^\n]*altnames[^\n]*\n$/),
    ])
    await start(`sslmode=verify-ca&${trusting('elsewhere')}`, [], other).ready
  } finally {
    await other.remove()
  }
})

test('a server that cannot encrypt is never spoken to in plain text, unless sslmode=disable says so', async () => {
  const plain = await anOwnPostgres()
  try {
    for (const mode of ['allow', 'prefer', 'require']) {
      const service = start(`sslmode=${mode}`, [], plain)
      const refused = expect.stringMatching(/^Rulewright did not start: DATABASE_URL: [^\n]* SSL [^\n]*\n$/)
      expect([await service.ended, service.stderr()]).toEqual([1, refused])
    }
    await start('sslmode=disable', [], plain).ready
  } finally {
    await plain.remove()
  }
})
