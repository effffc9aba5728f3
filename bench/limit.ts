import { createServer } from 'node:http'
import { Pool, types } from 'pg'
import { digestHex } from '../src/lib/secrets.ts'
import { ADDRESSES, toStatement } from './limit/statements.ts'

/**
 * The limit, the fastest possible baseline: `node:http`, and for each request one prepared statement that looks up the
 * session, checks the role and creates the JSON. Prints its port for the driver.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
types.setTypeParser(types.builtins.JSON, (text) => text)

const routes = ADDRESSES.map(([pattern, name]) => ({
  name,
  text: toStatement(name),
  pattern: new RegExp(`^${pattern.replaceAll('{id}', '(\\d+)')}$`),
}))

const server = createServer((request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const digest = digestHex(/_service_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
  const answer = (status: number, body: string) => {
    const length = Buffer.byteLength(body)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': length }).end(body)
  }
  for (const { name, text, pattern } of routes) {
    const match = pattern.exec(path)
    if (!match) continue
    const q = new URLSearchParams(query)
    const parameter = name === 'search' ? q.get('q') : name === 'componentComments' ? q.get('per_page') : null
    const values = [digest, ...match.slice(1), ...(parameter === null ? [] : [parameter])]
    const queue = name === 'componentComments' && q.get('sort') === 'rule'
    const statement = queue ? { name: 'queue', text: toStatement('queue') } : { name, text }
    pool
      .query<{ body: string }>({ ...statement, values })
      .then(({ rows: [row] }) => answer(row ? 200 : 404, row?.body ?? '{}'))
      .catch(() => answer(500, '{}'))
    return
  }
  answer(404, '{}')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})
