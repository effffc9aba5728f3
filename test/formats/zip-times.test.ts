import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const TIMES = ['2026-03-04T05:06:08Z', '1980-01-01T00:00:00Z', '2099-12-31T23:59:58Z', '1970-01-01T00:00:00Z']

/** Writes an archive for each of `TIMES` in a process with this time zone; returns their bytes in hexadecimal. */
async function zipInTimeZone(timeZone: string): Promise<string[]> {
  const script = `
    import { streamZip } from './src/formats/zip.ts'
    for (const time of ${JSON.stringify(TIMES)}) {
      const chunks = await Array.fromAsync(streamZip([{ name: 'a.txt', content: 'x' }], new Date(time)))
      console.log(Buffer.concat(chunks).toString('hex'))
    }`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TZ: timeZone },
  })
  return stdout.trim().split('\n')
}

describe('the times in an archive', () => {
  it('are those of the content in UTC, in every time zone of the server', async () => {
    const [west = [], east] = await Promise.all(['America/Los_Angeles', 'Asia/Kathmandu'].map(zipInTimeZone))
    expect(west).toHaveLength(TIMES.length)
    expect(east).toEqual(west)
    const bytes = Buffer.from(west[0] ?? '', 'hex')
    const [timeOfDay, date] = [bytes.readUInt16LE(10), bytes.readUInt16LE(12)]
    expect([timeOfDay >> 11, (timeOfDay >> 5) & 63, (timeOfDay & 31) * 2]).toEqual([5, 6, 8])
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 3, 4])
  })
})
