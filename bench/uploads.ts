import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { zipSync } from 'fflate'
import { signIn } from '../test/support/http.ts'
import { createDirectory, startService } from '../test/support/service.ts'

/**
 * Measures the peak memory of 60 concurrent uploads of 50 MiB, with and without `Content-Length`, as XML and in archives.
 * DATABASE_URL names an empty database; by default the embedded one is used. ONLY is a pattern that selects kinds.
 */
const MIB = 1024 * 1024
const UPLOADS = Number(process.env['UPLOADS'] ?? 60)
/** The bytes reserved for the headers of an archive. */
const SIZE = 50 * MIB - 1024
const EMAIL = 'admin@example.org'
const PASSWORD = 'Correct-Horse-42-Battery-17'

const createRule = (
  id: string,
) => `<Group id="V-${id}"><title>SRG-APP-${id}</title><Rule id="SV-${id}" severity="medium">
<version>SRG-APP-${id}</version><title>Rule ${id}</title>
<description>&lt;VulnDiscussion&gt;${'d'.repeat(9000)}&lt;/VulnDiscussion&gt;</description>
<fixtext fixref="F">${'f'.repeat(9000)}</fixtext><check system="C"><check-content>${'c'.repeat(9000)}</check-content></check>
</Rule></Group>`

/** A benchmark of maximum size: full of rules, or one rule and a long XML comment. */
function createBenchmark(name: string, full: boolean): Buffer {
  const head = `<?xml version="1.0" encoding="UTF-8"?><Benchmark xmlns="http://checklists.nist.gov/xccdf/1.1" id="${name}">
<title>${name}</title><plain-text id="release-info">Release: 1 Benchmark Date: 1 Jan 2026</plain-text><version>1</version>`
  const tail = '</Benchmark>'
  let text = head
  for (let id = 0; text.length + 40_000 < (full ? SIZE : 60_000); id += 1) {
    text += createRule(String(id).padStart(6, '0'))
  }
  const comment = SIZE - text.length - tail.length - 7
  return Buffer.from(`${text}<!--${' '.repeat(comment)}-->${tail}`, 'latin1')
}

const readFigure = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Resets the peak memory of a process. */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The forms of an upload: the document, or an archive that contains it, deflated or stored. */
const FORMS = {
  XML: { name: 'g-xccdf.xml', of: (xml: Uint8Array) => xml },
  'packed archive': { name: 'g.zip', of: (xml: Uint8Array) => toArchive(xml, 6) },
  'stored archive': { name: 'g.zip', of: (xml: Uint8Array) => toArchive(xml, 0) },
}

function toArchive(xml: Uint8Array, level: 0 | 6): Uint8Array {
  return zipSync({ 'g-xccdf.xml': [xml, { level }] })
}

function upload(
  url: string,
  cookie: string,
  filename: string,
  file: Uint8Array,
  counted: boolean,
): Promise<string> {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`
  const tail = '\r\n--x--\r\n'
  const length = { 'content-length': String(head.length + file.length + tail.length) }
  return new Promise((resolve) => {
    const sending = request(
      `${url}/srgs`,
      {
        method: 'POST',
        agent: false,
        headers: {
          cookie,
          'content-type': 'multipart/form-data; boundary=x',
          ...(counted ? length : {}),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        answer.on('end', () => {
          const reason = /"reason":"([^"]+)"/.exec(text)?.[1] ?? ''
          resolve(`${answer.statusCode} ${reason}`.trim())
        })
        answer.on('error', () => resolve('cut off'))
      },
    )
    sending.on('error', (error) => resolve(error.message))
    sending.write(head)
    sending.write(file)
    sending.end(tail)
  })
}

const directory = await createDirectory()
const database = process.env['DATABASE_URL']
const service = startService({
  cwd: directory.path,
  env: {
    BOOTSTRAP_ADMIN_EMAIL: EMAIL,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
    RATE_LIMIT_ENABLED: 'false',
    ...(database ? { DATABASE_URL: database } : { DATA_DIR: 'memory:' }),
  },
})
try {
  const url = await service.ready
  const login = await signIn(url, EMAIL, PASSWORD)
  await login.get('/srgs')
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const pid = service.process.pid ?? 0
  console.log(`idle: ${Math.round(readFigure(pid, 'VmRSS'))} MiB`)
  const only = new RegExp(process.env['ONLY'] ?? '')
  for (const [name, full] of [
    ['Padded', false],
    ['Full', true],
  ] as const) {
    for (const [form, { name: filename, of: toFile }] of Object.entries(FORMS)) {
      for (const counted of [true, false]) {
        const length = `${counted ? 'with' : 'without'} Content-Length`
        if (!only.test(`${name} ${form} ${length}`)) continue
        const file = toFile(createBenchmark(`${name}_${form.replace(' ', '_')}_${counted}`, full))
        forgetPeak(pid)
        const started = performance.now()
        const answers = await Promise.all(
          Array.from({ length: UPLOADS }, () => upload(url, cookie, filename, file, counted)),
        )
        const counts = Object.fromEntries(
          Object.entries(Object.groupBy(answers, (word) => word)).map(([word, all]) => [word, all?.length]),
        )
        const seconds = Math.round((performance.now() - started) / 1000)
        const peak = Math.round(readFigure(pid, 'VmHWM'))
        console.log(
          `${name} ${form} (${file.byteLength} bytes), ${length}: ${peak} MiB in ${seconds} s`,
          counts,
        )
      }
    }
  }
} finally {
  await service.stop()
  process.stderr.write(service.stderr())
  await directory.remove()
}
