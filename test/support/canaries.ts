import { sql } from 'kysely'
import { sendRecipe } from './conformance.ts'
import { declared } from './matrix.ts'
import { RECIPES, type Scene } from './recipes.ts'
import type { Rest } from './rest.ts'
import type { World } from './world.ts'

/** A word that stands in no record but those that a caller must not see. */
export const CANARY = 'zaunkoenig'

/**
 * Not asked: live boards, which never end and are tested of their own, and the directory of people to add, which project
 * admins have.
 */
const NOT_ASKED = /\/events$|^\/api\/users\/search$/

/** Every GET operation about a scene's records that told the canary to a caller, as address and answer. */
export async function tellers(world: World, scene: Scene, caller: Rest): Promise<string[]> {
  const found: string[] = []
  for (const operation of declared()) {
    if (operation.method !== 'GET' || NOT_ASKED.test(operation.path)) continue
    const recipe = await RECIPES[operation.key]?.(scene, world)
    if (!recipe) throw new Error(`${operation.key} has no recipe`)
    const { text, status } = await sendRecipe(caller, operation, recipe)
    if (text.toLowerCase().includes(CANARY)) found.push(`${operation.key} ${status} ${around(text)}`)
  }
  for (const path of further(scene)) {
    const { text, status } = await caller.get(path)
    if (text.toLowerCase().includes(CANARY)) found.push(`GET ${path} ${status} ${around(text)}`)
  }
  const { text } = await caller.post(`/components/${scene.component.id}/find`, { find: 'e' })
  if (text.toLowerCase().includes(CANARY)) found.push(`POST /components/{id}/find ${around(text)}`)
  return found
}

function around(text: string): string {
  const at = text.toLowerCase().indexOf(CANARY)
  return text.slice(Math.max(0, at - 120), at + 40)
}

/** Addresses that recipes ask otherwise. */
function further({ project, component, rule, srg }: Scene): string[] {
  const trail = [`component_id=${component.id}`, `rule_id=${rule.id}`, `project_id=${project.id}`]
  return [
    ...['e', 'requirement', component.prefix, 'Component'].flatMap((q) => [
      `/api/search/global?q=${q}&limit=20`,
      `/search/rules?q=${q}`,
    ]),
    `/search/components?q=${srg.srgId}`,
    `/search/projects?q=${srg.srgId}`,
    ...trail.flatMap((query) => [`/api/audits?${query}`, `/api/audits/export/csv?${query}`]),
    `/components/${component.id}/comments?triage_status=all&include_rule_content=true`,
    `/components/history?project_id=${project.id}&name=${component.name}`,
    `/memberships?membership_type=Component&membership_id=${component.id}`,
    `/api/users/search?q=person&membership_type=Component&membership_id=${component.id}&scope=members`,
  ]
}

/** Puts the canary into what only people with a role on a scene's component see; `text` is the rest of it. */
export async function hideFromOutsiders(world: World, scene: Scene): Promise<void> {
  const { project, component, rule, person } = scene
  const text = `${CANARY} text`
  await hideFromViewers(world, scene)
  const reader = world.database.queries
  const place = { project_id: project.id, component_id: component.id }
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
      ...place,
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
  const other = await world.aComponent(project, { name: text, title: text })
  await world.aReview(await world.aRule(other, { title: text, fixtext: text }), person, { comment: text })
}

/** Puts it into what even viewers do not see: addresses of commenters, and what they took back. */
export async function hideFromViewers(world: World, { person, rule, review }: Scene): Promise<void> {
  const reader = world.database.queries
  const email = `${CANARY}-${person.id}@example.org`
  await reader.updateTable('users').set({ email }).where('id', '=', person.id).execute()
  await world.aReview(rule, person, {
    respondingToReviewId: review.id,
    comment: `${CANARY} taken back`,
    withdrawnAt: new Date(),
  })
  await world.aReview(rule, person, { userId: null, commenterImportedEmail: `imported-${email}` })
}
