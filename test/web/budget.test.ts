import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { weigh } from '../../web/budget.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A build of an entry with a style sheet and one page, with these sizes in bytes. */
function createBuild(entry: number, style: number, page: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  folders.push(folder)
  const manifest = {
    'main.tsx': { file: 'main.js', css: ['all.css'], dynamicImports: ['a.page.tsx'] },
    'a.page.tsx': { file: 'a.js', imports: ['main.tsx'] },
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/app/main.js"></script>')
  for (const [name, bytes] of [
    ['main.js', entry],
    ['all.css', style],
    ['a.js', page],
  ] as const) {
    writeFileSync(join(folder, name), 'x'.repeat(bytes))
  }
  return folder
}

test.each([
  ['within both budgets', [200_000, 10_000, 60_000], []],
  ['whose scripts and styles are over the budget together', [200_000, 10_001, 60_000], ['first load']],
  ['with a page over its budget', [1, 1, 60_001], ['a.page.tsx']],
] as const)('E-30: a build %s is served, with a warning if it is too large', async (_, [a, b, c], heavy) => {
  const warnings: string[] = []
  const stderr = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => warnings.push(String(text)) > 0)
  const weights = await weigh(createBuild(a, b, c)).finally(() => stderr.mockRestore())
  expect(weights.map(({ bytes }) => bytes)).toEqual([a + b, c])
  expect(warnings).toEqual(heavy.map((weighed) => expect.stringContaining(`over budget: ${weighed}`)))
})

test.each([
  ['first load', [300_001, 0, 0]],
  ['a.page.tsx', [0, 0, 120_001]],
] as const)('E-30: a build far beyond the budget of its %s is not served', async (weighed, [a, b, c]) => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  await expect(weigh(createBuild(a, b, c)).finally(() => stderr.mockRestore())).rejects.toThrow(weighed)
})
