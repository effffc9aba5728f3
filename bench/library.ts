import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { streamZip, type ZipEntry } from '../src/formats/zip.ts'
import { createDirectory, startService } from '../test/support/service.ts'
import { createBenchmarkFile } from '../test/support/xccdf.ts'

/**
 * Imports packages of benchmarks under new ids. Prints benchmarks per second, the peak memory above idle, and median and
 * 99th percentile of another request before and during the import. Fails if a package takes more memory than BOUND_MIB.
 * COUNTS are numbers of benchmarks, RULES and TEXT_BYTES their size.
 */
const COUNTS = (process.env['COUNTS'] ?? '17,400').split(',').map(Number)
const RULES = Number(process.env['RULES'] ?? 120)
const TEXT_BYTES = Number(process.env['TEXT_BYTES'] ?? 1_000)
const BOUND_MIB = Number(process.env['BOUND_MIB'] ?? 300)
const MIB = 1024 * 1024
const EMAIL = 'admin@example.org'
const PASSWORD = 'Correct-Horse-42-Battery-17'

/** Text that deflate compresses only a little, so that packages have a realistic size. */
function createText(seed: number): string {
  let state = seed + 1
  const nextRandom = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
  return Array.from({ length: TEXT_BYTES / 8 }, () => nextRandom().toString(36).padStart(7, '0')).join(' ')
}

async function* createMembers(count: number): AsyncGenerator<ZipEntry> {
  const rules = Array.from({ length: RULES }, (_, index) => ({
    vulnDiscussion: createText(index * 3),
    check: createText(index * 3 + 1),
    fix: createText(index * 3 + 2),
  }))
  for (let index = 0; index < count; index += 1) {
    const id = `Library_${count}_${index}`
    yield { name: `${id}/${id}-xccdf.xml`, content: createBenchmarkFile({ id, rules }) }
  }
}

async function readMemoryMib(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** Uploads a file from disk and returns the answer. */
function uploadFile(url: string, cookie: string, path: string, size: number): Promise<string> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="library.zip"\r\n\r\n'
  const tail = '\r\n--x--\r\n'
  return new Promise((resolve, reject) => {
    const sending = request(
      `${url}/guides`,
      {
        method: 'POST',
        agent: false,
        headers: {
          cookie,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': head.length + size + tail.length,
        },
      },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (piece: string) => (body += piece))
        answer.on('end', () => resolve(body))
        answer.on('error', reject)
      },
    )
    sending.on('error', reject)
    sending.write(head)
    const file = createReadStream(path)
    file.on('error', reject)
    file.on('end', () => sending.end(tail))
    file.pipe(sending, { end: false })
  })
}

/** Requests the projects every 50 ms; `stop` ends this and returns the median and the 99th percentile in ms. */
function watchLatency(url: string, cookie: string): { stop: () => Promise<string> } {
  const times: number[] = []
  let stopped = false
  const asking = (async () => {
    while (!stopped) {
      const startedAt = performance.now()
      await (await fetch(`${url}/projects`, { headers: { cookie } })).arrayBuffer()
      times.push(performance.now() - startedAt)
      await pause(50)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await asking
      times.sort((a, b) => a - b)
      const readPercentile = (share: number) =>
        (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)
      return `${readPercentile(0.5)}/${readPercentile(0.99)} ms`
    },
  }
}

/** Signs in and returns the cookie. */
async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const folder = await mkdtemp(join(tmpdir(), 'library-'))
const directory = await createDirectory()
const service = startService({
  cwd: directory.path,
  env: {
    BOOTSTRAP_ADMIN_EMAIL: EMAIL,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
    RATE_LIMIT_ENABLED: 'false',
    DATA_DIR: 'memory:',
  },
})
try {
  const url = await service.ready
  const cookie = await signIn(url)
  const pid = service.process.pid ?? 0
  for (const count of COUNTS) {
    const path = join(folder, `${count}.zip`)
    await pipeline(streamZip(createMembers(count), new Date('2026-01-05')), createWriteStream(path))
    const { size } = await stat(path)
    const idle = await readMemoryMib(pid, 'VmRSS')
    await writeFile(`/proc/${pid}/clear_refs`, '5')
    const quiet = watchLatency(url, cookie)
    await pause(5000)
    const before = await quiet.stop()
    const meanwhile = watchLatency(url, cookie)
    const startedAt = performance.now()
    const answer = await uploadFile(url, cookie, path, size)
    const seconds = (performance.now() - startedAt) / 1000
    const during = await meanwhile.stop()
    const peak = (await readMemoryMib(pid, 'VmHWM')) - idle
    const created = answer.match(/"status":"created"/g)?.length ?? 0
    console.log(
      `${created} of ${count} benchmarks, ${(size / MIB).toFixed(0)} MiB: ${(count / seconds).toFixed(1)} benchmarks/s, peak ${peak.toFixed(0)} MiB above idle (bound ${BOUND_MIB}); \`GET /projects\` before ${before}, during ${during}`,
    )
    if (created !== count) throw new Error(answer.slice(0, 500))
    if (peak > BOUND_MIB) throw new Error(`${peak.toFixed(0)} MiB is more than the bound`)
  }
} finally {
  await service.stop()
  process.stderr.write(service.stderr())
  await directory.remove()
  await rm(folder, { recursive: true, force: true })
}
