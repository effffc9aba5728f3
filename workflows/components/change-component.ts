import { wrap } from '@mikro-orm/core'
import { hasDuePeriodDate } from '../../entities/comment-period.ts'
import type { Component } from '../../entities/component.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { toChangedMetadata, type ComponentFields } from './component-fields.ts'
import { assertNewRevision } from './create-component.ts'
import { changeQuestions } from './questions.ts'
import { readRuleFigures } from './rule-figures.ts'

/** Changes of a component; `released` publishes a STIG. */
export interface ComponentChange extends ComponentFields {
  released?: boolean | undefined
}

/**
 * Applies changes to a write-locked component and increments its version if it changed (rules C-34 and C-40).
 * Throws 422 for an existing revision, an invalid comment period, or a release with unmet conditions.
 */
export async function changeComponent(
  work: UnitOfWork,
  workers: Workers,
  component: Component,
  fields: ComponentChange,
): Promise<void> {
  const { em, db, now } = work
  const before = JSON.stringify(wrap(component).toPOJO())
  const period = toPeriodKey(component)
  applyFields(component, fields)
  component.assertCommentSchedule()
  applyPeriod(component, fields, { before: period, now })
  const { name, version, release, projectId } = component
  await assertNewRevision(db, projectId, { name, version, release }, component.id)
  const { questions = [] } = fields
  if (questions.length > 0) await changeQuestions(work, component, questions)
  if (fields.released !== undefined) await changeRelease(db, workers, component, fields.released, now)
  if (questions.length > 0 || JSON.stringify(wrap(component).toPOJO()) !== before) component.touch()
  await em.flush()
}

const PLAIN = [
  'name',
  'title',
  'description',
  'version',
  'release',
  'adminName',
  'adminEmail',
  'advancedFields',
  'commentPhase',
  'closedReason',
  'commentPeriodStartsAt',
  'commentPeriodEndsAt',
  'readinessPolicy',
] as const satisfies (keyof ComponentFields & keyof Component)[]

function applyFields(component: Component, fields: ComponentFields): void {
  for (const name of PLAIN) if (fields[name] !== undefined) wrap(component).assign({ [name]: fields[name] })
  if (fields.prefix !== undefined) component.prefix = fields.prefix.toUpperCase()
  const metadata = toChangedMetadata(component, fields)
  if (metadata) component.metadata = metadata
}

const toPeriodKey = ({ commentPhase, closedReason, ...period }: Component) =>
  JSON.stringify([
    commentPhase,
    closedReason ?? null,
    period.commentPeriodStartsAt ?? null,
    period.commentPeriodEndsAt ?? null,
  ])

/**
 * Applies an explicit phase, which takes precedence; otherwise the dates open or close the component (rule
 * C-40).
 */
function applyPeriod(
  component: Component,
  fields: ComponentFields,
  { before, now }: { before: string; now: Date },
): void {
  const isPhaseGiven = fields.commentPhase !== undefined || fields.closedReason !== undefined
  const isChanged = toPeriodKey(component) !== before
  if (!isChanged && !(isPhaseGiven && hasDuePeriodDate(component, now))) return
  if (!isPhaseGiven) component.applyNewPeriod(now)
  component.commentPhaseSetAt = now
}

async function changeRelease(
  db: Queries,
  workers: Workers,
  component: Component,
  released: boolean,
  now: Date,
): Promise<void> {
  component.assertReleaseByUpdate(released)
  if (released) component.publish(await readRuleFigures(db, workers, component), now)
}
