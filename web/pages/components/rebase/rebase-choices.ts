import type { Inputs, Outputs } from '../../../api/client.ts'

export type RebasePreview = Outputs['components']['rebase']
export type RebaseRow = RebasePreview['rows'][number]
export type RebaseSection = RebaseRow['sections'][number]
export type RebaseField = RebaseSection['field']

/** The result of a field: the text of the component, of the release, or a custom one. */
export type FieldSource = 'ours' | 'new' | 'text'
export interface FieldDecision {
  take: FieldSource
  text: string
}

/** The user's choices: fields by requirement, dropped requirements, and excluded new rules. */
export interface RebaseDecisions {
  fields: ReadonlyMap<number, ReadonlyMap<RebaseField, FieldDecision>>
  removals: ReadonlyMap<number, boolean>
  leftOut: ReadonlySet<number>
  /** The versions of the requirements for which the choices were made. */
  versions: ReadonlyMap<number, number>
}

export const NO_DECISIONS: RebaseDecisions = {
  fields: new Map(),
  removals: new Map(),
  leftOut: new Set(),
  versions: new Map(),
}

/** Returns the choice for a field, or null for the default. */
export function findDecision(
  { fields }: RebaseDecisions,
  id: number,
  field: RebaseField,
): FieldDecision | null {
  return fields.get(id)?.get(field) ?? null
}

/** Adds a choice for a field. */
export function withField(
  decisions: RebaseDecisions,
  id: number,
  field: RebaseField,
  decision: FieldDecision,
): RebaseDecisions {
  const ofRule = new Map(decisions.fields.get(id)).set(field, decision)
  return { ...decisions, fields: new Map(decisions.fields).set(id, ofRule) }
}

/** Adds the versions on screen to the choices that differ from the previous ones. */
export function recordVersions(
  rows: readonly RebaseRow[],
  previous: RebaseDecisions,
  next: RebaseDecisions,
): RebaseDecisions {
  const current = new Map(rows.map(({ id, lock_version: version }) => [id, version]))
  const versions = new Map<number, number>()
  for (const id of new Set([...next.fields.keys(), ...next.removals.keys()])) {
    const isUnchanged =
      next.fields.get(id) === previous.fields.get(id) && next.removals.get(id) === previous.removals.get(id)
    const version = (isUnchanged ? previous.versions.get(id) : undefined) ?? current.get(id)
    if (version !== undefined) versions.set(id, version)
  }
  return { ...next, versions }
}

/** Returns the conflicts without a choice: they keep the component's texts. */
export function countUndecidedConflicts(rows: readonly RebaseRow[], decisions: RebaseDecisions): number {
  return rows
    .filter(({ skipped }) => skipped === null)
    .flatMap(({ id, sections }) =>
      sections.filter(
        ({ field, conflict, locked }) => conflict && !locked && !findDecision(decisions, id, field),
      ),
    ).length
}

/**
 * Returns the choices that apply to the preview: not those for requirements that were deleted or updated meanwhile.
 * `rows` is null while some are not loaded. The answer is the argument itself if all of its choices apply.
 */
export function selectApplicable(
  decisions: RebaseDecisions,
  { rows, first }: { rows: readonly RebaseRow[] | null; first: RebasePreview | undefined },
): RebaseDecisions {
  const { fields, removals, leftOut, versions } = decisions
  const ids = rows && new Set(rows.map(({ id }) => id))
  const isComplete = first !== undefined && first.added.length === first.totals.added
  const addedIds = isComplete ? new Set(first.added.map(({ srg_rule_id: id }) => id)) : null
  const isApplicable = (id: number) => ids === null || ids.has(id)
  const isAdded = (id: number) => addedIds === null || addedIds.has(id)
  const areAllApplicable =
    [...fields.keys(), ...removals.keys()].every(isApplicable) && [...leftOut].every(isAdded)
  if (areAllApplicable) return decisions
  return {
    fields: new Map([...fields].filter(([id]) => isApplicable(id))),
    removals: new Map([...removals].filter(([id]) => isApplicable(id))),
    leftOut: new Set([...leftOut].filter(isAdded)),
    versions: new Map([...versions].filter(([id]) => isApplicable(id))),
  }
}

/** Keeps dropped requirements without a choice: an earlier update to this release kept them already. */
export function keepDropped(rows: readonly RebaseRow[], decisions: RebaseDecisions): RebaseDecisions {
  const dropped = rows.filter(({ kind, skipped }) => kind === 'dropped' && skipped === null)
  const kept = dropped.map(({ id }) => [id, false] as const)
  return { ...decisions, removals: new Map([...kept, ...decisions.removals]) }
}

/** Returns the totals of the preview as the choices change them. */
export function applyToTotals(
  totals: RebasePreview['totals'],
  rows: readonly RebaseRow[],
  { removals, leftOut }: RebaseDecisions,
): RebasePreview['totals'] {
  const changes = rows.reduce(
    (sum, { id, removed }) => sum + Number(removals.get(id) ?? removed) - Number(removed),
    0,
  )
  return {
    ...totals,
    added: totals.added - leftOut.size,
    removed: totals.removed + changes,
    kept: totals.kept - changes,
  }
}

type RebaseInput = Inputs['components']['rebase']

/**
 * Converts the choices to the service's input, with the versions for which they were made: the service skips a
 * requirement that changed since.
 */
export function toRebaseInput(
  rows: readonly RebaseRow[],
  { fields, removals, leftOut, versions }: RebaseDecisions,
): Pick<Required<RebaseInput>, 'choices' | 'left_out_srg_rule_ids' | 'expected_lock_versions'> {
  const ids = new Set([...fields.keys(), ...removals.keys()])
  const choices = [...ids].map((id) => ({
    id,
    fields: [...(fields.get(id) ?? [])].map(([field, { take, text }]) => ({
      field,
      take,
      ...(take === 'text' ? { text } : {}),
    })),
    ...(removals.has(id) ? { remove: removals.get(id) === true } : {}),
  }))
  return {
    choices,
    left_out_srg_rule_ids: [...leftOut],
    expected_lock_versions: Object.fromEntries([
      ...rows.map(({ id, lock_version: version }) => [String(id), version] as const),
      ...versions,
    ]),
  }
}
