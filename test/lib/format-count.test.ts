import { expect, test } from 'vitest'
import { formatCount } from '../../src/lib/format-count.ts'

test('a number has the singular for one, and the plural for none and for several', () => {
  const texts = [0, 1, 2, 1001].map((count) => formatCount(count, 'row is left out', 'rows are left out'))
  expect(texts).toEqual([
    '0 rows are left out',
    '1 row is left out',
    '2 rows are left out',
    '1001 rows are left out',
  ])
})
