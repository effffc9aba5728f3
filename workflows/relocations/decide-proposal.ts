import { Component } from '../../entities/component.ts'
import {
  assertDestination,
  listDestinationErrors,
  type RelocationDestination,
  type Relocation,
} from '../../entities/relocation.ts'
import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { loadLocked } from '../../src/procedures/access/authorize-record.ts'
import { createRelocatedRequirement, loadCopied } from '../requirements/create-requirement.ts'
import { readDestination } from './destination-eligibility.ts'

/** An open proposal and its requirement, both write-locked by `writing.proposal` of src/procedures/access. */
export interface Proposal {
  relocation: Relocation
  rule: Rule
}

/** The result of accepting a proposal, without changes. */
export interface RelocationDryRun {
  destination: RelocationDestination & { name: string }
  /** Why the target can't accept it; empty if it can. */
  errors: string[]
}

/** Previews accepting a proposal; changes nothing (rule C-63). */
export async function previewAcceptance(
  { db }: Pick<UnitOfWork, 'db'>,
  proposal: Proposal,
  target: number,
): Promise<RelocationDryRun> {
  const destination = await readDestination(db, proposal, target)
  return { destination, errors: listDestinationErrors(destination) }
}

/**
 * Moves a proposed requirement to a component; throws 422 with every reason if the component can't accept it
 * (rule C-63).
 */
export async function acceptProposal(work: UnitOfWork, proposal: Proposal, targetId: number) {
  const { em, actor, now, auditLog } = work
  const { relocation, rule } = proposal
  const [, component] = await Promise.all([
    assertEligible(work, proposal, targetId),
    loadLocked(em, Component, targetId),
    loadCopied(em, rule),
  ])
  const relocated = await createRelocatedRequirement(
    work,
    component,
    rule,
    `Moved from ${relocation.sourceDisplayedName}`,
  )
  const name = component.formatDisplayedName(relocated)
  const target = { componentId: component.id, ruleId: relocated.id, abbreviation: component.technology() }
  relocation.execute(target, actor, now)
  auditLog.setReason(rule, `Moved to ${name}`)
  rule.softDelete(now)
  await em.flush()
  return { relocated, name }
}

/** Declines a proposal on behalf of a component that could accept it (rule C-63). */
export async function declineProposal(
  work: UnitOfWork,
  proposal: Proposal,
  targetId: number,
  rationale: string,
): Promise<void> {
  await assertEligible(work, proposal, targetId)
  proposal.relocation.decline(targetId, rationale, work.actor, work.now)
  await work.em.flush()
}

async function assertEligible(work: UnitOfWork, proposal: Proposal, targetId: number): Promise<void> {
  assertDestination((await previewAcceptance(work, proposal, targetId)).destination)
}
