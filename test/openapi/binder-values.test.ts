import { describe, expect, it } from 'vitest'
import { sampleRouter } from '../support/sample-router.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld({}, sampleRouter)
const createPerson = async () => world.rest(await world.createUser())
const readInput = async (query: string) => {
  const { get } = await createPerson()
  return (await get(`/samples?${query}`)).body.input
}

describe('a path id', () => {
  it.each([
    'abc',
    '0',
    '-1',
    '01',
    '+1',
    '1.0',
    '1e0',
    '0x1',
    '1 ',
    '%201',
    '2147483648',
    '99999999999999999999',
    '%00',
    '%ff',
    '%E0%A4%A',
    '%',
    '1%0d%0aset-cookie:x=1',
    '..%2f1',
    '%EF%BC%91',
    'null',
    'NaN',
  ])('E-2: is answered as %s with the 404 of an unknown id', async (id) => {
    const { get } = await world.rest(await world.createSystemAdmin())
    const { status, body, headers } = await get(`/samples/${id}`)
    expect(status).toBe(404)
    expect(body.reason).toBe('not_found')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('may be percent-encoded', async () => {
    const project = await world.createProject()
    const { get } = await world.rest(await world.createSystemAdmin())
    const digits = String(project.id).replaceAll(/\d/g, '%3$&')
    expect((await get(`/samples/${digits}`)).body.input).toEqual({ id: project.id })
  })

  it('yields to a literal path segment', async () => {
    expect((await (await createPerson()).get('/samples/latest')).body.input).toBe('latest')
  })

  it('overrides a member or parameter of its name', async () => {
    const project = await world.createProject()
    const author = await world.rest(await world.createMember(project, 'author'))
    const { body } = await author.patch(`/samples/${project.id}?id=1`, { id: 1, sample: {} })
    expect(body.input.id).toBe(project.id)
  })
})

describe('a text in a path', () => {
  it('arrives decoded', async () => {
    const { get } = await createPerson()
    expect((await get('/named/a%20b%2Fc')).body.input).toEqual({ name: 'a b/c' })
  })

  it.each(['%00', 'a%00b', 'x'.repeat(21)])('is a 404 when it cannot be decoded, as %s', async (name) => {
    const { get } = await createPerson()
    expect((await get(`/named/${name}`)).status).toBe(404)
  })
})

describe('a query', () => {
  it('parses integers, booleans and defaults', async () => {
    expect(await readInput('kind=plain&page=3&flag=0')).toEqual({
      kind: 'plain',
      page: 3,
      per_page: 25,
      flag: false,
    })
    expect(await readInput('kind=plain&flag=true')).toMatchObject({ flag: true, page: 1 })
  })

  it.each(['ids=4&ids=5', 'ids[]=4&ids[]=5', 'ids%5B%5D=4&ids%5B%5D=5'])(
    'parses lists as %s',
    async (query) => {
      expect((await readInput(`kind=plain&${query}`)).ids).toEqual([4, 5])
    },
  )

  it.each(['ids=4', 'ids[]=4'])('E-6: parses a list of one as %s', async (query) => {
    expect((await readInput(`kind=plain&${query}`)).ids).toEqual([4])
  })

  it('ignores unknown parameters, and names that could reach a prototype', async () => {
    expect(await readInput('kind=plain&other=1&__proto__=1&constructor=1&toString[]=1')).toEqual({
      kind: 'plain',
      page: 1,
      per_page: 25,
    })
  })

  it('E-3: is a 400 problem without a required parameter', async () => {
    const { status, body } = await (await createPerson()).get('/samples')
    expect(status).toBe(400)
    expect(body).toMatchObject({ status: 400, reason: 'parameter_missing', parameter: 'kind' })
  })

  it.each([
    ['kind=other', 'kind', 'must be one of: plain, fancy'],
    ['kind=', 'kind', 'must be one of: plain, fancy'],
    ['kind=plain&kind=fancy', 'kind', 'must be one of: plain, fancy'],
    ['kind=plain&page=0', 'page', 'must be at least 1'],
    ['kind=plain&page=x', 'page', 'must be an integer'],
    ['kind=plain&page=', 'page', 'must be an integer'],
    ['kind=plain&page=1.0', 'page', 'must be an integer'],
    ['kind=plain&page=1e2', 'page', 'must be an integer'],
    ['kind=plain&page=1&page=2', 'page', 'must be an integer'],
    ['kind=plain&page=99999999999999999999', 'page', 'must be an integer'],
    ['kind=plain&per_page=101', 'per_page', 'must be at most 100'],
    ['kind=plain&flag=yes', 'flag', 'must be true or false'],
    ['kind=plain&ids=4&ids=x', 'ids.1', 'must be an integer'],
    [`kind=plain&q=${'x'.repeat(21)}`, 'q', 'must have at most 20 characters'],
    ['kind=plain&q=%00', 'q', 'must not contain NUL characters'],
  ])('is a 422 toast as %s', async (query, field, message) => {
    const { status, body } = await (await createPerson()).get(`/samples?${query}`)
    expect(status).toBe(422)
    expect(body).toMatchObject({ reason: 'validation', errors: { [field]: [message] } })
  })
})

describe('a value in a body', () => {
  it('E-6: may be the text of an integer or boolean, or 0 and 1', async () => {
    const { post } = await createPerson()
    const values = {
      name: '12',
      count: '5',
      ratio: '0.5',
      flag: 1,
      ids: ['7', 8],
      flags: { a: '0' },
      either: '9',
    }
    expect((await post('/samples', { sample: values, expected_lock_version: '3' })).body.input).toEqual({
      sample: { name: '12', count: 5, ratio: 0.5, flag: true, ids: [7, 8], flags: { a: false }, either: '9' },
      expected_lock_version: 3,
    })
  })

  it('is not converted to a list or a text', async () => {
    const { post } = await createPerson()
    const { status, body } = await post('/samples', { sample: { name: 5, ids: 7 } })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ name: ['must be text'], ids: ['must be a list'] })
  })

  it('E-6: of a PATCH may be null if it is nullable, and absent', async () => {
    const project = await world.createProject()
    const { patch, put } = await world.rest(await world.createMember(project, 'author'))
    const path = `/samples/${project.id}`
    expect((await patch(path, { sample: { note: null } })).body.input.sample).toEqual({ note: null })
    expect((await put(path, { sample: {} })).body.input.sample).toEqual({})
    const { status, body } = await patch(path, { sample: { name: null } })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ name: ['must be text'] })
  })

  it.each([
    [{ name: '' }, 'name', 'must not be blank'],
    [{ name: ' \t\n ' }, 'name', 'must not be blank'],
    [{}, 'name', 'is required'],
    [{ name: 'x'.repeat(21) }, 'name', 'must have at most 20 characters'],
    [{ name: 'a\0b' }, 'name', 'must not contain NUL characters'],
    [{ name: 'a\ud800b' }, 'name', 'must be well-formed Unicode'],
    [{ name: {} }, 'name', 'must be text'],
    [{ name: 'a', count: 11 }, 'count', 'must be at most 10'],
    [{ name: 'a', count: 1.5 }, 'count', 'must be an integer'],
    [{ name: 'a', count: '1.5' }, 'count', 'must be an integer'],
    [{ name: 'a', count: 1e300 }, 'count', 'must be at most 10'],
    [{ name: 'a', count: true }, 'count', 'must be an integer'],
    [{ name: 'a', ratio: 'half' }, 'ratio', 'must be a number'],
    [{ name: 'a', flag: 2 }, 'flag', 'must be true or false'],
    [{ name: 'a', flag: null }, 'flag', 'must be true or false'],
    [{ name: 'a', kind: 'Plain' }, 'kind', 'must be one of: plain, fancy'],
    [{ name: 'a', ids: [1, 2, 3, 4] }, 'ids', 'must have at most 3 entries'],
    [{ name: 'a', ids: [2 ** 31] }, 'ids.0', 'must be at most 2147483647'],
    [{ name: 'a', flags: [] }, 'flags', 'must be an object'],
    [{ name: 'a', due: '2026-02-30' }, 'due', 'must be a date of the form YYYY-MM-DD'],
  ])('is a 422 toast in plain words: %j', async (sample, field, message) => {
    const { post } = await createPerson()
    const { status, body } = await post('/samples', { sample })
    expect(status).toBe(422)
    expect(body.reason).toBe('validation')
    expect(body.errors[field]).toContain(message)
    expect(body.toast.title).toBe('Invalid values')
    expect(body.toast.message.join()).toContain(message)
  })

  it('counts characters, not code units', async () => {
    const { post } = await createPerson()
    expect((await post('/samples', { sample: { name: '🦀'.repeat(20) } })).status).toBe(201)
    expect((await post('/samples', { sample: { name: '🦀'.repeat(21) } })).status).toBe(422)
  })
})
