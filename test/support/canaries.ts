import { sql } from 'kysely'
import { DomainEvent } from '../../entities/domain-event.ts'
import { sendRecipe } from './conformance.ts'
import { listDeclared } from './matrix.ts'
import { RECIPES, type RecipeScene } from './recipes.ts'
import type { Rest } from './rest.ts'
import type { World } from './world.ts'

/** A word that occurs only in records that a caller must not see. */
export const CANARY = 'zaunkoenig'

/** Excluded paths: live streams never end and have their own tests; project admins may search all users. */
const EXCLUDED_PATHS = /\/events$|^\/api\/users\/search$/

/** Sends every GET operation about a scene's records; returns the answers that contain the canary. */
export async function findLeaks(world: World, scene: RecipeScene, caller: Rest): Promise<string[]> {
  const leaks: string[] = []
  for (const operation of listDeclared()) {
    if (operation.method !== 'GET' || EXCLUDED_PATHS.test(operation.path)) continue
    const recipe = await RECIPES[operation.key]?.(scene, world)
    if (!recipe) throw new Error(`${operation.key} has no recipe`)
    const { text, status } = await sendRecipe(caller, operation, recipe)
    if (text.toLowerCase().includes(CANARY)) {
      leaks.push(`${operation.key} ${status} ${findTextAroundCanary(text)}`)
    }
  }
  for (const path of listFurtherPaths(scene)) {
    const { text, status } = await caller.get(path)
    if (text.toLowerCase().includes(CANARY)) leaks.push(`GET ${path} ${status} ${findTextAroundCanary(text)}`)
  }
  const { text } = await caller.post(`/components/${scene.component.id}/find`, { find: 'e' })
  if (text.toLowerCase().includes(CANARY)) {
    leaks.push(`POST /components/{id}/find ${findTextAroundCanary(text)}`)
  }
  return leaks
}

function findTextAroundCanary(text: string): string {
  const offset = text.toLowerCase().indexOf(CANARY)
  return text.slice(Math.max(0, offset - 120), offset + 40)
}

/** Further paths, with other parameters than the recipes. */
function listFurtherPaths({ project, component, rule, srg }: RecipeScene): string[] {
  const auditLog = [`component_id=${component.id}`, `rule_id=${rule.id}`, `project_id=${project.id}`]
  return [
    ...['e', 'requirement', component.prefix, 'Component'].flatMap((q) => [
      `/api/search/global?q=${q}&limit=20`,
      `/search/rules?q=${q}`,
    ]),
    `/search/components?q=${srg.srgId}`,
    `/search/projects?q=${srg.srgId}`,
    ...auditLog.flatMap((query) => [`/api/audits?${query}`, `/api/audits/export/csv?${query}`]),
    `/components/${component.id}/comments?triage_status=all&include_rule_content=true`,
    `/components/history?project_id=${project.id}&name=${component.name}`,
    `/memberships?membership_type=Component&membership_id=${component.id}`,
    `/api/users/search?q=person&membership_type=Component&membership_id=${component.id}&scope=members`,
  ]
}

/** Puts the canary into data that only people with a role on a scene's component can see. */
export async function hideFromOutsiders(world: World, scene: RecipeScene): Promise<void> {
  const { project, component, rule, person } = scene
  const text = `${CANARY} text`
  await hideFromViewers(world, scene)
  const reader = world.database.queries
  const ids = { project_id: project.id, component_id: component.id }
  const { id: question } = await reader
    .insertInto('additional_questions')
    .values({ component_id: component.id, name: text, question_type: 'freeform' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = { rule_id: rule.id, additional_question_id: question, answer: 'kept' }
  await reader.insertInto('additional_answers').values(answer).execute()
  await reader
    .insertInto('response_templates')
    .values({ project_id: project.id, name: text, body: text })
    .execute()
  await reader
    .insertInto('requirement_relocations')
    .values({
      component_id: component.id,
      source_rule_id: rule.id,
      source_displayed_name: text,
      target_technology_token: text,
    })
    .execute()
  const entries = [
    { action: 'update', auditable_type: 'Component', changes: { metadata: [{}, { Contact: text }] } },
    { action: 'admin_destroy_review', auditable_type: 'BaseRule', comment: text, rule_id: rule.id },
    { action: 'update', auditable_type: 'AdditionalAnswer', affected_name: text, rule_id: rule.id },
    { action: 'update', auditable_type: 'Review', comment: text, rule_id: rule.id },
    { action: 'create', auditable_type: 'Membership', affected_name: text },
  ]
  for (const { changes = {}, ...entry } of entries) {
    const written = {
      ...ids,
      ...entry,
      actor_type: 'User',
      actor_name: 'Somebody',
      auditable_id: component.id,
    }
    await reader
      .insertInto('audit_entries')
      .values({ ...written, changes: sql`${JSON.stringify(changes)}::jsonb` })
      .execute()
  }
  const metadata = sql<Record<string, string>>`${JSON.stringify({ Contact: text })}::jsonb`
  await reader.updateTable('components').set({ metadata }).where('id', '=', component.id).execute()
  await reader
    .updateTable('projects')
    .set({ metadata, description: text })
    .where('id', '=', project.id)
    .execute()
  await reader.updateTable('users').set({ slack_user_id: text }).where('id', '=', person.id).execute()
  const other = await world.createComponent(project, { name: text, title: text })
  await world.createReview(await world.createRule(other, { title: text, fixtext: text }), person, {
    comment: text,
  })
}

/** Puts the canary into data that viewers cannot see: addresses of commenters and withdrawn texts. */
export async function hideFromViewers(world: World, { person, rule, review }: RecipeScene): Promise<void> {
  const reader = world.database.queries
  const email = `${CANARY}-${person.id}@example.org`
  await reader.updateTable('users').set({ email }).where('id', '=', person.id).execute()
  await world.createReview(rule, person, {
    respondingToReviewId: review.id,
    comment: `${CANARY} taken back`,
    withdrawnAt: new Date(),
  })
  await world.createReview(rule, person, { userId: null, commenterImportedEmail: `imported-${email}` })
}

/** The lock version of every draft of a released component, which no answer to its readers may contain. */
export const VERSION_CANARY = '918273645'

/**
 * Puts the canary into data that readers of a released component must not see: people, the project, the contact, and
 * everything from before the release. Call it before the release.
 */
export async function hideFromReaders(world: World, scene: RecipeScene): Promise<void> {
  await hideFromOutsiders(world, scene)
  await hidePeople(world, scene)
  await hideDrafts(world, scene)
  const { project, component, srg } = scene
  const contact = { admin_name: `${CANARY} contact`, admin_email: `${CANARY}-contact@example.org` }
  const reader = world.database.queries
  const hidden = { ...contact, name: `${CANARY} project` }
  await reader.updateTable('projects').set(hidden).where('id', '=', project.id).execute()
  await reader.updateTable('components').set(contact).where('id', '=', component.id).execute()
  const answer = { answer: `${CANARY} answer` }
  await reader.updateTable('additional_answers').set(answer).where('rule_id', '=', scene.rule.id).execute()
  const otherProject = await world.createProject({ name: `${CANARY} elsewhere` })
  const { id } = await world.createComponent(otherProject, { securityRequirementsGuideId: srg.id })
  const published = { ...contact, released: true, released_at: new Date() }
  await reader.updateTable('components').set(published).where('id', '=', id).execute()
}

/** Puts the canary into names and addresses of people in every function on a component. */
async function hidePeople(world: World, { project, rule, person, admin }: RecipeScene): Promise<void> {
  const reader = world.database.queries
  const lead = await world.createMember(project, 'admin')
  for (const { id } of [lead, person, admin]) {
    const hidden = { name: `${CANARY} ${id}`, email: `${CANARY}-${id}@example.org` }
    await reader.updateTable('users').set(hidden).where('id', '=', id).execute()
  }
  const now = new Date()
  await world.createReview(rule, person, {
    triageStatus: 'informational',
    triageSetById: lead.id,
    triageSetAt: now,
    adjudicatedById: admin.id,
    adjudicatedAt: now,
    assigneeId: lead.id,
  })
  await world.createReview(rule, person, {
    userId: null,
    commenterImportedName: `${CANARY} sponsor`,
    triageStatus: 'concur',
    triageSetAt: now,
    triageSetByImportedName: `${CANARY} triager`,
  })
}

/** Puts the canary into texts and versions from before a release: audit log, review cycle and events. */
async function hideDrafts(world: World, scene: RecipeScene): Promise<void> {
  const { project, component, rule, admin } = scene
  const reader = world.database.queries
  const text = `${CANARY} draft`
  const ids = { project_id: project.id, component_id: component.id }
  const actor = { actor_type: 'User', actor_name: text, comment: text }
  const written = [
    {
      auditable_type: 'BaseRule',
      auditable_id: rule.id,
      rule_id: rule.id,
      changes: { title: [text, 'Now'] },
    },
    { auditable_type: 'Check', auditable_id: rule.id, rule_id: rule.id, changes: { content: [text, 'Now'] } },
    { auditable_type: 'Component', auditable_id: component.id, changes: { title: [text, 'Now'] } },
    {
      auditable_type: 'Component',
      auditable_id: component.id,
      changes: { title: [text, 'Now'], released: [false, true] },
    },
  ]
  for (const { changes, ...entry } of written) {
    await reader
      .insertInto('audit_entries')
      .values({
        ...ids,
        ...actor,
        ...entry,
        action: 'update',
        changes: sql`${JSON.stringify(changes)}::jsonb`,
      })
      .execute()
  }
  await world.createReview(rule, admin, { action: 'request_changes', comment: text, triageStatus: null })
  await world.stored((em) =>
    em.create(DomainEvent, {
      projectId: project.id,
      componentId: component.id,
      kind: 'rule.changed',
      actorName: text,
      data: { note: text },
    }),
  )
  const draft = await world.createComponent(project, { name: text, title: text })
  await world.createRule(draft, { title: text, lockVersion: Number(VERSION_CANARY) })
  const version = { lock_version: Number(VERSION_CANARY) }
  await reader.updateTable('components').set(version).where('id', '=', draft.id).execute()
}
