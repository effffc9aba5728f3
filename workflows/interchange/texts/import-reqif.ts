import { Component } from '../../../entities/component.ts'
import type { RuleChanges } from '../../../entities/rule-changes.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError } from '../../../src/errors.ts'
import { findIdents, isCci, normalizeIdent } from '../../../src/formats/cci.ts'
import { excerpt } from '../../../src/formats/spreadsheet/plain-text.ts'
import { parseSeverity, parseStatus } from '../../../src/formats/spreadsheet/requirements.ts'
import type { ReqifRequirement } from '../../../src/formats/texts/reqif-requirements.ts'
import { createRequirement } from '../../requirements/create-requirement.ts'
import { inDryRun } from '../dry-run.ts'
import { assertTextLengths } from '../sheets/lengths.ts'
import { newChecks } from '../sheets/rows/check-changes.ts'
import { assertNoneRefused, type RequirementOutcome, updateRequirements } from './update-requirements.ts'

interface ReqifImport {
  filename: string
  objects: readonly ReqifRequirement[]
  /** Whether objects that match no requirement become new ones. */
  create: boolean
  dryRun: boolean
}

/** Maximum number of new requirements in memory. */
const PORTION = 50

/**
 * Imports the objects of a ReqIF document as changes and, optionally, as new requirements of a write-locked
 * component, all or nothing (rule C-78). A dry run changes nothing. Throws 422 like `updateRequirements`.
 */
export async function importReqif(
  work: UnitOfWork,
  component: Component,
  asked: ReqifImport,
): Promise<RequirementOutcome[]> {
  if (!asked.create) return updated(work, component, asked)
  if (!asked.dryRun) return assertNoneRefused(await both(work, component.id, asked))
  const outcomes = await inDryRun(work, (trial) => both(trial, component.id, asked))
  return outcomes.map((one) => (one.outcome === 'created' ? { ...one, rule_id: null } : one))
}

function updated(work: UnitOfWork, component: Component, { filename, objects, dryRun }: ReqifImport) {
  const given = objects.map(({ line, id, texts, collapsed }) => ({
    file: filename,
    line,
    name: id,
    names: [id],
    texts,
    collapsed,
    fault: null,
    empty: null,
  }))
  return updateRequirements(work, component, { filename, given, dryRun, legacy: true, xml: true })
}

async function both(
  work: UnitOfWork,
  componentId: number,
  asked: ReqifImport,
): Promise<RequirementOutcome[]> {
  const { em } = work
  const outcomes = await updated(work, await em.findOneOrFail(Component, { id: componentId }), asked)
  let component = await em.findOneOrFail(Component, { id: componentId })
  const seen = new Set<string>()
  for (const [index, object] of asked.objects.entries()) {
    if (outcomes[index]?.outcome !== 'unknown') continue
    outcomes[index] = seen.has(object.id)
      ? {
          ...outcomes[index],
          outcome: 'refused',
          message: `The id ${object.id.slice(0, 100)} stands there twice.`,
        }
      : await created(work, component, asked.filename, object, outcomes[index])
    seen.add(object.id)
    if (seen.size % PORTION > 0) continue
    em.clear()
    component = await em.findOneOrFail(Component, { id: componentId })
  }
  return outcomes
}

async function created(
  work: UnitOfWork,
  component: Component,
  filename: string,
  { line, id, texts }: ReqifRequirement,
  base: RequirementOutcome,
): Promise<RequirementOutcome> {
  try {
    assertTextLengths(work.env.limits, filename, [{ ...texts, row: line, srgId: id }])
    const comment = `Imported from the file ${filename.slice(0, 200)}`
    const rule = await createRequirement(work, component, { changes: changesOf(component, texts), comment })
    rule.legacyIds = id
    await work.em.flush()
    const message = ignoredIn(component, texts).join(' ') || null
    return { ...base, rule_id: rule.ruleId, outcome: 'created', message }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...base, outcome: 'refused', message: error.message }
  }
}

/** Names of texts that a new requirement can't have. */
function ignoredIn({ documentType }: Component, texts: ReqifRequirement['texts']): string[] {
  const { status = '', severity = '', ident = null } = texts
  const said = findIdents(ident).flatMap((one) =>
    isCci(one) ? [] : [`"${excerpt(one)}" is no CCI and is left out.`],
  )
  if (status.trim() !== '' && parseStatus(status, documentType) === null) {
    said.push(`"${excerpt(status)}" is no status and is ignored.`)
  }
  if (severity.trim() !== '' && parseSeverity(severity) === null) {
    said.push(`"${excerpt(severity)}" is no severity and is ignored.`)
  }
  return said
}

function changesOf({ documentType }: Component, texts: ReqifRequirement['texts']): RuleChanges {
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
  const given = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))
  const { vuln_discussion: vulnDiscussion, mitigations, check_content: check } = texts
  const disa = {
    ...(vulnDiscussion === undefined ? {} : { vulnDiscussion }),
    ...(mitigations === undefined ? {} : { mitigations }),
  }
  return {
    content: given,
    ...(check === undefined ? {} : { checks: newChecks(check) }),
    ...(Object.keys(disa).length === 0 ? {} : { disaDescriptions: [{ values: disa }] }),
  }
}
