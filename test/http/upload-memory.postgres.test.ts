import { readFileSync, writeFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../support/accounts.ts'
import { signIn } from '../support/http.ts'
import { startService, type Service } from '../support/service.ts'
import { aServiceHome, type ServiceHome } from '../support/service-database.ts'
import { fileForm, guideFile } from '../support/uploads.ts'

const MIB = 1024 * 1024
const EMAIL = 'admin@example.org'
const UPLOADS = 8
const CUT_OFF = 0
/** What a sender sees of a connection that is ended. */
const ENDED = ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET']
/** The bound of the whole process, threads included, in kB as the kernel counts; 60 uploads stay below it, too, and eight without a budget do not. */
const MOST = 400_000

let home: ServiceHome
let service: Service

beforeAll(async () => {
  home = await aServiceHome()
  const given = { BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
  const env = { ...home.env, ...given, RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'error' }
  service = startService({ cwd: home.cwd, env })
  await service.ready
})
afterAll(async () => {
  await service?.stop()
  await home.remove()
})

/** A guide of nearly 50 MiB; in an archive it is small, so that it is quickly sent. */
function largeGuide(): Uint8Array {
  const guide = Buffer.from(guideFile()).toString()
  const room = 50 * MIB - guide.length - 1024
  return Buffer.from(guide.replace('</Benchmark>', `<!--${' '.repeat(room)}--></Benchmark>`))
}

/** The most that the process has held since `forgetPeak`. */
function peak(): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])
}
const forgetPeak = () => writeFileSync(`/proc/${service.process.pid}/clear_refs`, '5')

/** Any other failure is one. */
function statusOfCutOff(error: unknown): typeof CUT_OFF {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined
  if (typeof code === 'string' && ENDED.includes(code)) return CUT_OFF
  throw error
}

test.each([
  ['g-xccdf.xml', (xml: Uint8Array) => xml],
  ['g.zip', (xml: Uint8Array) => zipSync({ 'g-xccdf.xml': [xml, { level: 6 }] })],
])('guides of 50 MiB that arrive at once cost little memory: %s', async (name, of) => {
  const rest = await signIn(await service.ready, EMAIL, PASSWORD)
  const file = of(largeGuide())
  forgetPeak()
  // Of refused bodies so much is thrown away in five seconds (`discard`): whoever sends more is cut off.
  const form = () => rest.post('/srgs', fileForm(name, file)).then(({ status }) => status, statusOfCutOff)
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, form))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => ![200, 422, 429, 503, CUT_OFF].includes(status))).toEqual([])
  expect(peak()).toBeLessThan(MOST)
})
