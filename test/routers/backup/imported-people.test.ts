import { describe, expect, test } from 'vitest'
import type { User } from '../../../entities/user.ts'
import { appRouter } from '../../../routers/index.ts'
import { createJobOperations } from '../../../src/app/background/jobs.ts'
import { runJobs } from '../../../src/jobs/loop.ts'
import { readMails } from '../../support/accounts.ts'
import {
  toArchive,
  type Members,
  peerArchive,
  peerReview,
  peerRule,
  sendArchive,
} from '../../support/archives.ts'
import { unique } from '../../support/factories.ts'
import type { Rest } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()
const CREATE = '/projects/create_from_backup'
const attributed = { attribute_to_accounts: 'true' }

/** An archive in which one person is author, triager, adjudicator, assignee and reactor of every comment. */
async function signToken(
  { email, name }: Pick<User, 'email' | 'name'>,
  values: Members = {},
): Promise<Uint8Array> {
  const srg = await world.createSrg()
  const upperCaseEmail = email.toUpperCase()
  const review = peerReview(1, {
    comment: `I approve of this. @${name}`,
    user_email: ` ${upperCaseEmail} `,
    user_name: name,
    triage_status: 'concur',
    triage_set_by_email: upperCaseEmail,
    triage_set_by_name: name,
    triage_set_at: '2026-01-02T00:00:00Z',
    adjudicated_by_email: upperCaseEmail,
    adjudicated_by_name: name,
    adjudicated_at: '2026-01-03T00:00:00Z',
    assignee_email: upperCaseEmail,
    assignee_name: name,
    due_on: '2030-01-01',
    reactions: [{ id: 1, user_email: upperCaseEmail, kind: 'up', created_at: '2026-01-02T00:00:00Z' }],
  })
  const reply = peerReview(2, {
    responding_to_external_id: 1,
    user_email: upperCaseEmail,
    user_name: name,
    triage_status: null,
  })
  const approval = peerReview(3, {
    action: 'approve',
    user_email: upperCaseEmail,
    user_name: name,
    triage_status: null,
  })
  const rules = [
    peerRule(srg.srgId, 1, { review_requestor_email: upperCaseEmail, review_requestor_name: name }),
    peerRule(srg.srgId, 2, { locked: true }),
  ]
  return toArchive(peerArchive({ srg, rules, reviews: [review, reply, approval], ...values }))
}

interface People {
  user_id: number | null
  triage_set_by_id: number | null
  adjudicated_by_id: number | null
  assignee_id: number | null
}

function toPeoplePath({ user_id, triage_set_by_id, adjudicated_by_id, assignee_id }: People): People {
  return { user_id, triage_set_by_id, adjudicated_by_id, assignee_id }
}

/** The account columns of a project's comments. */
async function readAccounts(projectId: number) {
  const reviews = await world.database.queries
    .selectFrom('reviews')
    .select(['id', 'user_id', 'triage_set_by_id', 'adjudicated_by_id', 'assignee_id'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  const reactions = await world.database.queries
    .selectFrom('reactions')
    .select('user_id')
    .where(
      'review_id',
      'in',
      reviews.map(({ id }) => id),
    )
    .execute()
  const requestors = await world.database.queries
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .select('r.review_requestor_id')
    .where('c.project_id', '=', projectId)
    .where('r.review_requestor_id', 'is not', null)
    .execute()
  return { reviews: reviews.map(toPeoplePath), reactions, requestors }
}

const NO_PEOPLE = { user_id: null, triage_set_by_id: null, adjudicated_by_id: null, assignee_id: null }

async function readComments(rest: Rest, projectId: number) {
  const [component] = (await rest.get(`/projects/${projectId}`)).body.components
  const { rows } = (await rest.get(`/components/${component.id}/comments?triage_status=all&resolved=all`))
    .body
  return { component, rows }
}

describe('an archive that names an existing account', () => {
  test.each(['a registered user', 'a system administrator who does not attribute'])(
    'E-44: attributes nothing to the account if it is imported by %s',
    async (who) => {
      const victim = await world.createUser()
      const importer = await (who === 'a registered user' ? world.createUser() : world.createSystemAdmin())
      const rest = await world.rest(importer)
      const creation = await sendArchive(rest, CREATE, await signToken(victim), {
        project_name: unique('Forged'),
      })
      expect(creation.status).toBe(200)
      const projectId = creation.body.project.id
      expect(await readAccounts(projectId)).toEqual({
        reviews: [NO_PEOPLE, NO_PEOPLE, NO_PEOPLE],
        reactions: [],
        requestors: [],
      })
      const { component, rows } = await readComments(rest, projectId)
      expect(rows).toMatchObject([
        {
          commenter_display_name: victim.name,
          commenter_imported: true,
          triager_display_name: victim.name,
          triager_imported: true,
          adjudicator_display_name: victim.name,
          adjudicator_imported: true,
          reactions: { up: 0, down: 0, mine: null },
        },
      ])
      expect(creation.body.warnings).toEqual([
        expect.stringMatching(/requirement 000001 was under review; no account is attributed/),
        'Moved in: 1 reaction and 1 assignment left out: people are attributed to accounts only if a system administrator asks for it.',
      ])
      const entries = (await rest.get(`/api/audits?component_id=${component.id}`)).body.rows
      const actors = new Set(entries.map(({ name }: { name: string }) => name))
      expect(actors).toEqual(new Set([importer.name]))
    },
  )

  test('E-44: gives the person nothing to withdraw or edit, no comments of their own and no mail', async () => {
    const victim = await world.createUser()
    const rest = await world.rest(await world.createUser())
    const creation = await sendArchive(rest, CREATE, await signToken(victim), {
      project_name: unique('Forged'),
    })
    const projectId = creation.body.project.id
    await world.database.queries
      .insertInto('memberships')
      .values({ user_id: victim.id, role: 'viewer', membership_type: 'Project', project_id: projectId })
      .execute()
    const { rows } = await readComments(rest, projectId)
    const client = await world.rest(victim)
    const path = `/reviews/${rows[0].id}`
    expect((await client.patch(`${path}/withdraw`)).status).toBe(403)
    expect((await client.put(path, { review: { comment: 'Not mine' } })).status).toBe(403)
    expect((await client.get(`/users/${victim.id}/comments`)).body.rows).toEqual([])
    expect(await readMails(world, victim.email)).toEqual([])
  })

  test('E-44: does not reveal whether an address has an account', async () => {
    const importer = await world.rest(await world.createUser())
    const answers = []
    for (const person of [
      await world.createUser(),
      { email: `${unique('none').toLowerCase()}@example.org`, name: 'None' },
    ]) {
      const memberships = [{ email: person.email, name: person.name, role: 'viewer' }]
      const bytes = await signToken(person, { project: { memberships } })
      const fields = { dry_run: 'true', include_memberships: 'true' }
      const { status, body } = await sendArchive(importer, CREATE, bytes, fields)
      expect(status).toBe(200)
      answers.push(
        JSON.stringify([body.warnings, body.summary.memberships_imported, body.summary.invitations_created]),
      )
    }
    expect(answers[0]).toBe(answers[1])
  })
})

describe('attribute_to_accounts', () => {
  test('E-44: is rejected for everyone but system administrators, also in a dry run, and imports nothing', async () => {
    const victim = await world.createUser()
    const project = await world.createProject()
    const path = `/projects/${project.id}/import_backup`
    const rest = await world.rest(await world.createMember(project, 'admin'))
    const bytes = await signToken(victim)
    for (const [address, dry] of [
      [CREATE, 'false'],
      [CREATE, 'true'],
      [path, 'false'],
      [path, 'true'],
    ] as const) {
      for (const value of ['true', '1']) {
        const fields = { dry_run: dry, attribute_to_accounts: value }
        const { status, body } = await sendArchive(rest, address, bytes, fields)
        expect([address, dry, status, body.reason]).toEqual([address, dry, 403, 'permission_denied'])
      }
    }
    expect((await sendArchive(await world.rest(victim), path, bytes, attributed)).status).toBe(404)
    const form = createFileForm('backup.zip', bytes)
    form.set('attribute_to_accounts', 'true')
    const later = await rest.send('POST', path, form, { prefer: 'respond-async' })
    expect([later.status, later.body.reason]).toEqual([403, 'permission_denied'])
    expect((await sendArchive(rest, path, bytes, { attribute_to_accounts: 'maybe' })).status).toBe(422)
    expect((await rest.get(`/projects/${project.id}`)).body.components).toEqual([])
    expect((await sendArchive(rest, path, bytes, { attribute_to_accounts: 'false' })).status).toBe(200)
  })

  test('E-44: matches verified addresses only, and the audit log names the importer', async () => {
    const verified = await world.createUser({ emailVerifiedAt: new Date() })
    const unverified = await world.createUser({ confirmedAt: null })
    const importer = await world.createSystemAdmin()
    const rest = await world.rest(importer)
    const send = async (person: User) =>
      sendArchive(rest, CREATE, await signToken(person), { ...attributed, project_name: unique('Moved') })
    const known = await send(verified)
    expect(known.body.warnings).toEqual([])
    const user = { ...NO_PEOPLE, user_id: verified.id }
    const decided = {
      user_id: verified.id,
      triage_set_by_id: verified.id,
      adjudicated_by_id: verified.id,
      assignee_id: verified.id,
    }
    expect(await readAccounts(known.body.project.id)).toEqual({
      reviews: [decided, user, user],
      reactions: [{ user_id: verified.id }],
      requestors: [{ review_requestor_id: verified.id }],
    })
    const [entry] = (await rest.get(`/api/audits?project_id=${known.body.project.id}&action=import_backup`))
      .body.rows
    expect(entry.name).toBe(importer.name)
    expect(JSON.stringify(entry.audited_changes)).toContain('attributed_to_accounts')
    const unknown = await send(unverified)
    expect(unknown.body.warnings.join('\n')).toContain(
      `no account has the verified address ${unverified.email}`,
    )
    expect(await readAccounts(unknown.body.project.id)).toMatchObject({
      reviews: [NO_PEOPLE, NO_PEOPLE, NO_PEOPLE],
      reactions: [],
    })
  })

  test('E-44: uses the caller’s rights at the time when a job runs or a request is repeated', async () => {
    const victim = await world.createUser()
    const importer = await world.createSystemAdmin()
    const rest = await world.rest(importer)
    const project = await world.createProject()
    await world.join(importer, project, 'admin')
    const path = `/projects/${project.id}/import_backup`
    const createForm = async () => {
      const form = createFileForm('backup.zip', await signToken(victim))
      form.set('attribute_to_accounts', 'true')
      return form
    }
    const first = await createForm()
    const key = { 'idempotency-key': unique('key') }
    expect((await rest.send('POST', path, first, key)).status).toBe(200)
    expect((await rest.send('POST', path, first, key)).headers.get('idempotency-replayed')).toBe('true')
    const { body: job } = await rest.send('POST', path, await createForm(), { prefer: 'respond-async' })
    await world.database.queries
      .updateTable('users')
      .set({ admin: false })
      .where('id', '=', importer.id)
      .execute()
    expect((await rest.send('POST', path, first, key)).status).toBe(403)
    const before = (await rest.get(`/projects/${project.id}`)).body.components.length
    await runJobs(
      world.services,
      createJobOperations(world.services, appRouter),
      new AbortController().signal,
    )
    expect((await rest.get(`/jobs/${job.id}`)).body).toMatchObject({ state: 'failed' })
    expect((await rest.get(`/projects/${project.id}`)).body.components).toHaveLength(before)
  })
})
