import exceljs from 'exceljs'
import { describe, expect, it } from 'vitest'
import { toCsvLine } from '../../../src/formats/csv.ts'
import { toArchive, peerArchive, peerReview, peerRule, sendArchive } from '../../support/archives.ts'
import { createWorkspace, type Workspace } from '../../support/authoring.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../../support/concurrent-requests.ts'
import { unique } from '../../support/factories.ts'
import { download } from '../../support/files.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'
import { createBenchmarkXml } from '../../support/xccdf.ts'

const world = createWorld()
const getQueries = () => world.database.queries

const toCsv = (...rows: string[][]) => new TextEncoder().encode(rows.map((row) => toCsvLine(row)).join(''))

/** Sends a file with the other fields of its form. */
function sendSheet(
  rest: Rest,
  method: string,
  path: string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
) {
  const form = createFileForm('sheet.csv', bytes)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return () => rest.send(method, path, form)
}

/** Counts the records of a project by table. */
async function countRecords(projectId: number) {
  const components = await getQueries()
    .selectFrom('components')
    .select('id')
    .where('project_id', '=', projectId)
    .execute()
  const ids = [0, ...components.map(({ id }) => id)]
  const rules = await getQueries().selectFrom('rules').select('id').where('component_id', 'in', ids).execute()
  const reviews = await getQueries()
    .selectFrom('reviews')
    .select('id')
    .where('component_id', 'in', ids)
    .execute()
  return { components: components.length, rules: rules.length, reviews: reviews.length }
}

describe('two concurrent imports', () => {
  it('C-84: two imports into one project: one succeeds completely, the other fails because the name is in use', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const project = await world.createProject()
      const srg = await world.createSrg()
      const admins = [await world.createMember(project, 'admin'), await world.createMember(project, 'admin')]
      const rests = await Promise.all(admins.map((admin) => world.rest(admin)))
      const rules = [1, 2, 3].map((number) => peerRule(srg.srgId, number))
      const bytes = toArchive(peerArchive({ srg, rules, reviews: [peerReview(1)] }))
      const path = `/projects/${project.id}/import_backup`
      const answers = await sendConcurrently(...rests.map((rest) => () => sendArchive(rest, path, bytes)))
      expect(sortStatuses(answers)).toEqual([200, 422])
      const rejected = answers.find(({ status }) => status === 422)
      expect(rejected?.body.reason).toBe('component.duplicate_revision')
      expect(await countRecords(project.id)).toEqual({ components: 1, rules: 3, reviews: 1 })
    }
  })

  it('two concurrent imports create two complete projects', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const srg = await world.createSrg()
      const rest = await world.rest(await world.createUser())
      const bytes = toArchive(peerArchive({ srg, reviews: [peerReview(1)] }))
      const create = () => sendArchive(rest, '/projects/create_from_backup', bytes)
      const answers = await sendConcurrently(create, create)
      expect(sortStatuses(answers)).toEqual([200, 200])
      const ids = new Set(answers.map(({ body }) => body.project.id))
      expect(ids.size).toBe(2)
      for (const id of ids) expect(await countRecords(id)).toEqual({ components: 1, rules: 1, reviews: 1 })
    }
  })

  it('two concurrent imports with the same two guides in different orders store each guide once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const guides = [unique('One'), unique('Two')].map((name) => {
        const srgId = name.replaceAll('-', '_')
        return { srgId, title: 'Bundled', version: 'V1R1' }
      })
      const files = Object.fromEntries(
        guides.map(({ srgId }) => [`srgs/${srgId}.xml`, createBenchmarkXml({ id: srgId, title: 'Bundled' })]),
      )
      const srgs = guides.map(({ srgId, title, version }) => ({
        srg_id: srgId,
        title,
        version,
        filename: `${srgId}.xml`,
      }))
      const bytes = [guides, guides.toReversed()].map((order) => {
        const parts = order.map((srg, index) =>
          peerArchive({
            srg,
            name: `Part ${index}`,
            rules: [peerRule(srg.srgId, 1, { srg_rule_version: 'SRG-TEST-000001' })],
          }),
        )
        const components = parts.flatMap((part) => (part['manifest.json'] as Body).components)
        const manifest = { backup_format_version: '1.1', components, srgs }
        return toArchive({ ...Object.assign({}, ...parts), 'manifest.json': manifest, ...files })
      })
      const rest = await world.rest(await world.createSystemAdmin())
      const answers = await sendConcurrently(
        ...bytes.map((item) => () => sendArchive(rest, '/projects/create_from_backup', item)),
      )
      expect(sortStatuses(answers), answers.map(({ text }) => text).join('\n')).toEqual([200, 200])
      const stored = await getQueries()
        .selectFrom('srgs')
        .select('srg_id')
        .where(
          'srg_id',
          'in',
          guides.map(({ srgId }) => srgId),
        )
        .execute()
      expect(stored).toHaveLength(2)
    }
  })

  it('an import during the deletion of its project succeeds completely or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const project = await world.createProject()
      const srg = await world.createSrg()
      const rest = await world.rest(await world.createMember(project, 'admin'))
      const bytes = toArchive(peerArchive({ srg }))
      const [imported, deletion] = await sendConcurrently(
        () => sendArchive(rest, `/projects/${project.id}/import_backup`, bytes),
        () => rest.delete(`/projects/${project.id}`),
      )
      expect([200, 404]).toContain(imported?.status)
      expect(deletion?.status).toBeLessThan(300)
      expect(await countRecords(project.id)).toEqual({ components: 0, rules: 0, reviews: 0 })
    }
  })
})

const HEADERS = ['STIGID', 'Requirement', 'Fix']

/** A sheet with this fix text for each requirement. */
function writeSheet(workspace: Workspace, fix: string): Uint8Array {
  const rows = workspace.rules.map((_, index) => [
    `ABCD-01-${String(index + 1).padStart(6, '0')}`,
    `Title ${index}`,
    fix,
  ])
  return toCsv(HEADERS, ...rows)
}

async function readFixTexts(workspace: Workspace): Promise<(string | null)[]> {
  const rows = await getQueries()
    .selectFrom('rules')
    .select('fixtext')
    .where('id', 'in', workspace.rules)
    .orderBy('id')
    .execute()
  return rows.map(({ fixtext }) => fixtext)
}

/** The number of audit entries about changed requirements. */
async function countChanges(workspace: Workspace): Promise<number> {
  const rows = await getQueries()
    .selectFrom('audit_entries')
    .select('id')
    .where('auditable_type', 'in', ['Rule', 'BaseRule'])
    .where('auditable_id', 'in', workspace.rules)
    .where('action', '=', 'update')
    .execute()
  return rows.length
}

describe('applying a spreadsheet', () => {
  const path = (workspace: Workspace) => `/components/${workspace.component.id}/apply_spreadsheet_update`

  it('applying a sheet twice at once changes every requirement once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const bytes = writeSheet(workspace, 'Of the sheet')
      const apply = sendSheet(workspace.as.author, 'PATCH', path(workspace), bytes)
      const answers = await sendConcurrently(apply, apply)
      expect(sortStatuses(answers)).toEqual([200, 200])
      const messages = new Set(answers.map(({ body }) => body.toast.message[0]))
      expect(messages).toEqual(new Set(['0 requirements were updated.', '3 requirements were updated.']))
      expect(await readFixTexts(workspace)).toEqual(workspace.rules.map(() => 'Of the sheet'))
      expect(await countChanges(workspace)).toBe(3)
    }
  })

  it('applying a sheet twice at once after one preview rejects the second request as stale', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const bytes = writeSheet(workspace, 'Of the sheet')
      const preview = await sendSheet(
        workspace.as.author,
        'POST',
        `/components/${workspace.component.id}/preview_spreadsheet_update`,
        bytes,
      )()
      const apply = sendSheet(workspace.as.author, 'PATCH', path(workspace), bytes, {
        preview_token: preview.body.preview_token,
      })
      expect(sortStatuses(await sendConcurrently(apply, apply))).toEqual([200, 409])
      expect(await countChanges(workspace)).toBe(3)
    }
  })

  it('applying two sheets at once leaves the values of one of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      await sendConcurrently(
        sendSheet(workspace.as.author, 'PATCH', path(workspace), writeSheet(workspace, 'One')),
        sendSheet(workspace.as.admin, 'PATCH', path(workspace), writeSheet(workspace, 'Two')),
      )
      expect(new Set(await readFixTexts(workspace)).size).toBe(1)
    }
  })

  it('applying a sheet during another save keeps both changes, and a guarded save is rejected as stale', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [first = 0] = workspace.rules
      const { lock_version: version } = await workspace.rule(first)
      const [applied, saved, guarded] = await sendConcurrently(
        sendSheet(workspace.as.author, 'PATCH', path(workspace), writeSheet(workspace, 'Of the sheet')),
        () => workspace.as.author.patch(`/rules/${first}`, { rule: { vendor_comments: 'Of a person' } }),
        () =>
          workspace.as.author.patch(`/rules/${first}`, {
            rule: { fixtext: 'Guarded' },
            expected_lock_version: version,
          }),
      )
      expect([applied?.status, saved?.status]).toEqual([200, 200])
      expect([200, 409]).toContain(guarded?.status)
      const after = await workspace.rule(first)
      expect(after.vendor_comments).toBe('Of a person')
      expect(guarded?.status === 409 ? after.fixtext : 'Of the sheet').toBe('Of the sheet')
    }
  })
})

describe('comments imported twice at once', () => {
  const readComments = async (workspace: Workspace): Promise<Body[]> =>
    (await workspace.as.viewer.get(`/components/${workspace.component.id}/comments?triage_status=all`)).body
      .rows

  it('comments imported twice at once are stored once: a disposition matrix with decisions, responses and new comments', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [first = 0] = workspace.rules
      const comment = { action: 'comment', comment: 'Why?', section: 'fixtext' }
      const messages = await workspace.as.viewer.post(`/rules/${first}/reviews`, { review: comment })
      const bytes = toCsv(
        ['Comment ID', 'Rule', 'Section', 'Commenter Name', 'Comment', 'Triage Status', 'Response'],
        [String(messages.body.review.id), '', '', '', '', 'non_concur', 'Because.'],
        ['', 'ABCD-01-000001', 'fixtext', 'Sponsor', 'We disagree', '', ''],
      )
      const path = `/components/${workspace.component.id}/import_disposition`
      const apply = (rest: Rest) => sendSheet(rest, 'POST', path, bytes, { dry_run: 'false' })
      const answers = await sendConcurrently(apply(workspace.as.author), apply(workspace.as.admin), () =>
        workspace.as.author.patch(`/reviews/${messages.body.review.id}/triage`, {
          triage_status: 'non_concur',
          response_comment: 'Because.',
        }),
      )
      expect(sortStatuses(answers.slice(0, 2))).toEqual([200, 200])
      const rows = await readComments(workspace)
      expect(rows).toHaveLength(2)
      expect(new Set(rows.map(({ comment: text }) => text))).toEqual(new Set(['We disagree', 'Why?']))
      const decided = rows.find(({ id }) => id === messages.body.review.id)
      expect(decided?.triage_status).toBe('non_concur')
      // A decision that waits for the import and repeats it adds a second response.
      expect([1, 2]).toContain(decided?.responses_count)
    }
  })

  it('comments imported twice at once are stored once: comment sheets', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const { id } = workspace.component
      const blank = await download(world, workspace.people.viewer, `/components/${id}/export/comment_sheet`)
      const bytes = await fillIn(blank.bytes)
      const apply = (rest: Rest) => async () => {
        const form = createFileForm('round.xlsx', bytes)
        form.set('dry_run', 'false')
        return rest.post(`/components/${id}/import_comment_sheets`, form)
      }
      const answers = await sendConcurrently(apply(workspace.as.author), apply(workspace.as.admin))
      expect(sortStatuses(answers)).toEqual([200, 200])
      const outcomes = answers.map(({ body }) => new Set(body.rows.map(({ outcome }: Body) => outcome)))
      expect(outcomes).toContainEqual(new Set(['imported']))
      expect(outcomes).toContainEqual(new Set(['known']))
      expect(await readComments(workspace)).toHaveLength(4)
    }
  })
})

/** Adds a comment on the component and on each of its first requirements to the sheet. */
async function fillIn(bytes: Uint8Array): Promise<Uint8Array> {
  const book = new exceljs.Workbook()
  await book.xlsx.load(Uint8Array.from(bytes).buffer)
  book.worksheets[0]?.eachRow((row, number) => {
    if (number === 1 || !row.getCell(2).text.startsWith('Overall')) return
    row.getCell(4).value = 'Sponsor'
    row.getCell(6).value = `On ${row.getCell(1).text}`
  })
  return new Uint8Array(await book.xlsx.writeBuffer())
}
