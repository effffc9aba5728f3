import { readFileSync, writeFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../test/support/accounts.ts'
import { FULL_SIZE } from '../../test/support/heavy-data.ts'
import { signIn } from '../../test/support/http.ts'
import { createServiceHome, type ServiceHome } from '../../test/support/service-database.ts'
import { startService, type Service } from '../../test/support/service.ts'
import { createFileForm, createGuideFile } from '../../test/support/uploads.ts'

const MIB = 1024 * 1024
const EMAIL = 'admin@example.org'
/** Guides at the size limit, eight at once; `npm test` sends fewer and smaller ones. */
const { UPLOADS, GUIDE_MIB } = FULL_SIZE ? { UPLOADS: 8, GUIDE_MIB: 50 } : { UPLOADS: 4, GUIDE_MIB: 10 }
const CUT_OFF = 0
/** The errors that a client sees when its connection is closed. */
const ENDED = ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET']
/** Maximum memory of the process with its threads, in kB. 60 uploads stay below it; 8 uploads without a memory budget don't. */
const MAX_MEMORY_KB = 400_000

let home: ServiceHome
let service: Service

beforeAll(async () => {
  home = await createServiceHome()
  const environment = { BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
  const env = { ...home.env, ...environment, RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'error' }
  service = startService({ cwd: home.cwd, env })
  await service.ready
})
afterAll(async () => {
  await service?.stop()
  await home.remove()
})

/** Returns a guide of nearly `GUIDE_MIB`. It compresses well, so that its archive is sent quickly. */
function createLargeGuide(): Uint8Array {
  const guide = Buffer.from(createGuideFile()).toString()
  const room = GUIDE_MIB * MIB - guide.length - 1024
  return Buffer.from(guide.replace('</Benchmark>', `<!--${' '.repeat(room)}--></Benchmark>`))
}

/** The peak memory of the service since `resetPeak`, in kB. */
function readPeak(): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])
}
const resetPeak = () => writeFileSync(`/proc/${service.process.pid}/clear_refs`, '5')

/** Returns `CUT_OFF` if the service closed the connection. Throws any other error. */
function toCutOffStatus(error: unknown): typeof CUT_OFF {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined
  if (typeof code === 'string' && ENDED.includes(code)) return CUT_OFF
  throw error
}

test.each([
  ['g-xccdf.xml', (xml: Uint8Array) => xml],
  ['g.zip', (xml: Uint8Array) => zipSync({ 'g-xccdf.xml': [xml, { level: 6 }] })],
])(`concurrent uploads of guides of ${GUIDE_MIB} MiB use little memory: %s`, async (name, pack) => {
  const rest = await signIn(await service.ready, EMAIL, PASSWORD)
  const file = pack(createLargeGuide())
  resetPeak()
  // The service discards this much of the rejected bodies in five seconds (`drain`); clients that send more are cut off.
  const outcomes: string[] = []
  const createForm = () =>
    rest.post('/srgs', createFileForm(name, file)).then(({ status, body }) => {
      if (status === 200) outcomes.push(body.guides[0].status)
      return status
    }, toCutOffStatus)
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, createForm))
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
  expect(outcomes.filter((outcome) => !['created', 'exists'].includes(outcome))).toEqual([])
  expect(statuses.filter((status) => ![200, 422, 429, 503, CUT_OFF].includes(status))).toEqual([])
  expect(readPeak()).toBeLessThan(MAX_MEMORY_KB)
})
