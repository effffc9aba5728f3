import { describe, expect, it } from 'vitest'
import { computeClusters } from '../../src/workers/tasks/clusters.ts'

const SETTINGS_TEXT = 'The audit settings of the gateway are kept in one file.'
const options = { minScore: 0.8, first: 0, end: 10, ids: 10 }

/** Comments that differ in their last word, as the database sends them. */
const createNearTexts = (ids: number[]) => JSON.stringify(ids.map((id) => [id, `${SETTINGS_TEXT} ${id}`, id]))
const listIds = ({ clusters }: ReturnType<typeof computeClusters>) => clusters.map(({ ids }) => ids)

describe('clusters of comments', () => {
  const pairs = '1,2 1,3 2,3'

  it('R-50: contain similar comments, and omit none of a few comments', () => {
    const result = computeClusters({ ...options, pairs, texts: createNearTexts([1, 2, 3]) })
    expect([listIds(result), result.notCompared]).toEqual([[[1, 2, 3]], 0])
  })

  it('R-50: stop comparing when the comparison budget is used up, and count the rest', () => {
    const steps = SETTINGS_TEXT.length * 2
    const none = computeClusters({ ...options, pairs, texts: createNearTexts([1, 2, 3]), budget: 1 })
    expect([listIds(none), none.notCompared]).toEqual([[], 2])
    const clusters = computeClusters({ ...options, pairs, texts: createNearTexts([1, 2, 3]), budget: steps })
    expect([listIds(clusters), clusters.notCompared]).toEqual([[[1, 2]], 1])
  })

  it('R-50: match copies of one text without a comparison', () => {
    const texts = JSON.stringify([
      [1, SETTINGS_TEXT, 1],
      [2, null, 1],
    ])
    const result = computeClusters({ ...options, pairs: '1,2', texts, budget: 0 })
    expect([listIds(result), result.notCompared]).toEqual([[[1, 2]], 0])
  })

  it('R-50: count each comment once whose text or pair exceeded the limits', () => {
    const result = computeClusters({
      ...options,
      pairs: '1,2 2,4 3,4',
      texts: createNearTexts([1, 2]),
      unpaired: '4 5',
    })
    expect([listIds(result), result.notCompared]).toEqual([[[1, 2]], 3])
  })
})
