import { Component } from '../../../entities/component.ts'
import type { RuleChanges } from '../../../entities/rule-changes.ts'
import { runDryRun } from '../../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError } from '../../../src/errors.ts'
import { findIdents, isCci, normalizeIdent } from '../../../src/formats/cci.ts'
import { toExcerpt } from '../../../src/formats/spreadsheet/plain-text.ts'
import { parseSeverity, parseStatus } from '../../../src/formats/spreadsheet/requirements.ts'
import type { ReqifRequirement } from '../../../src/formats/texts/reqif-requirements.ts'
import { createRequirement } from '../../requirements/create-requirement.ts'
import { assertTextLengths } from '../sheets/lengths.ts'
import { listNewChecks } from '../sheets/rows/check-changes.ts'
import { assertAllAccepted, type RequirementOutcome, updateRequirements } from './update-requirements.ts'

interface ReqifImport {
  filename: string
  objects: readonly ReqifRequirement[]
  /** Whether objects that match no requirement become new ones. */
  create: boolean
  dryRun: boolean
}

/** Maximum number of new requirements in memory. */
const BATCH_SIZE = 50

/**
 * Imports the objects of a ReqIF document as changes and, optionally, as new requirements of a write-locked
 * component, all or nothing (rule C-78). A dry run changes nothing. Throws 422 like `updateRequirements`.
 */
export async function importReqif(
  work: UnitOfWork,
  component: Component,
  request: ReqifImport,
): Promise<RequirementOutcome[]> {
  if (!request.create) return updateMatching(work, component, request)
  if (!request.dryRun) return assertAllAccepted(await updateAndCreate(work, component.id, request))
  const outcomes = await runDryRun(work, (trial) => updateAndCreate(trial, component.id, request))
  return outcomes.map((item) => (item.outcome === 'created' ? { ...item, rule_id: null } : item))
}

function updateMatching(work: UnitOfWork, component: Component, { filename, objects, dryRun }: ReqifImport) {
  const requirements = objects.map(({ line, id, texts, collapsed }) => ({
    file: filename,
    line,
    name: id,
    names: [id],
    texts,
    collapsed,
    fault: null,
    empty: null,
  }))
  return updateRequirements(work, component, { filename, requirements, dryRun, legacy: true, xml: true })
}

async function updateAndCreate(
  work: UnitOfWork,
  componentId: number,
  request: ReqifImport,
): Promise<RequirementOutcome[]> {
  const { em } = work
  const outcomes = await updateMatching(work, await em.findOneOrFail(Component, { id: componentId }), request)
  let component = await em.findOneOrFail(Component, { id: componentId })
  const createdIds = new Set<string>()
  for (const [index, object] of request.objects.entries()) {
    if (outcomes[index]?.outcome !== 'unknown') continue
    outcomes[index] = createdIds.has(object.id)
      ? {
          ...outcomes[index],
          outcome: 'refused',
          message: `The id ${object.id.slice(0, 100)} occurs twice.`,
        }
      : await createFromObject(work, component, request.filename, object, outcomes[index])
    createdIds.add(object.id)
    if (createdIds.size % BATCH_SIZE > 0) continue
    em.clear()
    component = await em.findOneOrFail(Component, { id: componentId })
  }
  return outcomes
}

async function createFromObject(
  work: UnitOfWork,
  component: Component,
  filename: string,
  { line, id, texts }: ReqifRequirement,
  base: RequirementOutcome,
): Promise<RequirementOutcome> {
  try {
    assertTextLengths(work.env.limits, filename, [{ ...texts, row: line, srgId: id }])
    const comment = `Imported from the file ${filename.slice(0, 200)}`
    const rule = await createRequirement(work, component, { changes: toChanges(component, texts), comment })
    rule.legacyIds = id
    await work.em.flush()
    const message = listIgnored(component, texts).join(' ') || null
    return { ...base, rule_id: rule.ruleId, outcome: 'created', message }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...base, outcome: 'refused', message: error.message }
  }
}

/** Names of texts that a new requirement can't have. */
function listIgnored({ documentType }: Component, texts: ReqifRequirement['texts']): string[] {
  const { status = '', severity = '', ident = null } = texts
  const messages = findIdents(ident).flatMap((item) =>
    isCci(item) ? [] : [`"${toExcerpt(item)}" is not a CCI and is left out.`],
  )
  if (status.trim() !== '' && parseStatus(status, documentType) === null) {
    messages.push(`"${toExcerpt(status)}" is not a status and is ignored.`)
  }
  if (severity.trim() !== '' && parseSeverity(severity) === null) {
    messages.push(`"${toExcerpt(severity)}" is not a severity and is ignored.`)
  }
  return messages
}

function toChanges({ documentType }: Component, texts: ReqifRequirement['texts']): RuleChanges {
  const status = parseStatus(texts.status ?? '', documentType) ?? undefined
  const ruleSeverity = parseSeverity(texts.severity ?? '') ?? undefined
  const content = {
    title: texts.title === '' ? null : texts.title,
    fixtext: texts.fixtext,
    statusJustification: texts.status_justification,
    artifactDescription: texts.artifact_description,
    vendorComments: texts.vendor_comments,
    inspecControlBody: texts.inspec_control_body,
    ident:
      texts.ident === undefined ? undefined : normalizeIdent(findIdents(texts.ident).filter(isCci).join(' ')),
    status,
    ruleSeverity,
  }
  const givenContent = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))
  const { vuln_discussion: vulnDiscussion, mitigations, check_content: check } = texts
  const disa = {
    ...(vulnDiscussion === undefined ? {} : { vulnDiscussion }),
    ...(mitigations === undefined ? {} : { mitigations }),
  }
  return {
    content: givenContent,
    ...(check === undefined ? {} : { checks: listNewChecks(check) }),
    ...(Object.keys(disa).length === 0 ? {} : { disaDescriptions: [{ values: disa }] }),
  }
}
