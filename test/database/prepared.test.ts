import { expect, it } from 'vitest'
import {
  nameStatements,
  neverChanges,
  plannedAlike,
  statementNames,
} from '../../src/database/statements/prepared.ts'

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

it('of more than 500 texts the one that was not asked for the longest loses its name, which no other gets', () => {
  const lost: string[] = []
  const nameOf = nameStatements((text) => lost.push(text))
  const texts = Array.from({ length: 500 }, (_, at) => `select $1 + ${at}`)
  expect(new Set(texts.map(nameOf)).size).toBe(500)
  expect(nameOf('select $1 + 0')).toBe('s0')
  expect(nameOf('one more')).toBe('s500')
  expect(lost).toEqual(['select $1 + 1'])
  expect(nameOf('select $1 + 0')).toBe('s0')
  expect(nameOf('select $1 + 1')).toBe('s501')
})

it('a connection that has had a thousand names is full, others of its pool are not', () => {
  const named = statementNames()
  const [busy, idle] = [{ query: () => undefined }, { query: () => undefined }]
  named(busy)
  named(idle)
  const ask: (text: string, values: unknown[]) => unknown = busy.query
  for (let at = 0; at < 999; at += 1) ask(`select $1 + ${at}`, [1])
  expect(named.isFull(busy)).toBe(false)
  ask('one more', [1])
  expect([busy, idle].map(named.isFull)).toEqual([true, false])
})
