import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { searchUsers } from '../../routers/users/read/people.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

it('a search for people among 100,000 uses an index', async () => {
  const reader = world.database.queries
  await sql`insert into users (name, email, confirmed_at)
    select 'Person ' || n, 'person' || n || '@example.org', now() from generate_series(1, 100000) n`.execute(
    reader,
  )
  await sql`analyze users`.execute(reader)
  const project = await world.createProject()
  const target = { type: 'Project' as const, id: project.id }
  const search = { q: 'person 99999', target, members: false, inherited: true, limit: 10 }
  const users = await searchUsers(reader, world.services.env, search)
  expect(users.map(({ name }) => name)).toEqual(['Person 99999'])
  const pattern = '%person 99999%'
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select u.id from users u
    where (lower(u.name) like ${pattern} or lower(u.email) like ${pattern})
      and not exists (select from memberships m where m.user_id = u.id and m.project_id = ${project.id})
    order by u.name, u.id limit 10`.execute(reader)
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('users_name_trigram')
  expect(text).toContain('users_email_trigram')
  expect(text).not.toContain('Seq Scan on users')
})
