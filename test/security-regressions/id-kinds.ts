import { sql } from 'kysely'
import { AdditionalQuestion } from '../../entities/additional-question.ts'
import { ProjectAccessRequest } from '../../entities/project-access-request.ts'
import { ProjectInvitation } from '../../entities/project-invitation.ts'
import { Relocation } from '../../entities/relocation.ts'
import { ResponseTemplate } from '../../entities/response-template.ts'
import { AdditionalAnswer, DisaDescription, RuleCheck, RuleDescription, Rule } from '../../entities/rule.ts'
import { SavedFilter } from '../../entities/saved-filter.ts'
import type { ValueLocation } from '../support/invalid-inputs.ts'
import type { RecipeScene } from '../support/recipes.ts'
import type { World } from '../support/world.ts'

/** An id that no record has ever had. */
export const MISSING = 2_000_000_001

const FAR = 700_000_000

/** The kind of record that an id identifies, if a hidden project can conceal it. */
export type Kind =
  | 'project'
  | 'component'
  | 'rule'
  | 'review'
  | 'membership'
  | 'template'
  | 'saved filter'
  | 'access request'
  | 'invitation'
  | 'relocation'
  | 'audit entry'
  | 'check'
  | 'description'
  | 'explanation'
  | 'answer'
  | 'question'

/** Ids that no project conceals: users, their own records, the catalog, and members that only end in `id`. */
const OPEN =
  /(user|author|actor|assignee|identity|decision|update|rebase)_?id$|reviewer_ids(\.0)?$|slack_channel_id$|fix_id$|srg_ids|requirements_guide_id$|^\w+ (\/api)?\/(srgs|stigs|personal_access_tokens|users|jobs)\//i

/** The kinds of the other ids by operation and location; the first match applies. */
const KINDS: readonly [RegExp, Kind][] = [
  [/additional_question_id|additional_questions_attributes/, 'question'],
  [/checks_attributes/, 'check'],
  [/disa_rule_descriptions_attributes/, 'explanation'],
  [/rule_descriptions_attributes/, 'description'],
  [/additional_answers_attributes/, 'answer'],
  [/access_request_id$|project_access_requests\/\{id\} path id$/, 'access request'],
  [/project_invitations\/\{id\}.* path id$/, 'invitation'],
  [/triage_response_templates\/\{id\} path id$/, 'template'],
  [/saved_filters\/\{id\} path id$/, 'saved filter'],
  [/requirement_relocations\/\{id\}.* path id$/, 'relocation'],
  [/memberships\/\{id\} path id$/, 'membership'],
  [/audit_id$/, 'audit entry'],
  [/membership_id$|project_?id$|\/projects\/\{id\}.* path id$/i, 'project'],
  [
    /component_?id$|\/components\/\{id\}.* path id$|(compare|changes) query (base|diff)_id$| component\.id$/i,
    'component',
  ],
  [/rule_?ids?(\.0)?$| rule\.id$|(texts|choices)\.0\.id$/i, 'rule'],
  [/review_?ids?(\.0)?$|filter\.ids\.0$|survivor_id$|destroyedId$/i, 'review'],
]

/** Whether a value is an id of any kind. */
export function isId({ path }: Pick<ValueLocation, 'path'>): boolean {
  const name = path.findLast((part) => part !== '0') ?? ''
  const isList = name.endsWith('ids') && path.at(-1) !== '0'
  return /(^|_)ids?$|Id$/.test(name) && !isList
}

/** The kind of record of an id at this location of an operation; null if no project conceals it. Throws when unknown. */
export function findKind(key: string, { in: where, path }: { in: string; path: string[] }): Kind | null {
  const location = `${key} ${where} ${path.join('.')}`
  const known = KINDS.find(([pattern]) => pattern.test(location))
  if (OPEN.test(location)) return null
  if (!known) throw new Error(`no kind of record is listed for this id: ${location}`)
  return known[1]
}

/** Gives the next records unique numbers, so that statements that name them can be identified. */
export async function makeIdsUnique(world: World): Promise<void> {
  const reader = world.database.queries
  const { rows } = await sql<{ name: string }>`select sequencename as name from pg_sequences
    where schemaname = current_schema() and data_type = 'integer'::regtype`.execute(reader)
  let start = FAR
  for (const { name } of rows) await sql`select setval(${name}::regclass, ${(start += 1000)})`.execute(reader)
}

/** Creates an id of each kind in the project of this scene. */
export async function createIds(world: World, scene: RecipeScene): Promise<Record<Kind, number>> {
  const { project, component, rule, review } = scene
  const member = await world.join(await world.createUser(), project, 'viewer')
  const outside = await world.createUser()
  const admin = await world.rest(scene.admin)
  await admin.patch(`/rules/${rule.id}`, { rule: { title: 'Changed once' } })
  const created = await world.stored((em) => {
    const question = em.create(AdditionalQuestion, { componentId: component.id, name: 'Which?' })
    return {
      question,
      request: em.create(ProjectAccessRequest, { userId: outside.id, projectId: project.id }),
      invitation: em.create(ProjectInvitation, {
        projectId: project.id,
        email: outside.email,
        role: 'viewer',
      }),
      template: em.create(ResponseTemplate, { projectId: project.id, name: 'Thanks', body: 'Thank you.' }),
      filter: em.create(SavedFilter, {
        userId: scene.admin.id,
        projectId: project.id,
        list: 'triage',
        name: 'Open',
        query: '',
        shared: true,
      }),
      relocation: em.create(Relocation, {
        componentId: component.id,
        sourceRuleId: rule.id,
        sourceDisplayedName: 'ABCD-01-000001',
        targetTechnologyToken: 'ABCD',
      }),
    }
  })
  const em = world.database.orm.em.fork()
  const kept = await em.findOneOrFail(Rule, { id: rule.id })
  const parts = {
    answer: em.create(AdditionalAnswer, {
      rule: kept,
      additionalQuestionId: created.question.id,
      answer: 'This.',
    }),
    check: em.create(RuleCheck, { rule: kept }),
    description: em.create(RuleDescription, { rule: kept, description: 'So.' }),
    explanation: em.create(DisaDescription, { rule: kept }),
  }
  await em.flush()
  const entry = await world.database.queries
    .selectFrom('audit_entries')
    .select('id')
    .where('rule_id', '=', rule.id)
    .where('action', '=', 'update')
    .executeTakeFirstOrThrow()
  return {
    project: project.id,
    component: component.id,
    rule: rule.id,
    review: review.id,
    membership: member.id,
    template: created.template.id,
    'saved filter': created.filter.id,
    'access request': created.request.id,
    invitation: created.invitation.id,
    relocation: created.relocation.id,
    'audit entry': entry.id,
    question: created.question.id,
    answer: parts.answer.id,
    check: parts.check.id,
    description: parts.description.id,
    explanation: parts.explanation.id,
  }
}
