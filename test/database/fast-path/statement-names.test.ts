import { expect, it } from 'vitest'
import {
  createNames,
  createStatementNames,
  markConstant,
  markPlannedOnce,
} from '../../../src/database/fast-path/statement-names.ts'
import { wrapClient } from '../../../src/database/server/wrap-client.ts'

/** The names that a connection receives for these statements. */
function sendTexts(texts: string[], values: unknown[] = [1]): unknown[] {
  const names: unknown[] = []
  const client = { query: (...args: unknown[]) => void names.push(args[0]) }
  wrapClient(client, [createStatementNames().nameStatements(client)])
  for (const text of texts) client.query(text, values)
  return names
}

it('gives a statement with values a name, always the same one', () => {
  expect(sendTexts(['select $1', 'select -$1', 'select $1'])).toMatchObject([
    { name: 's0' },
    { name: 's1' },
    { name: 's0' },
  ])
})

it('names a constant statement without values, and leaves others without values unnamed', () => {
  markConstant('select 1')
  const ids = 'select "r0".* from "reviews" as "r0" where "r0"."id" in (1, 2, 3)'
  expect(sendTexts(['select 1', ids, 'begin', 'select 1'], [])).toEqual([
    { name: 's0', text: 'select 1', values: [] },
    ids,
    'begin',
    { name: 's0', text: 'select 1', values: [] },
  ])
})

it('leaves a search unnamed, so that it is planned for its value', () => {
  const [search] = sendTexts(['select from reviews where comment ilike $1'])
  expect(search).toEqual({ text: 'select from reviews where comment ilike $1', values: [1] })
})

it('names a search whose plan is the same for any value', () => {
  markPlannedOnce('select from people where name like $1')
  expect(sendTexts(['select from people where name like $1'])).toMatchObject([{ name: 's0' }])
})

it('takes the name of the least recently used of more than 500 statements, and never reuses it', () => {
  const lost: string[] = []
  const assignName = createNames((text) => lost.push(text))
  const texts = Array.from({ length: 500 }, (_, index) => `select $1 + ${index}`)
  expect(new Set(texts.map(assignName)).size).toBe(500)
  expect(assignName('select $1 + 0')).toBe('s0')
  expect(assignName('one more')).toBe('s500')
  expect(lost).toEqual(['select $1 + 1'])
  expect(assignName('select $1 + 0')).toBe('s0')
  expect(assignName('select $1 + 1')).toBe('s501')
})

it('reports a connection as full after a thousand names, and not the others of its pool', () => {
  const { nameStatements, isFull } = createStatementNames()
  const [busy, idle] = [{ query: () => undefined }, { query: () => undefined }]
  for (const client of [busy, idle]) wrapClient(client, [nameStatements(client)])
  const ask: (text: string, values: unknown[]) => unknown = busy.query
  for (let index = 0; index < 999; index += 1) ask(`select $1 + ${index}`, [1])
  expect(isFull(busy)).toBe(false)
  ask('one more', [1])
  expect([busy, idle].map(isFull)).toEqual([true, false])
})
