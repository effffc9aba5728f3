import { describe, expect, it } from 'vitest'
import { READS } from '../../bench/floor/all-reads.ts'
import { WRITES } from '../../bench/floor/all-writes.ts'
import { ADDRESSES } from '../../bench/limit/statements.ts'
import { isImplemented } from '../../bench/operations/implemented-operations.ts'
import { listRows } from '../../bench/operations/list-operations.ts'
import { listOperations, serviceDocument } from '../support/openapi.ts'
import { RECIPES } from '../support/recipes.ts'
import { toRecipeKey } from '../support/recipes/request-address.ts'

const lines = listRows(serviceDocument, RECIPES)
const names = lines.map(({ name }) => name)

describe('the table of npm run bench', () => {
  it.each(listOperations(serviceDocument))('has a line for $method $path', (operation) => {
    expect(names).toContain(toRecipeKey(operation, RECIPES))
  })

  it('has no line for an operation without a request, and does not start', () => {
    const { 'GET /projects': _, ...others } = RECIPES
    expect(() => listRows(serviceDocument, others)).toThrow('GET /projects has no request')
  })

  it('has each line once', () => {
    expect(new Set(names).size).toBe(names.length)
  })

  it('names the limit for every operation that the limit program answers', () => {
    const onLimit = lines.filter(({ name, method, path }) => isImplemented('limit', name, method, path))
    const paths = new Set(onLimit.map(({ path }) => path.replaceAll(/\{\w+\}/g, '{id}')))
    expect([...paths].toSorted()).toEqual(ADDRESSES.map(([path]) => path).toSorted())
  })

  it('names the floor for every operation that the floor program answers', () => {
    const answered = [...Object.keys(READS), ...Object.keys(WRITES)]
    expect(answered.filter((name) => !names.includes(name))).toEqual([])
  })
})
