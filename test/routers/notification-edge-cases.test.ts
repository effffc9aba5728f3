import { describe, expect, it } from 'vitest'
import { readMails } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { createFileForm } from '../support/uploads.ts'
import { createWorldUnder } from '../support/world.ts'
import { createBenchmarkFile } from '../support/xccdf.ts'

const world = createWorldUnder({ CHAT_WEBHOOK_URL: 'http://127.0.0.1:1/' })

/** Titles and fields of the chat messages that contain this text, oldest first. */
async function readChats(name: string) {
  const rows = await world.database.queries
    .selectFrom('outbox_messages')
    .select('payload')
    .where('kind', '=', 'chat')
    .orderBy('id')
    .execute()
  const messages = rows
    .map(({ payload }) => payload)
    .filter((message) => JSON.stringify(message).includes(name))
  return messages.map(({ title, fields, channel }) => ({
    title,
    channel,
    fields: typeof fields === 'object' && fields !== null ? Object.keys(fields).toSorted() : [],
  }))
}

/** Numbered rules of accounts about mails and chat messages. */
describe('a notification', () => {
  it('A-78: the chat gets an event when a project is created, renamed, made visible and removed, with its fields', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const name = unique('Chatty')
    const { body } = await client.post('/projects', { project: { name } })
    const path = `/projects/${body.project.id}`
    await client.patch(path, { project: { name: `${name} two` } })
    await client.patch(path, { project: { visibility: 'discoverable' } })
    await client.patch(path, { project: { description: 'Said nowhere.' } })
    await client.delete(path)
    const chats = await readChats(name)
    const fields = ['Application', 'By', 'Project']
    expect(chats).toEqual([
      { title: 'Project created', fields, channel: null },
      { title: 'Project renamed', fields, channel: null },
      {
        title: 'Project visibility changed',
        fields: ['Application', 'By', 'Project', 'Visibility'],
        channel: null,
      },
      { title: 'Project removed', fields, channel: null },
    ])
  })

  it('A-78: the chat gets an event when a component is created and removed, also in its channel or its project’s', async () => {
    const project = await world.createProject({ metadata: { 'Slack Channel ID': 'C-project' } })
    const client = await world.rest(await world.createMember(project, 'admin'))
    const source = await world.createComponent(project)
    const creations = [
      { security_requirements_guide_id: source.securityRequirementsGuideId },
      { duplicate: true, id: source.id, slack_channel_id: 'C-component' },
    ]
    for (const values of creations) {
      const name = unique('Chatty component')
      const component = { name, prefix: 'CHAT-01', title: 'Chatty', ...values }
      const { body } = await client.post(`/projects/${project.id}/components`, { component })
      expect((await client.delete(`/components/${body.component.id}`)).status).toBe(200)
      const fields = ['Application', 'By', 'Component', 'Project']
      const channel = 'slack_channel_id' in values ? 'C-component' : 'C-project'
      expect(await readChats(name)).toEqual([
        { title: 'Component created', fields, channel: null },
        { title: 'Component created', fields, channel },
        { title: 'Component removed', fields, channel: null },
        { title: 'Component removed', fields, channel },
      ])
    }
  })

  it('A-78: the chat gets an event when an SRG is uploaded, replaced and removed, but not for an upload that changes nothing', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const id = unique('Chatty').replaceAll(' ', '_')
    const upload = (title: string) => {
      const form = createFileForm('guide.xml', createBenchmarkFile({ id, title }))
      form.set('replace', 'true')
      return client.post('/srgs', form)
    }
    const { body } = await upload('First')
    expect((await upload('First')).body.guides).toMatchObject([{ status: 'exists' }])
    expect((await upload('Second')).body.guides).toMatchObject([{ status: 'replaced' }])
    expect((await client.delete(`/srgs/${body.srg.id}`)).status).toBe(200)
    const fields = ['Application', 'By', 'Name', 'Version']
    expect(await readChats(id.replaceAll('_', ' '))).toEqual([
      { title: 'SRG uploaded', fields, channel: null },
      { title: 'SRG uploaded', fields, channel: null },
      { title: 'SRG removed', fields, channel: null },
    ])
  })

  it('A-78: a comment or a lock is not sent to the chat, and causes no error', async () => {
    const project = await world.createProject()
    const rule = await world.createRule(await world.createComponent(project))
    const client = await world.rest(await world.createMember(project, 'admin'))
    for (const action of ['comment', 'lock_control', 'unlock_control']) {
      const { status } = await client.post(`/rules/${rule.id}/reviews`, { review: { action, comment: 'x' } })
      expect(status).toBe(200)
    }
  })

  it('A-76: is a plain-text mail to the people of the requirement’s own component', async () => {
    const project = await world.createProject()
    const [own, other] = [
      await world.createComponent(project),
      await world.createComponent(await world.createProject()),
    ]
    const rule = await world.createRule(own)
    const [member, otherMember] = [
      await world.createMember(own, 'admin'),
      await world.createMember(other, 'admin'),
    ]
    const author = await world.createUser({ name: '<b>Bo</b>' })
    await world.join(author, project, 'author')
    const comment = 'Look: <script>alert(1)</script>'
    const { status } = await (
      await world.rest(author)
    ).post(`/rules/${rule.id}/reviews`, {
      component_id: other.id,
      review: { action: 'request_review', comment, component_id: other.id },
    })
    expect(status).toBe(200)
    const [mail] = await readMails(world, member.email)
    expect(Object.keys(mail ?? {}).toSorted()).toEqual(['cc', 'subject', 'text', 'to'])
    expect(mail?.['text']).toContain(comment)
    expect(mail?.['text']).toContain('<b>Bo</b>')
    expect(await readMails(world, otherMember.email)).toEqual([])
  })

  it('a notification of an approval goes only to the administrators if the requester has left', async () => {
    const project = await world.createProject()
    const rule = await world.createRule(await world.createComponent(project))
    const admin = await world.createMember(project, 'admin')
    const author = await world.createUser({ name: 'Bo\n\nBoss' })
    const { id } = await world.join(author, project, 'author')
    const send = async (user: typeof admin, action: string, comment: string) =>
      (await world.rest(user)).post(`/rules/${rule.id}/reviews`, { review: { action, comment } })
    await send(author, 'request_review', 'Please\rlook')
    await (await world.rest(admin)).delete(`/memberships/${id}`)
    await send(admin, 'approve', 'Well done')
    const subject = 'Review approved: ABCD-01-000001'
    expect((await readMails(world, author.email)).filter((mail) => mail['subject'] === subject)).toEqual([])
    const mails = await readMails(world, admin.email)
    expect(mails.filter((mail) => mail['subject'] === subject)).toMatchObject([{ cc: [] }])
    const request = mails.find((mail) => String(mail['subject']).startsWith('Review requested'))
    expect(request?.['text']).toContain('Bo Boss requested a review of ABCD-01-000001.\n\n> Please\n> look\n')
  })

  it('a notification of a review that an administrator requests names each person once', async () => {
    const project = await world.createProject()
    const rule = await world.createRule(await world.createComponent(project))
    const admins = [await world.createMember(project, 'admin'), await world.createMember(project, 'admin')]
    const [first, second] = admins.map(({ email }) => email).toSorted()
    for (const admin of admins) {
      const client = await world.rest(admin)
      for (const action of ['request_review', 'revoke_review_request']) {
        await client.post(`/rules/${rule.id}/reviews`, { review: { action, comment: 'Please' } })
      }
    }
    const requests = (await readMails(world, first ?? '')).filter(({ subject }) =>
      String(subject).startsWith('Review requested'),
    )
    expect(requests.map(({ cc }) => cc)).toEqual([[second], [second]])
  })
})
