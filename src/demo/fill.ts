import { readFile } from 'node:fs/promises'
import { User } from '../../entities/user.ts'
import type { Services } from '../context.ts'
import type { ClosedReason } from '../vocabulary.ts'
import { callers, type Caller } from './callers.ts'
import { COMMENTS, EDITS, type DemoComment } from './comments.ts'
import { PEOPLE, type Name } from './people.ts'

const SAMPLE = 'U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml'

type Crew = Record<Name, Caller>
type Rules = Awaited<ReturnType<Caller['rules']['list']>>

/** Fills an empty, migrated database that has its first administrator, through the operations of the service. */
export async function fillDemo(services: Services): Promise<void> {
  const as = callers(services)
  const admin = as(await services.database.orm.em.fork().findOneOrFail(User, { admin: true }))
  const content = await readFile(new URL(`../../sample/${SAMPLE}`, import.meta.url))
  const { srg } = await admin.srgs.upload({ file: { filename: SAMPLE, content } })

  const ids = await createPeople(admin)
  const caller = (name: Name): Caller => as({ id: ids[name], admin: false, ...PEOPLE[name] })
  const crew: Crew = {
    owner: caller('owner'),
    reviewer: caller('reviewer'),
    author: caller('author'),
    viewer: caller('viewer'),
    vendor: caller('vendor'),
    stranger: caller('stranger'),
  }
  const project = await createProject(crew.owner, ids)
  const create = async (name: string, prefix: string, version: number): Promise<number> => {
    const title = `${name} STIG`
    const component = { name, prefix, title, version, release: 1, security_requirements_guide_id: srg.id }
    return (await crew.owner.components.create({ projectId: project, component })).component.id
  }

  const closed = (reason: ClosedReason) => ({ comment_phase: 'closed', closed_reason: reason }) as const

  const current = await create('Harbor Gateway 3', 'HGW3-01', 3)
  await author(crew.author, current)
  await discuss(crew, current, COMMENTS)
  const previous = await create('Harbor Gateway 2', 'HGW2-01', 2)
  await author(crew.author, previous)
  await discuss(crew, previous, COMMENTS.slice(0, 6))
  await crew.owner.components.update({ id: previous, component: closed('adjudicating') })
  const oldest = await create('Harbor Gateway 1', 'HGW1-01', 1)
  await discuss(crew, oldest, COMMENTS.slice(2, 4))
  await publish(crew, oldest)
  await crew.owner.components.update({ id: oldest, component: closed('finalized') })
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

async function createProject(owner: Caller, ids: Record<Name, number>): Promise<number> {
  const description = 'Guides for the gateways of the harbor.'
  const { project } = await owner.projects.create({ project: { name: 'Harbor Gateways', description } })
  const roles = { reviewer: 'reviewer', author: 'author', viewer: 'viewer', vendor: 'viewer' } as const
  for (const name of ['reviewer', 'author', 'viewer', 'vendor'] as const) {
    const target = { membership_type: 'Project', membership_id: project.id } as const
    await owner.memberships.create({ membership: { user_id: ids[name], role: roles[name], ...target } })
  }
  return project.id
}

async function inOrder(caller: Caller, component: number): Promise<Rules> {
  const rules = await caller.rules.list({ componentId: component })
  return rules.toSorted((a, b) => (a.rule_id < b.rule_id ? -1 : 1))
}

async function author(by: Caller, component: number): Promise<void> {
  const rules = await inOrder(by, component)
  for (const { rule: position, ...content } of EDITS) {
    await by.rules.update({ ruleId: rules[position]?.id ?? 0, rule: content })
  }
}

/** Posts the comments with their replies, and lets the author decide those that have a decision. */
async function discuss(crew: Crew, component: number, comments: DemoComment[]): Promise<void> {
  const rules = await inOrder(crew.author, component)
  const posted: number[] = []
  for (const { by, rule, section, text, replies = [] } of comments) {
    const post = async (name: Name, comment: string, parent?: number): Promise<number> => {
      const review = {
        action: 'comment',
        comment,
        ...(parent ? { responding_to_review_id: parent } : {}),
      } as const
      const { reviews } = crew[name]
      const answer =
        rule === null
          ? await reviews.createOnComponent({ componentId: component, review })
          : await reviews.createOnRule({
              ruleId: rules[rule]?.id ?? 0,
              review: { ...review, ...(section && !parent ? { section } : {}) },
            })
      return answer.review.id
    }
    const id = await post(by, text)
    for (const [name, reply] of replies) await post(name, reply, id)
    posted.push(id)
  }
  for (const [index, { decision, response }] of comments.entries()) {
    if (decision === undefined) continue
    await crew.author.reviews.triage({
      reviewId: posted[index] ?? 0,
      triage_status: decision,
      ...(response === undefined ? {} : { response_comment: response }),
      ...(decision === 'duplicate' ? { duplicate_of_review_id: posted[0] } : {}),
      ...(decision === 'addressed_by' ? { addressed_by_rule_id: rules[28]?.id } : {}),
    })
  }
}

/** Determines and locks every requirement, and publishes the component. */
async function publish(crew: Crew, component: number): Promise<void> {
  for (const { id } of await inOrder(crew.author, component)) {
    await crew.author.rules.update({ ruleId: id, rule: { status: 'Applicable - Configurable' } })
  }
  const review = { action: 'lock_control', comment: 'Final version.' } as const
  await crew.owner.components.lock({ id: component, review })
  await crew.owner.components.update({ id: component, component: { released: true } })
}
