import { describe, expect, it } from 'vitest'
import { sampleRouter } from '../support/sample-router.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({}, sampleRouter)
const createPerson = async () => world.rest(await world.createUser())

function sendChunked(size: number, type: string) {
  let remaining = size
  const body = new ReadableStream({
    pull(controller) {
      if (remaining <= 0) return controller.close()
      controller.enqueue(new Uint8Array(Math.min(remaining, 65_536)).fill(97))
      remaining -= 65_536
    },
  })
  return { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } } as const
}

const createCookie = async () => world.createCookie(await world.createUser())

describe('an unreadable body', () => {
  it('is not a service error if its client disconnected', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    const init = { method: 'POST', body, duplex: 'half' } as const
    const headers = { 'content-type': 'application/json', cookie: await createCookie() }
    const answer = await world.app.request('/samples', { ...init, headers })
    expect(answer.status).toBe(400)
    expect(world.logged.filter((line) => line.includes('unexpected error'))).toEqual([])
  })

  it.each([
    ['broken JSON', '{"sample":'],
    ['a list', '[]'],
    ['a text', '"sample"'],
    ['a number', '5'],
    ['null', 'null'],
    ['two documents', '{} {}'],
    ['10,000 open objects', '{"a":'.repeat(10_000)],
    ['10,000 nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['100,000 nested lists', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a bad number', '{"sample": {"count": 01}}'],
  ])('E-3: is a 400 problem when it is %s', async (_, text) => {
    const { post } = await createPerson()
    const { status, body, headers } = await post('/samples', text)
    expect(status).toBe(400)
    expect(body.reason).toBe('malformed_request')
    expect(headers.get('content-type')).toContain('application/problem+json')
  })

  it('is a 400 problem when it is not UTF-8', async () => {
    const response = await world.app.request('/samples', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: await createCookie() },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    })
    expect(response.status).toBe(400)
  })

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'is a 415 problem as %s',
    async (type) => {
      const { post } = await createPerson()
      const { status, body } = await post('/samples', '{"sample": {"name": "a"}}', { 'content-type': type })
      expect(status).toBe(415)
      expect(body.reason).toBe('unsupported_media_type')
    },
  )

  it.each(['gzip', 'br, gzip'])('is a 415 problem with the Content-Encoding %s', async (encoding) => {
    const { post } = await createPerson()
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await post('/samples', '{"sample": {"name": "a"}}', headers)
    expect([answer.status, answer.body.reason]).toEqual([415, 'unsupported_media_type'])
    expect(answer.headers.get('accept-encoding')).toBe('identity')
    const identity = { ...headers, 'content-encoding': 'identity' }
    expect((await post('/samples', '{"sample": {"name": "a"}}', identity)).status).toBe(201)
  })

  it('requires no media type when it is empty', async () => {
    const { post } = await createPerson()
    const { status, body } = await post('/samples', '', { 'content-type': 'text/plain' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ reason: 'parameter_missing', parameter: 'sample' })
  })

  it('E-11: is a 413 problem over 1 MiB, announced or chunked', async () => {
    const { post } = await createPerson()
    const { status, body } = await post('/samples', JSON.stringify({ pad: 'x'.repeat(1_048_576) }))
    expect(status).toBe(413)
    expect(body.reason).toBe('payload_too_large')
    const init = sendChunked(1_200_000, 'application/json')
    const response = await world.app.request('/samples', {
      ...init,
      headers: { ...init.headers, cookie: await createCookie() },
    })
    expect(response.status).toBe(413)
  })

  it('may have exactly 1 MiB', async () => {
    const { post } = await createPerson()
    const frame = JSON.stringify({ sample: { name: 'a' }, pad: '' })
    const body = frame.replace('""', `"${'x'.repeat(1_048_576 - frame.length)}"`)
    expect((await post('/samples', body)).status).toBe(201)
  })
})

describe('a JSON body', () => {
  it('may declare its character set, in upper or lower case', async () => {
    const { post } = await createPerson()
    const type = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await post('/samples', '{"sample": {"name": "ä"}}', type)).body.input.sample.name).toBe('ä')
  })

  it('uses the last of duplicate members', async () => {
    const { post } = await createPerson()
    const { body } = await post('/samples', '{"sample": {"name": "a"}, "sample": {"name": "b"}}')
    expect(body.input.sample.name).toBe('b')
  })

  it('cannot reach a prototype', async () => {
    const { post } = await createPerson()
    const text =
      '{"__proto__": {"polluted": 1}, "sample": {"name": "a", "__proto__": {"count": 5}, "anything": {"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}}}'
    const { status, body } = await post('/samples', text)
    expect(status).toBe(201)
    expect(body.input.sample).toEqual({
      name: 'a',
      anything: { constructor: { prototype: { polluted: 1 } } },
    })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('ignores unknown members', async () => {
    const { post } = await createPerson()
    const { body } = await post('/samples', { sample: { name: 'a', unknown: 1 }, other: 2 })
    expect(body.input).toEqual({ sample: { name: 'a' } })
  })

  it.each([
    ['absent', {}],
    ['null', { sample: null }],
    ['a list', { sample: [] }],
    ['a text', { sample: 'name' }],
  ])('E-3: is a 400 when its wrapper is %s', async (_, values) => {
    const { post } = await createPerson()
    const { status, body } = await post('/samples', values)
    expect(status).toBe(400)
    expect(body).toMatchObject({ reason: 'parameter_missing', parameter: 'sample' })
  })

  it('is read from a DELETE, whose missing fields are 422', async () => {
    const project = await world.createProject()
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const done = await admin.delete(`/samples/${project.id}`, { audit_comment: 'gone', force: 'true' })
    expect(done.body).toEqual({ input: { id: project.id, audit_comment: 'gone', force: true } })
    const refused = await admin.delete(`/samples/${project.id}`)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({ audit_comment: ['is required'] })
  })
})

describe('an upload', () => {
  const createForm = (size: number, field = 'file') => {
    const data = new FormData()
    data.append(field, new File([new Uint8Array(size)], 'guide.xml'))
    return data
  }

  it('arrives with its name, and repeated form values as lists where lists are declared', async () => {
    const { post } = await createPerson()
    const data = createForm(5)
    data.append('tags', 'one')
    expect((await post('/uploads', data)).body).toEqual({ filename: 'guide.xml', bytes: 5, tags: ['one'] })
    data.append('tags', 'two')
    expect((await post('/uploads', data)).body.tags).toEqual(['one', 'two'])
    const bracketed = createForm(5)
    bracketed.append('tags[]', 'one')
    expect((await post('/uploads', bracketed)).body.tags).toEqual(['one'])
  })

  it('E-3: is a 400 without its file, and 415 as JSON', async () => {
    const { post } = await createPerson()
    const data = new FormData()
    data.append('tags', 'one')
    const { status, body } = await post('/uploads', data)
    expect(status).toBe(400)
    expect(body).toMatchObject({ reason: 'parameter_missing', parameter: 'file' })
    expect((await post('/uploads', { file: 'x' })).status).toBe(415)
  })

  it('E-11: is a 422 toast over its limit, by size or by announcement', async () => {
    const { post } = await createPerson()
    const announced = { 'content-length': String(4 * 1024 * 1024) }
    for (const [size, headers] of [
      [2 * 1024 * 1024 + 1, {}],
      [4 * 1024 * 1024, {}],
      [10, announced],
    ] as const) {
      const { status, body } = await post('/uploads', createForm(size), headers)
      expect(status).toBe(422)
      expect(body.errors).toEqual({ file: ['is larger than the limit of 2 MiB'] })
      expect(body.toast.variant).toBe('danger')
    }
    expect((await post('/uploads', createForm(2 * 1024 * 1024))).status).toBe(200)
  })

  it('E-11: is a 422 that names the field and the file if it is empty', async () => {
    const { post } = await createPerson()
    const { status, body } = await post('/uploads', createForm(0))
    expect([status, body.errors]).toEqual([422, { file: ['guide.xml is empty (0 bytes)'] }])
    expect(body.toast.message).toEqual(['File guide.xml is empty (0 bytes)'])
  })

  it('E-11: is the only reported error if the other fields were not read', async () => {
    const { post } = await createPerson()
    const { status, body } = await post('/attachments', createForm(4 * 1024 * 1024, 'sample[file]'))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ file: ['is larger than the limit of 2 MiB'] })
  })

  it('is a 413 if its other fields are larger than a JSON body may be', async () => {
    const { post } = await createPerson()
    const data = createForm(3)
    data.append('tags', 'x'.repeat(1024 * 1024 + 1))
    const { status, body } = await post('/uploads', data)
    expect([status, body.reason]).toEqual([413, 'payload_too_large'])
    expect(body.detail).toMatch(/fields are larger/)
  })

  it('may be omitted if JSON allows it too', async () => {
    const { post } = await createPerson()
    expect((await post('/attachments', { sample: { name: 'a' } })).body.input).toEqual({ name: 'a' })
    const data = createForm(3, 'sample[file]')
    data.append('sample[name]', 'b')
    expect((await post('/attachments', data)).body.input).toEqual({ name: 'b', size: 3 })
  })

  it('E-3: is absent if a browser sends a file input without a file', async () => {
    const { post } = await createPerson()
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const createPart = (name: string, rest: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${rest}`
    const empty = '; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n'
    const { status, body } = await post('/uploads', `${createPart('file', empty)}--x--`, type)
    expect([status, body.parameter]).toEqual([400, 'file'])
    const form = createPart('sample[file]', empty) + createPart('sample[name]', '\r\n\r\nb\r\n')
    expect((await post('/attachments', `${form}--x--`, type)).body.input).toEqual({ name: 'b' })
  })

  it('E-4: is a 422 that asks for a file when its part is text', async () => {
    const { post } = await createPerson()
    const data = new FormData()
    data.append('file', 'text')
    const { status, body } = await post('/uploads', data)
    expect([status, body.errors]).toEqual([422, { file: ['must be an uploaded file'] }])
  })

  it('is a 400 when its parts are malformed', async () => {
    const { post } = await createPerson()
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await post('/uploads', '--y\r\nnonsense', type)).body.reason).toBe('malformed_request')
    expect((await post('/uploads', 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
  })

  it.each(['', 'abc', 'abc\r\n', 'abc\r\n--x', 'abc\r\n--x\r\ncontent-'])(
    'is a 400 when it ends within a file: %j',
    async (content) => {
      const { post } = await createPerson()
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\n\r\n'
      const { status, body } = await post('/uploads', part + content, type)
      expect([status, body.reason]).toEqual([400, 'malformed_request'])
    },
  )

  it.each([21, 300])('is a 400 when it has %i files, even in one chunk', async (count) => {
    const { post } = await createPerson()
    const data = new FormData()
    for (let index = 0; index < count; index += 1) data.append('file', new File(['x'], 'x'.repeat(3000)))
    expect((await post('/uploads', data)).body.reason).toBe('malformed_request')
  })

  it('cannot reach a prototype through its field names', async () => {
    const { post } = await createPerson()
    const data = createForm(3, 'sample[file]')
    for (const name of [
      '__proto__[polluted]',
      'sample[__proto__][polluted]',
      'constructor[prototype][polluted]',
    ]) {
      data.append(name, '1')
    }
    data.append(`deep${'[a]'.repeat(5000)}`, '1')
    data.append('sample[name]', 'b')
    expect((await post('/attachments', data)).status).toBe(200)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
