import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createTotalCache } from '../../../src/procedures/lists/total-cache.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe('cached totals', () => {
  it('store the number, and none of the rows of its page', async () => {
    const totals = createTotalCache()
    const keepOne = () => {
      const page = { total: 1, revision: 'a', rows: [{ comment: 'a long text' }] }
      totals.set('question', page)
      return new WeakRef(page.rows)
    }
    const rows = keepOne()
    await setTimeout(1)
    collectGarbage()
    expect(rows.deref()).toBeUndefined()
    expect(totals.get('question', 'a')).toBe(1)
    expect(totals.get('question', 'b')).toBeUndefined()
  })
})
