import { expectStatus } from '../../support/http.ts'
import type { Rest } from '../../support/rest.ts'

const PASSWORD = 'Quay-Lantern-4182+Gantry'

export const ADMIN = {
  email: 'bootstrap@harbor.example',
  password: PASSWORD,
  settings: { BOOTSTRAP_ADMIN_EMAIL: 'bootstrap@harbor.example', BOOTSTRAP_ADMIN_PASSWORD: PASSWORD },
}

/** Five people; the owner creates the project; the others join it. */
export const PEOPLE = {
  owner: createPerson('Olga Owner'),
  author: createPerson('Ari Author'),
  reviewer: createPerson('Rosa Reviewer'),
  viewer: createPerson('Vito Viewer'),
  guest: createPerson('Gail Guest'),
}

type Name = keyof typeof PEOPLE
export type Ids = Record<Name, number>
/** One client per person. */
export type Crew = Record<Name | 'admin', Rest>

function createPerson(name: string) {
  return { name, email: `${name.toLowerCase().replace(' ', '.')}@harbor.example`, password: PASSWORD }
}

/** Creates the five people as administrator and returns their ids. */
export async function createPeople(admin: Rest): Promise<Ids> {
  const ids: Ids = { owner: 0, author: 0, reviewer: 0, viewer: 0, guest: 0 }
  for (const name of Object.keys(ids).filter(isName)) {
    const { body } = expectStatus(200, await admin.post('/users/admin_create', { user: PEOPLE[name] }))
    ids[name] = Number(body.user.id)
  }
  return ids
}

function isName(text: string): text is Name {
  return text in PEOPLE
}

/** The owner's project with one author, one reviewer and two viewers, found as the add-member screen finds them. */
export async function createProject(crew: Crew, ids: Ids): Promise<number> {
  const created = await crew.owner.post('/projects', {
    project: { name: 'Harbor', description: 'All harbor hosts' },
  })
  const project = Number(expectStatus(200, created).body.project.id)
  const roles = { author: 'author', reviewer: 'reviewer', viewer: 'viewer', guest: 'viewer' } as const
  for (const [name, role] of Object.entries(roles)) {
    const query = `q=${name}&membership_type=Project&membership_id=${project}`
    const found = expectStatus(200, await crew.owner.get(`/api/users/search?${query}`)).body.users
    const membership = {
      user_id: found[0].id,
      role,
      membership_type: 'Project',
      membership_id: project,
    }
    expectStatus(200, await crew.owner.post('/memberships', { membership }))
  }
  const members = expectStatus(200, await crew.viewer.get(`/projects/${project}`)).body.memberships
  if (members.length !== Object.keys(ids).length) throw new Error('not everybody is a member')
  return project
}
