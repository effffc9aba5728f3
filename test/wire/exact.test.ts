import { readFileSync } from 'node:fs'
import type { AnyTRPCProcedure } from '@trpc/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { appRouter } from '../../routers/index.ts'
import { exactly } from '../../src/wire/exact.ts'

const Row = z.object({
  id: z.int(),
  name: z.string().nullable(),
  kind: z.enum(['a', 'b']),
  due: z.iso.date().nullable(),
  note: z.string().optional(),
  marks: z.array(z.object({ up: z.boolean() })),
  locked: z.partialRecord(z.enum(['check', 'fix']), z.literal(true)),
})
const row = { id: 1, name: null, kind: 'a', due: '2026-03-01', marks: [{ up: true }], locked: { fix: true } }

it.each([
  ['with all of its members', row],
  ['with an optional one', { id: 1, name: 'x', kind: 'b', due: null, note: '', marks: [], locked: {} }],
])('a value %s is what parsing makes of it', (_, value) => {
  expect(exactly(Row)(value)).toBe(true)
  expect(JSON.stringify(Row.parse(value))).toBe(JSON.stringify(value))
})

it.each([
  ['with a member more', { ...row, secret: 'x' }],
  ['with a member more within', { ...row, marks: [{ up: true, secret: 'x' }] }],
  ['with a member less', { id: 1, name: null, kind: 'a', due: null, marks: [] }],
  ['in another order', { name: null, id: 1, kind: 'a', due: null, marks: [], locked: {} }],
  ['with a fraction', { ...row, id: 1.5 }],
  ['with an unknown word', { ...row, kind: 'c' }],
  ['with an impossible day', { ...row, due: '2026-02-30' }],
  ['with an unknown key', { ...row, locked: { other: true } }],
  ['with a key that is a prototype', JSON.parse('{"__proto__": {"secret": 1}}')],
  ['with a member that is no list', { ...row, marks: { 0: { up: true } } }],
  ['with a hole', { ...row, marks: [{ up: true }, undefined] }],
  ['of a class', Object.assign(Object.create({ toJSON: () => 'secret' }), row)],
  ['that is none', null],
  ['that is a list', [row]],
])('a value %s is parsed', (_, value) => {
  expect(exactly(Row)(value)).toBe(false)
})

it.each([
  [
    'may have one of several shapes',
    z.union([z.object({ a: z.int() }), z.object({ a: z.int(), b: z.int() })]),
  ],
  ['keeps other members', z.looseObject({ a: z.int() })],
  ['refuses other members', z.strictObject({ a: z.int() })],
  ['is changed', z.object({ a: z.int(), b: z.int() }).transform(({ a }) => ({ a }))],
  ['is completed', z.object({ a: z.int() }).default({ a: 1 })],
  ['is checked', z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a < b)],
])('what %s is always parsed', (_, schema) => {
  expect(exactly(schema)({ a: 1, b: 2 })).toBe(false)
})

it('a text that its schema changes is parsed', () => {
  expect(exactly(z.string().trim())(' a')).toBe(false)
  expect(exactly(z.string().trim())('a')).toBe(true)
  expect(exactly(z.coerce.number())('1')).toBe(false)
  expect(exactly(z.record(z.string(), z.int()))(JSON.parse('{"__proto__": 1}'))).toBe(false)
})

/** The recorded answers of the operations, each with the schema of its answers. */
function recorded(): [name: string, schema: z.core.$ZodType, answer: unknown][] {
  const examples: unknown = JSON.parse(
    readFileSync(new URL('../../openapi/examples/recorded.json', import.meta.url), 'utf8'),
  )
  const procedures: object = appRouter._def.procedures
  return Object.entries(procedures).flatMap(([name, procedure]: [string, AnyTRPCProcedure]) => {
    const definition: object = procedure._def
    const output: unknown = 'output' in definition ? definition.output : undefined
    const example: unknown = Object.entries(examples ?? {}).find(
      ([key]) => key === name.replaceAll('.', '_'),
    )?.[1]
    const answer: unknown = example instanceof Object && 'answer' in example ? example.answer : undefined
    return output instanceof z.core.$ZodType && answer instanceof Object ? [[name, output, answer]] : []
  })
}

it('of the recorded answers nearly all need no parsing, and those are what parsing makes of them', () => {
  const all = recorded()
  const exact = all.filter(([, schema, answer]) => exactly(schema)(answer))
  expect(exact.length).toBeGreaterThan(all.length * 0.85)
  for (const [name, schema, answer] of exact)
    expect(JSON.stringify(z.parse(schema, answer)), name).toBe(JSON.stringify(answer))
})
