import { describe, expect, test } from 'vitest'
import { assignKeys } from '../../web/kit/recycled-keys.ts'

describe('the keys of the elements that show rows of a table', () => {
  test('rows that stay visible keep their key, and new rows get the keys of rows that left', () => {
    const before = assignKeys(['a', 'b', 'c'], new Map())
    const after = assignKeys(['c', 'd', 'e'], before)

    expect(after.get('c')).toBe(before.get('c'))
    expect(new Set(after.values())).toEqual(new Set(before.values()))
  })

  test('keys stay unique when more rows, fewer rows and other rows become visible', () => {
    const steps = [['a', 'b', 'c'], ['c'], ['c', 'd'], ['a', 'b', 'c', 'd', 'e'], ['x'], ['a', 'x', 'b']]
    let keys = new Map<string | number | bigint, number>()
    for (const rows of steps) {
      keys = assignKeys(rows, keys)
      expect([...keys.keys()]).toEqual(rows)
      expect(new Set(keys.values()).size).toBe(rows.length)
    }
  })
})
