import { expect, test, vi } from 'vitest'
import { announceReady } from '../../src/app/announce.ts'
import { readEnv } from '../../src/config/env.ts'

/** The readiness line under these settings. */
function formatReadiness(settings: NodeJS.ProcessEnv): string {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  try {
    announceReady(readEnv({ DATA_DIR: 'memory:', ...settings }), 3000)
  } finally {
    write.mockRestore()
  }
  return lines.join('')
}

test('E-22: the readiness line names BASE_URL if it is set', () => {
  const line = formatReadiness({ HOST: '0.0.0.0', BASE_URL: 'https://rules.example.org/' })
  expect(line).toBe(
    'Rulewright is ready at http://localhost:3000 (API reference: http://localhost:3000/docs; data: the embedded database in a temporary folder; BASE_URL: https://rules.example.org)\n',
  )
})

test('the readiness line warns about a missing BASE_URL on addresses that other machines can reach', () => {
  const line = formatReadiness({ HOST: '0.0.0.0' })
  expect(line).toContain('; BASE_URL: not set, so browsers can sign in at http://localhost:3000 only)')
  expect(formatReadiness({})).not.toContain('BASE_URL')
})
