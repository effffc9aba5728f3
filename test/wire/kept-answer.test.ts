import { expect, it } from 'vitest'
import { checkedBefore, jsonText, keepAnswer, noteChecked } from '../../src/wire/kept-answer.ts'

const bySchema = () => true
const byAnother = () => true

it('the text of a kept answer is written once, that of any other each time', () => {
  let written = 0
  const counting = () => ({
    toJSON: () => ((written += 1), { n: 1 }),
  })
  const kept = keepAnswer(counting())
  expect([jsonText(kept), jsonText(kept), jsonText(kept)]).toEqual(['{"n":1}', '{"n":1}', '{"n":1}'])
  expect(written).toBe(1)
  const passing = counting()
  expect([jsonText(passing), jsonText(passing)]).toEqual(['{"n":1}', '{"n":1}'])
  expect(written).toBe(3)
})

it('what checking made of a kept answer is known for the schema that checked it, and no other', () => {
  const kept = keepAnswer({ a: 1, hidden: 2 })
  expect(checkedBefore(kept, bySchema)).toBeUndefined()
  noteChecked(kept, bySchema, { a: 1 })
  expect(checkedBefore(kept, bySchema)?.data).toEqual({ a: 1 })
  expect(checkedBefore(kept, byAnother)).toBeUndefined()
})

it('nothing is known of an answer that is not kept, or is no object', () => {
  const passing = { a: 1 }
  for (const answer of [passing, 'text', null, undefined, 7]) {
    noteChecked(answer, bySchema, answer)
    expect(checkedBefore(answer, bySchema)).toBeUndefined()
  }
  expect(Object.isFrozen(passing)).toBe(false)
})
