import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { appRouter } from '../../routers/index.ts'
import { createMailSender } from '../../src/outbox/mail.ts'
import { createDirectory } from '../support/service.ts'
import { createOwnWorld } from '../support/world.ts'

/** A constant clock, because a test must not cross the end of a rate window. */
const start = Date.now()
const windowEnd = (Math.floor(start / 3_600_000) + 1) * 3_600_000
const world = createOwnWorld(
  { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_NOTICE: '3/1h' },
  appRouter,
  () => new Date(start),
)
const few = createOwnWorld(
  { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_NOTICE_SENDER: '4/1h' },
  appRouter,
  () => new Date(start),
)

const readMessages = (targetWorld: typeof world) =>
  targetWorld.database.queries.selectFrom('outbox_messages').selectAll().orderBy('id').execute()

const readMails = async (targetWorld: typeof world, email: string) =>
  (await readMessages(targetWorld)).filter(({ kind, payload }) => kind === 'mail' && payload['to'] === email)

async function createProjectAdmin(targetWorld = world, name?: string) {
  const project = await targetWorld.createProject({
    visibility: 'discoverable',
    ...(name === undefined ? {} : { name }),
  })
  const admin = await targetWorld.createMember(project, 'admin')
  return { project, admin, client: await targetWorld.rest(admin) }
}

describe('repeatedly adding and removing a member', () => {
  it('sends a few mails and then one summary; the admin is never rejected', async () => {
    const name = `${'A'.repeat(200)}\u202e win "now"`
    const { project, admin, client } = await createProjectAdmin(world, name)
    const victim = await world.createUser()
    for (let time = 0; time < 15; time += 1) {
      const membership = {
        user_id: victim.id,
        membership_type: 'Project',
        membership_id: project.id,
        role: 'viewer',
      }
      const { status, body } = await client.post('/memberships', { membership })
      expect(status).toBe(200)
      expect((await client.delete(`/memberships/${body.membership.id}`)).status).toBe(200)
    }
    const mails = await readMails(world, victim.email)
    expect(mails).toHaveLength(4)
    const [first] = mails
    expect(first?.payload['subject']).toBe(`${admin.name} added you to a project`)
    const last = mails.at(-1)
    expect(last?.payload).toMatchObject({ held_count: 27 })
    expect(last?.payload['held']).toHaveLength(20)
    expect(new Date(String(last?.next_attempt_at)).getTime()).toBe(windowEnd)
    expect(String([last?.payload['held']].flat()[0])).toContain('removed you from a project')
    expect(JSON.stringify(mails)).not.toContain('AAAA')
  })

  it('copies few of the mails to another admin', async () => {
    const { project, client } = await createProjectAdmin()
    const other = await world.createMember(project, 'admin')
    for (let time = 0; time < 6; time += 1) {
      const { id } = await world.createUser()
      const membership = {
        user_id: id,
        membership_type: 'Project',
        membership_id: project.id,
        role: 'viewer',
      }
      expect((await client.post('/memberships', { membership })).status).toBe(200)
    }
    const copied = (await readMessages(world)).filter(({ payload }) =>
      [payload['cc']].flat().includes(other.email),
    )
    expect(copied).toHaveLength(3)
  })

  it('is limited over all recipients of one sender', async () => {
    const { project, client } = await createProjectAdmin(few)
    const people: User[] = []
    for (let time = 0; time < 6; time += 1) people.push(await few.createUser())
    for (const { id } of people) {
      const membership = {
        user_id: id,
        membership_type: 'Project',
        membership_id: project.id,
        role: 'viewer',
      }
      expect((await client.post('/memberships', { membership })).status).toBe(200)
    }
    const mails = await Promise.all(people.map(({ email }) => readMails(few, email)))
    expect(mails.map(([mail]) => 'held' in (mail?.payload ?? {}))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })
})

it('repeatedly requesting access and canceling the request sends few mails', async () => {
  const { project, admin } = await createProjectAdmin()
  const client = await world.rest(await world.createUser({ name: 'Eve\r\nBcc: all@example.org' }))
  const path = `/projects/${project.id}/project_access_requests`
  for (let time = 0; time < 8; time += 1) {
    const { status, body } = await client.post(path)
    expect(status).toBe(200)
    expect((await client.delete(`${path}/${body.id}`)).status).toBe(200)
  }
  const mails = await readMails(world, admin.email)
  expect(mails).toHaveLength(4)
  expect(mails[0]?.payload['subject']).toBe(
    `"Eve Bcc: all@example.org" asks for access to project "${project.name}"`,
  )
})

it('repeatedly renaming a project sends few chat messages', async () => {
  const { project, client } = await createProjectAdmin()
  for (let time = 0; time < 70; time += 1) {
    const membership = { project: { name: `Harbor ${time}` } }
    expect((await client.patch(`/projects/${project.id}`, membership)).status).toBe(200)
  }
  const chats = (await readMessages(world)).filter(
    ({ kind, payload }) => kind === 'chat' && payload['title'] === 'Project renamed',
  )
  expect(chats).toHaveLength(60)
})

it('all delayed notifications arrive as one mail, newest first', async () => {
  const folder = await createDirectory()
  const send = createMailSender({
    ...world.services.env,
    mail: { ...world.services.env.mail, smtpUrl: null, dir: folder.path },
  })
  const payload = { held: ['second', 'first'], held_count: 7 }
  await send(1, { message_id: randomUUID(), to: 'a@example.org', subject: '', text: '', ...payload })
  const [file = ''] = await readdir(folder.path)
  const text = await readFile(join(folder.path, file), 'utf8')
  expect(text).toContain('Subject: 7 more notifications')
  expect(text.replaceAll('\r\n', '\n')).toContain('second\nfirst\n\nand 5 earlier ones.')
  await folder.remove()
})
