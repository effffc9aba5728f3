import { readFile } from 'node:fs/promises'
import { ADMIN } from '../../verification/chaos/supervised-service.ts'
import { expectStatus, http, signIn } from '../support/http.ts'
import type { Rest } from '../support/rest.ts'

const SRG = 'U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml'
const SPARES_EACH = 1

/** A user whom a client adds as a member and removes again. */
export interface SpareMember {
  userId: number
  /** Null for a non-member; undefined while unknown, after a request without an answer. */
  membershipId: number | null | undefined
}

/** A writing user with their own data. */
export interface Person {
  number: number
  rest: Rest
  /** The requirement that only this person locks, unlocks and requests reviews of. */
  ruleId: number
  spares: SpareMember[]
}

/** The component that all writes use. */
export interface ServiceUnderTest {
  projectId: number
  componentId: number
  /** Requirements that are never locked. */
  openRules: number[]
  people: Person[]
}

/** Creates the users, their project and its component over HTTP. */
export async function createServiceUnderTest(
  { url }: { url: string },
  clients: number,
): Promise<ServiceUnderTest> {
  const admin = await signIn(url, ADMIN.email, ADMIN.password)
  const form = new FormData()
  const content = await readFile(new URL(`../../sample/${SRG}`, import.meta.url))
  form.set('file', new Blob([content], { type: 'application/xml' }), SRG)
  const { srg } = expectStatus(200, await admin.post('/srgs', form)).body
  const project = expectStatus(200, await admin.post('/projects', { project: { name: 'Chaos' } })).body
    .project
  const component = {
    name: 'Chaos',
    prefix: 'CHAO-01',
    title: 'Chaos',
    security_requirements_guide_id: srg.id,
  }
  const created = await admin.post(`/projects/${project.id}/components`, { component })
  const componentId: number = expectStatus(200, created).body.component.id
  const { rules } = expectStatus(200, await admin.get(`/components/${componentId}/rules_picker`)).body
  const ruleIds: number[] = rules.map(({ id }: { id: number }) => id)
  while (ruleIds.length < clients + 5) {
    const created = await admin.post(`/components/${componentId}/rules`, { rule: { title: 'More' } })
    ruleIds.push(expectStatus(200, created).body.data.id)
  }
  const people = await Promise.all(
    ruleIds.slice(0, clients).map(async (ruleId, number): Promise<Person> => {
      const { id, email } = await createAccount(admin, `client-${number}`)
      const target = { role: 'admin', membership_type: 'Project', membership_id: project.id }
      expectStatus(200, await admin.post('/memberships', { membership: { user_id: id, ...target } }))
      const spares = Array.from({ length: SPARES_EACH }, async (_, index): Promise<SpareMember> => {
        const account = await createAccount(admin, `spare-${number}-${index}`)
        return { userId: account.id, membershipId: null }
      })
      return {
        number,
        rest: await signIn(url, email, ADMIN.password),
        ruleId,
        spares: await Promise.all(spares),
      }
    }),
  )
  return { projectId: project.id, componentId, openRules: ruleIds.slice(clients), people }
}

/** Creates a confirmed account with the administrator's password. */
export async function createAccount(admin: Rest, name: string): Promise<{ id: number; email: string }> {
  const email = `${name}@chaos.example`
  const user = { name, email, password: ADMIN.password }
  return { id: expectStatus(200, await admin.post('/users/admin_create', { user })).body.user.id, email }
}

/** Whether the service is reachable. */
export async function isUp(url: string): Promise<boolean> {
  return http(url)
    .get('/health_check')
    .then(({ status }) => status === 200)
    .catch(() => false)
}
