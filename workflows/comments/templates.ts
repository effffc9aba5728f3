import { ResponseTemplate } from '../../entities/response-template.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { invalid } from '../../src/errors.ts'
import { assertTexts } from '../../src/procedures/schemas/text-limits.ts'

/** The body will be posted as a comment (rule R-3). */
const LIMITS = { name: 'templateName', body: 'comment' } as const

export interface TemplateTexts {
  name?: string | undefined
  body?: string | undefined
}

/** Refuses texts over the limits of the settings. */
export function assertTemplateTexts({ env }: Pick<UnitOfWork, 'env'>, { name, body }: TemplateTexts): void {
  assertTexts(env.limits, { name, body }, LIMITS)
}

/** Adds a template to a project, whose lock the caller holds (rule R-13). Throws 422 where the name is taken. */
export async function createTemplate(
  { em, db, actor, now }: UnitOfWork,
  projectId: number,
  { name, body }: { name: string; body: string },
): Promise<ResponseTemplate> {
  await assertNameFree(db, projectId, name, null)
  const template = em.create(ResponseTemplate, {
    name,
    body,
    projectId,
    createdById: actor.id,
    createdAt: now,
  })
  await em.flush()
  return template
}

/** Gives a template other texts; what is absent stays. Throws 422 where the name is taken. */
export async function rewriteTemplate(
  { em, db }: UnitOfWork,
  template: ResponseTemplate,
  { name = template.name, body = template.body }: TemplateTexts,
): Promise<void> {
  await assertNameFree(db, template.projectId, name, template.id)
  if (name !== template.name || body !== template.body) template.rewrite(name, body)
  await em.flush()
}

/** Names are unique in a project, ignoring case (rule R-13). The project's lock keeps two from passing (rule R-13). */
async function assertNameFree(
  db: Queries,
  projectId: number,
  name: string,
  ownId: number | null,
): Promise<void> {
  const others = await ofName(db, projectId, name, ownId ?? 0)
  if (others.length > 0) {
    throw invalid('template.name_taken', 'name', 'The name is taken by another template.')
  }
}

const ofName = preparedQuery<object, [projectId: number, name: string, exceptId: number]>(
  (db, projectId, name, exceptId) =>
    db
      .selectFrom('response_templates')
      .select('id')
      .where('project_id', '=', projectId)
      .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
      .where('id', '<>', exceptId),
)
