import { expect, it } from 'vitest'
import { neverChanges, plannedAlike, statementNames } from '../../src/database/statements/prepared.ts'

/** What a connection gets to see of these statements. */
function sent(texts: string[], values: unknown[] = [1]): unknown[] {
  const seen: unknown[] = []
  const client = { query: (...given: unknown[]) => void seen.push(given[0]) }
  statementNames()(client)
  for (const text of texts) client.query(text, values)
  return seen
}

it('a statement with values has a name, the same one every time', () => {
  expect(sent(['select $1', 'select -$1', 'select $1'])).toMatchObject([
    { name: 's0' },
    { name: 's1' },
    { name: 's0' },
  ])
})

it('so has one without any that never changes; others, as with the ids of many records, have none', () => {
  neverChanges('select 1')
  const ids = 'select "r0".* from "reviews" as "r0" where "r0"."id" in (1, 2, 3)'
  expect(sent(['select 1', ids, 'begin', 'select 1'], [])).toEqual([
    { name: 's0', text: 'select 1', values: [] },
    ids,
    'begin',
    { name: 's0', text: 'select 1', values: [] },
  ])
})

it('a search within texts is planned for its value each time', () => {
  const [search] = sent(['select from reviews where comment ilike $1'])
  expect(search).toEqual({ text: 'select from reviews where comment ilike $1', values: [1] })
})

it('unless its plan is to be the same for any value', () => {
  plannedAlike('select from people where name like $1')
  expect(sent(['select from people where name like $1'])).toMatchObject([{ name: 's0' }])
})
