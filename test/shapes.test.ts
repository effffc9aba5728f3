import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const shapes = new URL('../src/procedures/schemas/shapes.ts', import.meta.url).href

/** The times as a server in this time zone parses them, in ISO 8601; null for invalid times. */
function parseInZone(zone: string, times: string[]): unknown {
  const script = `const { parseTime } = await import(${JSON.stringify(shapes)})
    const times = ${JSON.stringify(times)}.map((time) => new Date(parseTime(time)))
    console.log(JSON.stringify(times))`
  const options = { env: { ...process.env, TZ: zone }, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options))
}

test('a time without a time zone is UTC, in any time zone of the server', () => {
  const forms = [
    '2026-03-01 09:30:00 UTC',
    '2026-03-01 09:30:00',
    '2026-03-01T09:30:00',
    '2026-03-01 04:30:00-05:00',
  ]
  expect(parseInZone('America/New_York', forms)).toEqual(forms.map(() => '2026-03-01T09:30:00.000Z'))
  expect(parseInZone('America/New_York', ['2026-03-01'])).toEqual(['2026-03-01T00:00:00.000Z'])
})

test('a number and a word are rejected as a time', () => {
  expect(parseInZone('UTC', ['0', '2026', 'yesterday', '2026-03-01 nine UTC'])).toEqual([
    null,
    null,
    null,
    null,
  ])
})
