import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Project } from '../../entities/project.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

/** A released component on this SRG, which every user can see. */
async function createReleasedOn(project: Project, securityRequirementsGuideId: number): Promise<void> {
  const { id } = await world.createComponent(project, { securityRequirementsGuideId })
  const released = { released: true, released_at: new Date() }
  await world.database.queries.updateTable('components').set(released).where('id', '=', id).execute()
}

test('the search of projects shows the SRG of an unreleased component to its members only', async () => {
  const { id: securityRequirementsGuideId, srgId } = await world.createSrg()
  const project = await world.createProject({ visibility: 'discoverable' })
  const component = await world.createComponent(project, { securityRequirementsGuideId })
  const people = {
    nonMember: await world.createUser(),
    viewer: await world.createMember(project, 'viewer'),
    author: await world.createMember(component, 'author'),
    'member elsewhere': await world.createMember(await world.createProject(), 'admin'),
    'system administrator': await world.createSystemAdmin(),
  }
  const findProjects = async () => {
    const answers: Record<string, number> = {}
    for (const [who, user] of Object.entries(people)) {
      const { body } = await (await world.rest(user)).get(`/search/projects?q=${srgId}`)
      answers[who] = body.projects.length
    }
    return answers
  }
  const members = { viewer: 1, author: 1, 'system administrator': 1 }
  expect(await findProjects()).toEqual({ nonMember: 0, 'member elsewhere': 0, ...members })
  await createReleasedOn(project, securityRequirementsGuideId)
  expect(await findProjects()).toEqual({ nonMember: 1, 'member elsewhere': 1, ...members })
})

test('projects on an SRG that very many components use are the first ten by name that the caller may see', async () => {
  const { id: securityRequirementsGuideId, srgId } = await world.createSrg()
  const names = Array.from({ length: 12 }, (_, index) => `On it ${String(index).padStart(2, '0')}`)
  const projects = await Promise.all(
    names
      .toReversed()
      .map((name, index) =>
        world.createProject({ name, visibility: index % 2 === 0 ? 'discoverable' : 'hidden' }),
      ),
  )
  for (const project of projects) await createReleasedOn(project, securityRequirementsGuideId)
  const crowd = await world.createProject({ name: 'A crowd' })
  await sql`insert into components (project_id, security_requirements_guide_id, name, prefix, title)
    select ${crowd.id}, ${securityRequirementsGuideId}, 'Of a crowd ' || n, 'ABCD-01', 'One of a crowd'
    from generate_series(1, 201) n`.execute(world.database.queries)
  const nonMember = await world.rest(await world.createUser())
  const systemAdmin = await world.rest(await world.createSystemAdmin())
  const member = await world.rest(await world.createMember(crowd, 'viewer'))
  const few = await findProjects()
  await sql`insert into component_sources (component_id, srg_id)
    select id, ${securityRequirementsGuideId} from components where project_id = ${crowd.id}`.execute(
    world.database.queries,
  )
  const many = await findProjects()
  const visibleNames = names.filter((_, index) => index % 2 === 1)
  expect(few).toEqual({ nonMember: visibleNames, member: visibleNames, systemAdmin: names.slice(0, 10) })
  expect(many).toEqual({
    nonMember: visibleNames,
    member: ['A crowd', ...visibleNames],
    systemAdmin: ['A crowd', ...names.slice(0, 9)],
  })

  async function findProjects() {
    const people = { nonMember, member, systemAdmin }
    const searches = Object.entries(people).map(async ([who, rest]) => {
      const { body } = await rest.get(`/search/projects?q=${srgId}`)
      return [who, body.projects.map(([, name]: [number, string]) => name)]
    })
    return Object.fromEntries(await Promise.all(searches))
  }
})
