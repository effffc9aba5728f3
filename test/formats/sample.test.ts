import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { CCI_CONTROLS } from '../../src/formats/cci.ts'
import { type Benchmark, parseBenchmark } from '../../src/formats/xccdf.ts'

describe('the sample guide', () => {
  let guide: Benchmark

  beforeAll(() => {
    const file = new URL('../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)
    guide = parseBenchmark(readFileSync(file), 'srg')
  })

  test('has the expected header and is not a core guide', () => {
    expect(guide).toMatchObject({
      srgId: 'Harbor_Gateway_SRG',
      title: 'Harbor Gateway Security Requirements Guide',
      version: 'V1R2',
      name: 'Harbor Gateway SRG - Ver 1, Rel 2',
      releaseDate: '2026-03-16',
      core: false,
    })
  })

  test('has 31 rules: 4 high, 22 medium, 5 low', () => {
    const count = (severity: string) => guide.rules.filter((rule) => rule.severity === severity).length
    expect([guide.rules.length, count('high'), count('medium'), count('low')]).toEqual([31, 4, 22, 5])
    expect(new Set(guide.rules.map((rule) => rule.version)).size).toBe(31)
  })

  test('has one rule with CCI-000366, and every CCI maps to a control', () => {
    const lists = guide.rules.map((rule) => rule.ident?.split(', ') ?? [])
    expect(lists.filter((list) => list.includes('CCI-000366'))).toHaveLength(1)
    expect(lists.flat().filter((cci) => !CCI_CONTROLS.has(cci))).toEqual([])
    expect(lists.every((list) => list.length > 0)).toBe(true)
  })

  test('has legacy identifiers on some rules', () => {
    expect(guide.rules.filter((rule) => rule.legacyIds !== null)).toHaveLength(10)
    expect(guide.rules[0]?.legacyIds).toBe('V-88101, SV-91001')
  })

  test('has every text in every rule', () => {
    for (const rule of guide.rules) {
      expect(rule.checkContent).toMatch(/this is a finding\.$/)
      expect(rule.fixtext).not.toBeNull()
      expect(rule.vulnDiscussion).not.toBeNull()
      expect(rule.reference).toMatchObject({ subject: 'Harbor Gateway' })
    }
  })
})
