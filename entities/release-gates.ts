import { type DomainError, stateError } from '../src/errors.ts'
import type { DocumentType } from '../src/vocabulary.ts'
import { parseTechnology } from './technology.ts'

/** Counts for the release check: live requirements, unlocked ones, and those without a status. */
export interface RequirementFigures {
  total: number
  unlocked: number
  undetermined: number
  /** Requirements with findings that block the release; absent if the policy has no such findings. */
  blocked?: number | undefined
}

/** The properties of a component that its release depends on. */
export interface ReleaseCandidate {
  documentType: DocumentType
  released: boolean
  prefix: string
  version?: number | null | undefined
  release?: number | null | undefined
}

/** One release condition: reason and message of its error, and how many of how many items are missing. */
export interface ReleaseGate {
  reason: string
  passed: boolean
  refusal: string
  missing: number
  total: number
}

/** All release conditions in the order in which they are checked (rules C-37 and C-38). */
export function listReleaseGates(component: ReleaseCandidate, figures: RequirementFigures): ReleaseGate[] {
  const { total, unlocked, undetermined, blocked } = figures
  const gates = [
    createGate('component.released', !component.released, 'This component is released already.'),
    createGate('component.empty', total > 0, 'A component without requirements cannot be released.'),
  ]
  if (component.documentType === 'srg') gates.push(...listSrgGates(component, total, undetermined))
  const locked = `${unlocked} of ${total} requirements ${unlocked === 1 ? 'is' : 'are'} not locked yet.`
  gates.push(createCountedGate('component.unlocked_rules', unlocked, total, locked))
  if (blocked === undefined) return gates
  const findings = `${blocked} of ${total} requirements ${blocked === 1 ? 'has' : 'have'} findings that block the release.`
  return [...gates, createCountedGate('component.blocking_findings', blocked, total, findings)]
}

function listSrgGates(component: ReleaseCandidate, total: number, undetermined: number): ReleaseGate[] {
  const text = `${undetermined} ${undetermined === 1 ? 'requirement is' : 'requirements are'} Not Yet Determined.`
  const numbered = component.version != null && component.release != null
  return [
    createCountedGate('component.undetermined_rules', undetermined, total, text),
    createGate('component.unnumbered', numbered, 'A release needs a version and a release number.'),
    createGate('component.no_abbreviation', parseTechnology(component.prefix) !== null, NO_ABBREVIATION),
  ]
}

export const NO_ABBREVIATION = 'The prefix must begin with letters to name a technology.'

function createGate(reason: string, passed: boolean, refusal: string): ReleaseGate {
  return { reason, passed, refusal, missing: passed ? 0 : 1, total: 1 }
}

function createCountedGate(reason: string, missing: number, total: number, refusal: string): ReleaseGate {
  return { reason, passed: missing === 0, refusal, missing, total }
}

/** The error of the first condition that is not met; null if all are. */
export function findReleaseError(gates: readonly ReleaseGate[]): DomainError | null {
  const failed = gates.find(({ passed }) => !passed)
  return failed ? stateError(failed.reason, failed.refusal) : null
}
