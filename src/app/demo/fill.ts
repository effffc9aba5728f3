import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { User } from '../../../entities/user.ts'
import { ROOT } from '../../lib/root.ts'
import type { Services } from '../../services.ts'
import type { ClosedReason, Visibility } from '../../vocabulary.ts'
import { createCallers, type Caller } from './callers.ts'
import { COMMENTS, EDITS, NEAR_IDENTICAL, TEMPLATES, type DemoComment } from './comments.ts'
import { PEOPLE, type Name } from './people.ts'
import { spreadDates } from './spread-dates.ts'

const SAMPLE = 'U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml'
const SAMPLE_STIG = 'U_Harbor_Gateway_2_STIG_V1R1_Manual-xccdf.xml'
const DAY = 86_400_000
const FINAL = { action: 'lock_control', comment: 'Final version.' } as const

type DemoCallers = Record<Name, Caller> & { ids: Record<Name, number> }
type Rules = Awaited<ReturnType<Caller['rules']['list']>>

/** Fills an empty, migrated database that has its first administrator, using the service's operations. */
export async function fillDemo(services: Services): Promise<void> {
  const startedAt = new Date()
  const createCaller = createCallers(services)
  const admin = createCaller(await services.database.orm.em.fork().findOneOrFail(User, { admin: true }))
  const { srg } = await admin.srgs.upload({ file: await sample(SAMPLE) })
  if (!srg) throw new Error('the sample SRG was not imported')
  await admin.stigs.upload({ file: await sample(SAMPLE_STIG) })

  const people = await createDemoCallers(admin, createCaller)
  const gateways = await createProject(people.owner, people.ids, {
    name: 'Harbor Gateways',
    description: 'Guides for the gateways of the harbor.',
    visibility: 'hidden',
  })
  const beacons = await createProject(people.owner, people.ids, {
    name: 'Outer Beacons',
    description: 'Open to requests for access.',
    visibility: 'discoverable',
  })
  for (const template of TEMPLATES) {
    await people.owner.responseTemplates.create({ projectId: gateways, triage_response_template: template })
  }
  const create = createGatewayCreator(people, gateways, srg.id)
  await addInTriage(people, await create(3), services.clock())
  await addInAdjudication(people, await create(2))
  const oldest = await create(1)
  await addComments(people, oldest, COMMENTS.slice(2, 4))
  await determine(people.author, oldest)
  await addReady(people, beacons, oldest, 'Outer Beacon 1', 'OBN1-01')
  await addReady(people, gateways, oldest, 'Quay Tablet', 'QTAB-01')
  await release(people, oldest)
  await addPeriodToRun(people, await create(4))
  await spreadDates(services, startedAt)
}

async function createDemoCallers(
  admin: Caller,
  createCaller: ReturnType<typeof createCallers>,
): Promise<DemoCallers> {
  const ids = await createPeople(admin)
  const toCaller = (name: Name): Caller => createCaller({ id: ids[name], admin: false, ...PEOPLE[name] })
  return {
    ids,
    owner: toCaller('owner'),
    reviewer: toCaller('reviewer'),
    author: toCaller('author'),
    viewer: toCaller('viewer'),
    vendor: toCaller('vendor'),
    stranger: toCaller('stranger'),
  }
}

/** Creates the gateway of a version from the SRG. */
function createGatewayCreator({ owner }: DemoCallers, projectId: number, srgId: number) {
  return async (version: number): Promise<number> => {
    const name = `Harbor Gateway ${version}`
    const prefix = `HGW${version}-01`
    const title = `${name} STIG`
    const component = { name, prefix, title, version, release: 1, security_requirements_guide_id: srgId }
    return (await owner.components.create({ projectId, component })).component.id
  }
}

const toClosedPhase = (reason: ClosedReason) => ({ comment_phase: 'closed', closed_reason: reason }) as const

async function addInTriage(people: DemoCallers, component: number, now: Date): Promise<void> {
  await writeRequirements(people.author, component)
  await addComments(people, component, [...COMMENTS, ...NEAR_IDENTICAL])
  await assign(people, component, now)
}

async function addInAdjudication(people: DemoCallers, component: number): Promise<void> {
  await writeRequirements(people.author, component)
  await addComments(people, component, COMMENTS.slice(0, 6))
  await people.owner.components.update({ id: component, component: toClosedPhase('adjudicating') })
}

async function release({ owner }: DemoCallers, component: number): Promise<void> {
  await owner.components.lock({ id: component, review: FINAL })
  await owner.components.update({ id: component, component: { released: true } })
  await owner.components.update({ id: component, component: toClosedPhase('finalized') })
}

/** Fills a draft whose comment period can be opened, with a requirement under review. */
async function addPeriodToRun(people: DemoCallers, component: number): Promise<void> {
  await people.owner.components.update({ id: component, component: { comment_phase: 'closed' } })
  await writeRequirements(people.author, component)
  const [first] = await listRulesInOrder(people.author, component)
  const review = { action: 'request_review', comment: 'Please look at the limit.' } as const
  await people.author.reviews.createOnRule({ ruleId: first?.id ?? 0, review })
}

/** Copies a component with determined requirements and locks them, so that it can be released. */
async function addReady(
  { owner }: DemoCallers,
  project: number,
  originalId: number,
  name: string,
  prefix: string,
): Promise<void> {
  const copy = {
    name,
    prefix,
    title: `${name} STIG`,
    version: 1,
    release: 1,
    duplicate: true,
    id: originalId,
  }
  const { component } = await owner.components.create({ projectId: project, component: copy })
  await owner.components.lock({ id: component.id, review: FINAL })
  await owner.components.update({ id: component.id, component: { comment_phase: 'closed' } })
}

async function sample(filename: string): Promise<{ filename: string; content: Buffer }> {
  return { filename, content: await readFile(join(ROOT, 'sample', filename)) }
}

async function createPeople(admin: Caller): Promise<Record<Name, number>> {
  const create = async (name: Name): Promise<number> => {
    const { name: full, email, password } = PEOPLE[name]
    return (await admin.users.adminCreate({ user: { name: full, email, password } })).user.id
  }
  return {
    owner: await create('owner'),
    reviewer: await create('reviewer'),
    author: await create('author'),
    viewer: await create('viewer'),
    vendor: await create('vendor'),
    stranger: await create('stranger'),
  }
}

type NewProject = { name: string; description: string; visibility: Visibility }

async function createProject(owner: Caller, ids: Record<Name, number>, project: NewProject): Promise<number> {
  const { project: created } = await owner.projects.create({ project })
  const roles = { reviewer: 'reviewer', author: 'author', viewer: 'viewer', vendor: 'viewer' } as const
  for (const name of ['reviewer', 'author', 'viewer', 'vendor'] as const) {
    const target = { membership_type: 'Project', membership_id: created.id } as const
    await owner.memberships.create({ membership: { user_id: ids[name], role: roles[name], ...target } })
  }
  return created.id
}

async function listRulesInOrder(caller: Caller, component: number): Promise<Rules> {
  const rules = await caller.rules.list({ componentId: component })
  return rules.toSorted((a, b) => (a.rule_id < b.rule_id ? -1 : 1))
}

async function writeRequirements(caller: Caller, component: number): Promise<void> {
  const rules = await listRulesInOrder(caller, component)
  for (const { rule: position, ...content } of EDITS) {
    await caller.rules.update({ ruleId: rules[position]?.id ?? 0, rule: content })
  }
}

/** Posts the comments with their replies; the author triages those that have a decision. */
async function addComments(people: DemoCallers, component: number, comments: DemoComment[]): Promise<void> {
  const rules = await listRulesInOrder(people.author, component)
  const posted: number[] = []
  for (const { by: author, rule, section, text, replies = [] } of comments) {
    const post = async (name: Name, comment: string, parent?: number): Promise<number> => {
      const review = {
        action: 'comment',
        comment,
        ...(parent ? { responding_to_review_id: parent } : {}),
      } as const
      const { reviews } = people[name]
      const answer =
        rule === null
          ? await reviews.createOnComponent({ componentId: component, review })
          : await reviews.createOnRule({
              ruleId: rules[rule]?.id ?? 0,
              review: { ...review, ...(section && !parent ? { section } : {}) },
            })
      return answer.review.id
    }
    const id = await post(author, text)
    for (const [name, reply] of replies) await post(name, reply, id)
    posted.push(id)
  }
  for (const [index, { decision, response }] of comments.entries()) {
    if (decision === undefined) continue
    await people.author.reviews.triage({
      reviewId: posted[index] ?? 0,
      triage_status: decision,
      ...(response === undefined ? {} : { response_comment: response }),
      ...(decision === 'duplicate' ? { duplicate_of_review_id: posted[0] } : {}),
      ...(decision === 'addressed_by' ? { addressed_by_rule_id: rules[28]?.id } : {}),
    })
  }
}

/** Assigns comments to triagers, with due dates relative to now. */
async function assign(people: DemoCallers, component: number, now: Date): Promise<void> {
  const { rows } = await people.author.reviews.ofComponent({ componentId: component, triage_status: 'all' })
  for (const { text, assigned } of COMMENTS) {
    const row = rows.find(({ comment }) => comment === text)
    if (!assigned || !row) continue
    const [name, days] = assigned
    const due = new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)
    await people.author.reviews.assign({ reviewId: row.id, assignee_id: people.ids[name], due_on: due })
  }
}

/** Determines every requirement: a component can be released once all are determined and locked. */
async function determine(caller: Caller, component: number): Promise<void> {
  for (const { id } of await listRulesInOrder(caller, component)) {
    await caller.rules.update({ ruleId: id, rule: { status: 'Applicable - Configurable' } })
  }
}
