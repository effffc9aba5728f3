import exceljs from 'exceljs'
import { describe, expect, test } from 'vitest'
import type { User } from '../../../entities/user.ts'
import { notifyPeople } from '../../../src/events/notify.ts'
import { toCsvLine } from '../../../src/formats/csv.ts'
import { download } from '../../support/files.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()

async function createFixture() {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  await world.createRule(component)
  const [author, other, victim, systemAdmin] = [
    await world.createMember(project, 'author'),
    await world.createMember(project, 'author'),
    await world.createMember(project, 'viewer'),
    await world.createSystemAdmin(),
  ]
  const comments = async (): Promise<Body[]> =>
    (await (await world.rest(author)).get(`/components/${component.id}/comments?triage_status=all`)).body.rows
  await world.database.queries
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', victim.id)
    .execute()
  return { project, component, author, other, victim, systemAdmin, comments }
}

type SheetWorld = Awaited<ReturnType<typeof createFixture>>

/** A disposition matrix with one new comment of this person. */
async function createMatrix({ component }: SheetWorld, { name, email }: User): Promise<[string, FormData]> {
  const rows = [
    ['Comment ID', 'Rule', 'Section', 'Commenter Name', 'Commenter Email', 'Comment', 'Triage Status'],
    ['', '(component)', '', name, email.toUpperCase(), `I approve. @${name}`, ''],
  ]
  const bytes = new TextEncoder().encode(rows.map((cells) => toCsvLine(cells)).join(''))
  return Promise.resolve([`/components/${component.id}/import_disposition`, createFileForm('m.csv', bytes)])
}

/** A comment sheet with a comment of this person. */
async function createSheet(
  { component, author }: SheetWorld,
  { name, email }: User,
): Promise<[string, FormData]> {
  const { bytes } = await download(world, author, `/components/${component.id}/export/comment_sheet`)
  const book = new exceljs.Workbook()
  await book.xlsx.load(Uint8Array.from(bytes).buffer)
  book.worksheets[0]?.eachRow((row) => {
    if (row.getCell(1).text !== '(component)') return
    for (const [index, text] of [name, email.toUpperCase(), `I approve. @${name}`].entries()) {
      row.getCell(4 + index).value = text
    }
  })
  const filled = new Uint8Array(await book.xlsx.writeBuffer())
  return [`/components/${component.id}/import_comment_sheets`, createFileForm('round.xlsx', filled)]
}

async function send(rest: Rest, [path, form]: [string, FormData], attribute?: string) {
  form.set('dry_run', 'false')
  if (attribute !== undefined) form.set('attribute_to_accounts', attribute)
  return rest.post(path, form)
}

const mails = async (): Promise<number> =>
  (await world.database.queries.selectFrom('outbox_messages').select('id').execute()).length
const digests = async (): Promise<number> =>
  (await world.database.queries.selectFrom('digest_items').selectAll().execute()).length

describe.each([
  ['a disposition matrix', createMatrix],
  ['a comment sheet', createSheet],
])('%s that names an existing account', (_, file) => {
  test.each(['author', 'systemAdmin'] as const)(
    'E-44: attributes and notifies no account if it is imported by the %s',
    async (importer) => {
      const fixture = await createFixture()
      await notifyPeople(world.services, new AbortController().signal)
      const before = [await mails(), await digests()]
      const rest = await world.rest(fixture[importer])
      expect((await send(rest, await file(fixture, fixture.victim))).status).toBe(200)
      const [comment] = await fixture.comments()
      expect(comment).toMatchObject({ commenter_display_name: fixture.victim.name, commenter_imported: true })
      await notifyPeople(world.services, new AbortController().signal)
      expect([await mails(), await digests()]).toEqual(before)
      const client = await world.rest(fixture.victim)
      expect((await client.patch(`/reviews/${comment?.id}/withdraw`)).status).toBe(403)
      expect((await client.put(`/reviews/${comment?.id}`, { review: { comment: 'x' } })).status).toBe(403)
      expect((await client.get(`/users/${fixture.victim.id}/comments`)).body.rows).toEqual([])
    },
  )

  test('E-44: is attributed by system administrators only, by verified address, and once', async () => {
    const fixture = await createFixture()
    const author = await world.rest(fixture.author)
    const rejected = await send(author, await file(fixture, fixture.victim), 'true')
    expect([rejected.status, rejected.body.reason]).toEqual([403, 'permission_denied'])
    expect(await fixture.comments()).toEqual([])
    const admin = await world.rest(fixture.systemAdmin)
    for (const _round of [1, 2]) {
      expect((await send(admin, await file(fixture, fixture.victim), 'true')).status).toBe(200)
      const comments = await fixture.comments()
      expect(comments).toHaveLength(1)
      expect(comments[0]).toMatchObject({
        commenter_display_name: fixture.victim.name,
        commenter_imported: false,
      })
    }
    const [comment] = await fixture.comments()
    const { rows } = (await admin.get(`/api/audits?component_id=${fixture.component.id}`)).body
    const [entry] = rows.filter(
      (item: Body) =>
        item.auditable_type === 'Review' && item.auditable_id === comment?.id && item.action === 'create',
    )
    expect(entry).toMatchObject({
      name: fixture.systemAdmin.name,
      comment: 'Imported and attributed to an account',
    })
    const unverified = await world.createUser({ confirmedAt: null })
    expect((await send(admin, await file(fixture, unverified), 'true')).status).toBe(200)
    const named = (await fixture.comments()).find((item) => item.commenter_display_name === unverified.name)
    expect(named?.commenter_imported).toBe(true)
  })
})
