import { ResponseTemplate } from '../../entities/response-template.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { validationError } from '../../src/errors.ts'
import { assertTexts } from '../../src/procedures/schemas/text-limits.ts'

/** The body is posted as a comment (rule R-3). */
const LIMITS = { name: 'templateName', body: 'comment' } as const

export interface TemplateTexts {
  name?: string | undefined
  body?: string | undefined
}

/** Throws 422 for texts over the configured limits. */
export function assertTemplateTexts({ env }: Pick<UnitOfWork, 'env'>, { name, body }: TemplateTexts): void {
  assertTexts(env.limits, { name, body }, LIMITS)
}

/** Adds a template to a project; requires the project's lock (rule R-13). Throws 422 if the name is taken. */
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

/** Changes the given texts of a template. Throws 422 if the name is taken. */
export async function rewriteTemplate(
  { em, db }: UnitOfWork,
  template: ResponseTemplate,
  { name = template.name, body = template.body }: TemplateTexts,
): Promise<void> {
  await assertNameFree(db, template.projectId, name, template.id)
  if (name !== template.name || body !== template.body) template.rewrite(name, body)
  await em.flush()
}

/**
 * Throws 422 if another template has the name, ignoring case. The project's lock prevents races (rule R-13).
 */
async function assertNameFree(
  db: Queries,
  projectId: number,
  name: string,
  ownId: number | null,
): Promise<void> {
  const others = await ofName(db, projectId, name, ownId ?? 0)
  if (others.length > 0) {
    throw validationError('template.name_taken', 'name', 'The name is taken by another template.')
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
