import { Component } from '../../entities/component.ts'
import { landingErrors, type Landing, type Relocation } from '../../entities/relocation.ts'
import type { Rule } from '../../entities/rule.ts'
import { locked } from '../../src/access/records.ts'
import { DomainError } from '../../src/errors.ts'
import type { Work } from '../../src/work.ts'
import { landRequirement, loadCopied } from '../requirements/create-requirement.ts'
import { landingOf } from './landing.ts'

/** An open proposal and its requirement, both write-locked, as `writing.proposal` of src/access finds them. */
export interface Proposal {
  relocation: Relocation
  rule: Rule
}

/** What accepting a proposal would meet. */
export interface Trial {
  landing: Landing & { name: string }
  /** Why it cannot land; empty where it can. */
  errors: string[]
}

/** What accepting a proposal would do; changes nothing (rule C-63). */
export async function tryProposal(
  { db }: Pick<Work, 'db'>,
  proposal: Proposal,
  target: number,
): Promise<Trial> {
  const landing = await landingOf(db, proposal, target)
  return { landing, errors: landingErrors(landing) }
}

/** Takes a proposed requirement into a component; 422 with every reason why it cannot land (rule C-63). */
export async function acceptProposal(work: Work, proposal: Proposal, targetId: number) {
  const { em, actor, now, trail } = work
  const { relocation, rule } = proposal
  const [, component] = await Promise.all([
    assertEligible(work, proposal, targetId),
    locked(em, Component, targetId),
    loadCopied(em, rule),
  ])
  const landed = await landRequirement(work, component, rule, `Moved from ${relocation.sourceDisplayedName}`)
  const name = component.displayedName(landed)
  const target = { componentId: component.id, ruleId: landed.id, abbreviation: component.technology() }
  relocation.execute(target, actor, now)
  trail.because(rule, `Moved to ${name}`)
  rule.bury(now)
  await em.flush()
  return { landed, name }
}

/** Declines a proposal for a component that could have taken it (rule C-63). */
export async function declineProposal(
  work: Work,
  proposal: Proposal,
  targetId: number,
  rationale: string,
): Promise<void> {
  await assertEligible(work, proposal, targetId)
  proposal.relocation.decline(targetId, rationale, work.actor, work.now)
  await work.em.flush()
}

async function assertEligible(work: Work, proposal: Proposal, targetId: number): Promise<void> {
  const { errors } = await tryProposal(work, proposal, targetId)
  if (errors.length === 0) return
  throw new DomainError('invalid', 'relocation.ineligible', errors.join(' '), { messages: errors })
}
