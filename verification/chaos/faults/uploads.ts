import { request } from 'node:http'
import { injectFault, type FaultContext, type FaultResult } from '../../../test/chaos/faults/inject.ts'
import { createGuideFile } from '../../../test/support/uploads.ts'
import { ADMIN } from '../supervised-service.ts'
import { resetPeak, readPeakMiB, readMemoryMiB } from './memory.ts'

const MIB = 1024 * 1024
/** The limit of memory growth for all uploads together. */
const MAX_MIB = 400_000_000 / MIB

/** Sends this many concurrent uploads of 50 MiB, alternately with and without a length, during other writes. */
export function uploadConcurrently(inject: FaultContext, times: number, count: number): Promise<FaultResult> {
  const file = createLargeGuide()
  return injectFault(inject, 'uploads of 50 MiB at once', times, async (round) => {
    const { journal, service } = inject
    const { acknowledged } = journal
    const cookie = await signInAdmin(service.url)
    const pid = service.pid()
    const before = readMemoryMiB(pid)
    resetPeak(pid)
    const counted = round % 2 === 0
    const started = performance.now()
    const answers = await Promise.all(
      Array.from({ length: count }, () => upload(service.url, cookie, file, counted)),
    )
    const seconds = Math.round((performance.now() - started) / 1000)
    const cost = readPeakMiB(pid) - before
    const counts = [...Map.groupBy(answers, (answer) => answer)].map(
      ([answer, all]) => `${answer} ${all.length}`,
    )
    return {
      notes: [
        `${count} ${counted ? 'with' : 'without'} Content-Length in ${seconds} s: ${Math.round(cost)} MiB more memory at most, ${journal.acknowledged - acknowledged} writes meanwhile; ${counts.join(', ')}`,
      ],
      wrong: [
        ...(cost < MAX_MIB ? [] : [`${Math.round(cost)} MiB more memory`]),
        ...answers
          .filter((answer) => !/^(200|422|429|503)/.test(answer))
          .map((answer) => `answered ${answer}`),
      ],
    }
  })
}

/** A guide of almost 50 MiB: a few rules and a long XML comment. */
function createLargeGuide(): Buffer {
  const guide = Buffer.from(createGuideFile()).toString()
  const comment = ' '.repeat(50 * MIB - guide.length - 1024)
  return Buffer.from(guide.replace('</Benchmark>', `<!--${comment}--></Benchmark>`))
}

async function signInAdmin(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Uploads a file; returns status and reason, or how the connection ended. */
function upload(url: string, cookie: string, file: Buffer, counted: boolean): Promise<string> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="g-xccdf.xml"\r\n\r\n'
  const tail = '\r\n--x--\r\n'
  const length = { 'content-length': String(head.length + file.length + tail.length) }
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x', ...(counted ? length : {}) }
  return new Promise((resolve) => {
    const sending = request(`${url}/srgs`, { method: 'POST', agent: false, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      const formatAnswer = () => `${answer.statusCode} ${/"reason":"([^"]+)"/.exec(text)?.[1] ?? ''}`.trim()
      answer.on('error', () => undefined).on('close', () => resolve(formatAnswer()))
    })
    // The connection may end during the upload, after the answer was received.
    sending.on('error', (error) => setTimeout(resolve, 100, error.message))
    sending.write(head)
    sending.write(file)
    sending.end(tail)
  })
}
