import { expect, it } from 'vitest'
import { statementNames } from '../../src/database/statements/prepared.ts'

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

it('so has a read without any; what begins or ends a transaction has none', () => {
  expect(sent(['select 1', 'with a as (select 1) select 2', 'select 1'], [])).toMatchObject([
    { name: 's0' },
    { name: 's1' },
    { name: 's0' },
  ])
  expect(sent(['begin', 'commit', 'set role some'], [])).toEqual(['begin', 'commit', 'set role some'])
})

it('a search within texts is planned for its value each time', () => {
  const [search] = sent(['select from reviews where comment ilike $1'])
  expect(search).toEqual({ text: 'select from reviews where comment ilike $1', values: [1] })
})
