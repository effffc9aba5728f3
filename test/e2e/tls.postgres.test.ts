import { execFile } from 'node:child_process'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { http } from '../support/http.ts'
import { startPostgresServer, changeOwnerToServer, type PostgresServer } from '../support/postgres-server.ts'
import { bundlePath, createDirectory, startService, type Service } from '../support/service.ts'

const run = promisify(execFile)

/** A server with TLS and a self-signed certificate for 127.0.0.1. */
let server: PostgresServer
let directory: Awaited<ReturnType<typeof createDirectory>>
const started: Service[] = []

beforeAll(async () => {
  directory = await createDirectory()
  await chmod(directory.path, 0o711)
  await Promise.all([
    certificate('server', 'IP:127.0.0.1'),
    certificate('nonMember', 'IP:127.0.0.1'),
    certificate('elsewhere', 'DNS:db.example.org'),
  ])
  server = await startPostgresServer(listTlsArguments('server'))
})
afterEach(async () => {
  for (const { process, ended } of started.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
})
afterAll(async () => {
  await server?.remove()
  await directory?.remove()
})

const toPemPath = (name: string) => join(directory.path, `${name}.pem`)
const toKeyPath = (name: string) => join(directory.path, `${name}.key`)
const listTlsArguments = (name: string) => [
  'ssl=on',
  `ssl_cert_file=${toPemPath(name)}`,
  `ssl_key_file=${toKeyPath(name)}`,
]

/** Creates a key and a self-signed certificate. */
async function certificate(name: string, host: string): Promise<void> {
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  await run('openssl', [
    ...args,
    '-addext',
    `subjectAltName=${host}`,
    '-keyout',
    toKeyPath(name),
    '-out',
    toPemPath(name),
  ])
  await changeOwnerToServer(toKeyPath(name))
}

/** The service, or a script, at the address of a server with these parameters. */
function start(parameters: string, values: string[] = [], target = server): Service {
  const env = { DATABASE_URL: `${target.url()}?${parameters}` }
  const script = values.length > 0 ? { script: bundlePath('backup'), args: values } : {}
  const service = startService({ cwd: directory.path, env, ...script })
  started.push(service)
  return service
}

const toTrustParameter = (name: string) => `sslrootcert=${encodeURIComponent(toPemPath(name))}`

// A session that is still starting counts as unencrypted until its handshake is over.
const SESSIONS = `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
  where backend_type = 'client backend' and state <> 'starting' and pid <> pg_backend_pid()`

/** Connects as the service does with these parameters; throws the driver's error. */
async function connect(parameters: string, to = server): Promise<unknown[]> {
  const database = await openDatabase({ url: `${to.url()}?${parameters}`, dataDir: 'memory:' })
  try {
    await sql`select 1`.execute(database.queries)
    return await to.ask(SESSIONS)
  } finally {
    await database.close()
  }
}

test('the service starts encrypted with sslmode=verify-full, without a warning, and a backup is created', async () => {
  const parameters = `sslmode=verify-full&${toTrustParameter('server')}`
  const service = start(parameters)
  expect((await http(await service.ready).get('/health_check')).text).toBe('ok')
  expect(await server.ask(SESSIONS)).toEqual([{ ssl: true }])
  expect(await service.stop()).toBe(0)
  expect(service.stdout() + service.stderr()).not.toMatch(/warning/i)

  const file = join(directory.path, 'encrypted.backup')
  const backup = start(parameters, [file])
  expect([await backup.ended, backup.stderr()]).toEqual([0, ''])
  expect((await stat(file)).size).toBeGreaterThan(0)
})

test.each([
  ['require', () => 'sslmode=require'],
  ['require, with an authority', () => `sslmode=require&${toTrustParameter('server')}`],
  ['verify-ca', () => `sslmode=verify-ca&${toTrustParameter('server')}`],
])('connections with sslmode=%s are encrypted', async (_, parameters) => {
  expect(await connect(parameters())).toEqual([{ ssl: true }])
})

test('a certificate of another authority stops the start in one line', async () => {
  const nonMember = start(`sslmode=verify-full&${toTrustParameter('nonMember')}`)
  expect([await nonMember.ended, nonMember.stderr()]).toEqual([
    1,
    expect.stringMatching(/^Rulewright did not start: DATABASE_URL: [^\n]*certificate[^\n]*\n$/),
  ])
  for (const mode of ['require', 'verify-ca']) {
    await expect(connect(`sslmode=${mode}&${toTrustParameter('nonMember')}`), mode).rejects.toThrow(
      'certificate',
    )
  }
})

test('a certificate of another host is rejected by verify-full only', async () => {
  const other = await startPostgresServer(listTlsArguments('elsewhere'))
  try {
    await expect(connect(`sslmode=verify-full&${toTrustParameter('elsewhere')}`, other)).rejects.toThrow(
      'altnames',
    )
    expect(await connect(`sslmode=verify-ca&${toTrustParameter('elsewhere')}`, other)).toEqual([
      { ssl: true },
    ])
  } finally {
    await other.remove()
  }
})

test('a server without encryption gets no plain-text connection, unless sslmode=disable allows it', async () => {
  const plain = await startPostgresServer()
  try {
    for (const mode of ['allow', 'prefer', 'require']) {
      await expect(connect(`sslmode=${mode}`, plain), mode).rejects.toThrow(' SSL ')
    }
    expect(await connect('sslmode=disable', plain)).toEqual([{ ssl: false }])
  } finally {
    await plain.remove()
  }
})
