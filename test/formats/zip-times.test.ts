import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** Writes an archive with this time in a process with this time zone; returns its bytes in hexadecimal. */
async function zipInTimeZone(timeZone: string, time: string): Promise<string> {
  const script = `
    import { streamZip } from './src/formats/zip.ts'
    const chunks = await Array.fromAsync(streamZip([{ name: 'a.txt', content: 'x' }], new Date('${time}')))
    process.stdout.write(Buffer.concat(chunks).toString('hex'))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TZ: timeZone },
  })
  return stdout
}

describe('the times in an archive', () => {
  it.each(['2026-03-04T05:06:08Z', '1980-01-01T00:00:00Z', '2099-12-31T23:59:58Z', '1970-01-01T00:00:00Z'])(
    'are in UTC, in every time zone of the server: %s',
    async (time) => {
      const zones = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu']
      const archives = await Promise.all(zones.map((zone) => zipInTimeZone(zone, time)))
      expect(new Set(archives).size).toBe(1)
    },
  )

  it('are those of the content', async () => {
    const bytes = Buffer.from(await zipInTimeZone('Asia/Tokyo', '2026-03-04T05:06:08Z'), 'hex')
    const [timeOfDay, date] = [bytes.readUInt16LE(10), bytes.readUInt16LE(12)]
    expect([timeOfDay >> 11, (timeOfDay >> 5) & 63, (timeOfDay & 31) * 2]).toEqual([5, 6, 8])
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 3, 4])
  })
})
