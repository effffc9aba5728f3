import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { PICKER_BATCH_SIZE } from '../../routers/rules/read/picker.ts'
import { RULE_BATCH_SIZE } from '../../routers/rules/read/requirements.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld } from '../support/world.ts'

const RULES = 3_200
/** The limit of characters of one chunk, for texts of any length. */
const PIECE = 4_000_000

const world = createOwnWorld()
let workspace: Workspace
let cookie: string

beforeAll(async () => {
  workspace = await createWorkspace(world)
  cookie = await world.createCookie(workspace.people.viewer)
  const db = world.database.queries
  const { id } = workspace.component
  await sql`insert into rules (component_id, document_type, rule_id, version, title, status, fixtext, srg_rule_id)
    select ${id}::integer, 'stig', lpad(n::text, 6, '0'), case when n % 7 > 0 then 'SRG-APP-' || lpad((n % 1000)::text, 6, '0') end,
      'Title "' || n || '"', 'Not Yet Determined', repeat('x', 8000), (select min(srg_rule_id) from rules where component_id = ${id}::integer)
    from generate_series(4, ${RULES}::integer) n where n % 50 > 0`.execute(db)
  await sql`insert into rule_checks (rule_id, content) select id, 'Look at ' || rule_id from rules where rule_id > '000003'`.execute(
    db,
  )
  await sql`insert into disa_descriptions (rule_id, vuln_discussion) select id, rule_id from rules where rule_id > '000003'`.execute(
    db,
  )
  await sql`insert into satisfactions (component_id, rule_id, satisfied_by_rule_id)
    select ${id}::integer, child.id, parent.id from rules child
    join rules parent on parent.component_id = child.component_id and parent.rule_id::integer = 3201 - child.rule_id::integer
    where child.component_id = ${id}::integer and child.rule_id < '001600'`.execute(db)
  await sql`insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status)
    select ${workspace.project.id}::integer, ${id}::integer, id, 'BaseRule', ${workspace.people.viewer.id}::integer, 'comment', 'About ' || rule_id, 'pending'
    from rules where component_id = ${id}::integer and rule_id::integer % 3 = 0`.execute(db)
  await sql`insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, responding_to_review_id)
    select project_id, component_id, rule_id, 'BaseRule', user_id, 'comment', 'Reply', id from reviews
    where component_id = ${id}::integer and id % 5 = 0`.execute(db)
  await sql`update rules set deleted_at = now() where component_id = ${id}::integer and rule_id in ('000007', '001000', '003199')`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}, 120_000)

const getPickerPath = () => `/components/${workspace.component.id}/rules_picker`
const listPath = () => `/components/${workspace.component.id}/rules`
const ask = (
  path: string,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: string } = {},
) => world.app.request(path, { method, headers: { cookie, ...headers } })
const createRuleCaller = () => world.as(workspace.people.viewer).rules

const LISTS = [
  {
    name: 'the picker',
    path: getPickerPath,
    portion: PICKER_BATCH_SIZE,
    member: 'rules',
    read: /with "page"/,
    whole: () => createRuleCaller().picker({ componentId: workspace.component.id }),
  },
  {
    name: 'the requirement list',
    path: listPath,
    portion: RULE_BATCH_SIZE,
    member: null,
    read: /"srg_rule_attributes"/,
    whole: () => createRuleCaller().list({ componentId: workspace.component.id }),
  },
  {
    name: 'the page',
    path: () => `/components/${workspace.component.id}`,
    portion: RULE_BATCH_SIZE,
    member: 'rules',
    read: /"srg_rule_attributes"/,
    whole: () => world.as(workspace.people.viewer).components.show({ id: workspace.component.id }),
  },
]

async function openReader(path: string) {
  const { body } = await ask(path)
  if (!body) throw new Error('no body')
  return body.getReader()
}

/** Makes the database fail in the middle of an answer: renames a table that every chunk reads. */
async function withoutSatisfactions(work: () => Promise<void>): Promise<void> {
  const db = world.database.queries
  await sql`alter table satisfactions rename to away`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table away rename to satisfactions`.execute(db)
  }
}

describe.each(LISTS)('$name of a large component', ({ path, portion, member, read, whole }) => {
  const countRows = (text: string) => text.split('"displayed_name":').length - 1

  it('returns the same content in chunks as in one piece', async () => {
    const answer = await ask(path())
    expect(answer.headers.get('content-type')).toBe('application/json')
    const body: unknown = await answer.json()
    expect(body).toEqual(await whole())
    const rows: unknown = member && body && typeof body === 'object' ? Reflect.get(body, member) : body
    expect(rows).toHaveLength(RULES - 64 - 2)
  })

  it('E-23: holds one chunk at a time, however slow the reader is', async () => {
    const reader = await openReader(path())
    const decoder = new TextDecoder()
    let text = ''
    let pieces = 0
    for (;;) {
      const { result, statements } = await recordStatements(async () => {
        const chunk = await reader.read()
        await ask('/up')
        return chunk
      })
      expect(statements.filter((statement) => read.test(statement)).length).toBeLessThanOrEqual(1)
      if (result.done) break
      const piece = decoder.decode(result.value)
      expect(countRows(piece)).toBeLessThanOrEqual(portion)
      expect(piece.length).toBeLessThan(PIECE)
      text += piece
      pieces += 1
    }
    expect(pieces).toBeGreaterThanOrEqual(Math.ceil((RULES - 66) / portion))
    expect(JSON.parse(text)).toEqual(await whole())
  })

  it('E-23: reads no further chunk once its reader disconnects', async () => {
    const reader = await openReader(path())
    await reader.read()
    const { statements } = await recordStatements(async () => {
      await reader.cancel()
      await (await ask('/api/auth/me')).text()
    })
    expect(statements.filter((statement) => read.test(statement))).toEqual([])
  })

  it('answers HEAD after reading only the first chunk', async () => {
    const { result, statements } = await recordStatements(async () => ask(path(), { method: 'HEAD' }))
    expect([result.status, await result.text()]).toEqual([200, ''])
    expect(result.headers.get('content-type')).toBe('application/json')
    expect(statements.filter((statement) => read.test(statement))).toHaveLength(1)
  })

  it('ignores conditional request headers', async () => {
    const answer = await ask(path(), { headers: { 'if-none-match': '*' } })
    expect(answer.status).toBe(200)
    expect(countRows(await answer.text())).toBe(RULES - 66)
  })

  it('returns the error status if the error occurs before the first byte', async () => {
    expect((await ask('/components/2147483647/rules_picker')).status).toBe(404)
    await withoutSatisfactions(async () => {
      const answer = await ask(path())
      expect(answer.status).toBe(500)
      expect(await answer.json()).toMatchObject({ reason: 'internal_error' })
    })
  })

  it('is cut off if an error occurs after the first byte, and the error is logged', async () => {
    const reader = await openReader(path())
    await reader.read()
    await withoutSatisfactions(async () => {
      await expect(reader.read()).rejects.toThrow()
    })
    expect(world.logged.some((line) => line.includes('response cut off'))).toBe(true)
  })
})

it('returns the picker byte for byte as documented', async () => {
  const answer = await ask(getPickerPath())
  expect(await answer.text()).toBe(
    JSON.stringify(await createRuleCaller().picker({ componentId: workspace.component.id })),
  )
})

it('stops reading the requirement list when the connection ends', async () => {
  const listener = getRequestListener(world.app.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { statements } = await recordStatements(async () => {
    const request = get({ port, path: listPath(), headers: { cookie } })
    await once(request, 'response')
    request.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const portions = Math.ceil((RULES - 66) / RULE_BATCH_SIZE)
  expect(statements.filter((statement) => /"srg_rule_attributes"/.test(statement)).length).toBeLessThan(
    portions,
  )
})

it('C-44: the picker ends after the highest possible number', async () => {
  const other = await createWorkspace(world)
  const { id } = other.component
  const db = world.database.queries
  await sql`insert into rules (component_id, document_type, rule_id, title, status, srg_rule_id)
    select ${id}::integer, 'stig', n::text, 'Title', 'Not Yet Determined',
      (select min(srg_rule_id) from rules where component_id = ${id}::integer)
    from generate_series(${1_000_000 - PICKER_BATCH_SIZE}::integer, 999999) n`.execute(db)
  await sql`delete from rules where component_id = ${id}::integer and rule_id < '000004'`.execute(db)
  const response = await world.app.request(`/components/${id}/rules_picker`, {
    headers: { cookie: await world.createCookie(other.people.viewer) },
  })
  let text = ''
  const decoder = new TextDecoder()
  // A list without an end would never be read completely.
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 10 * PIECE) break
  }
  expect(JSON.parse(text).rules).toHaveLength(PICKER_BATCH_SIZE)
})
