import type { Inputs, Outputs } from '../../../api/client.ts'

export type RebasePreview = Outputs['components']['rebase']
export type RebaseRow = RebasePreview['rows'][number]
export type RebaseSection = RebaseRow['sections'][number]
export type RebaseField = RebaseSection['field']

/** What a field becomes: the text of the component, of the release, or one that someone wrote. */
export type Take = 'ours' | 'new' | 'text'
export interface FieldDecision {
  take: Take
  text: string
}

/** What someone decided: fields by requirement, dropped requirements, and new rules to leave out. */
export interface RebaseDecisions {
  fields: ReadonlyMap<number, ReadonlyMap<RebaseField, FieldDecision>>
  removals: ReadonlyMap<number, boolean>
  leftOut: ReadonlySet<number>
}

export const NO_DECISIONS: RebaseDecisions = { fields: new Map(), removals: new Map(), leftOut: new Set() }

/** The decision on a field, or null where the default applies. */
export function decisionOn(
  { fields }: RebaseDecisions,
  id: number,
  field: RebaseField,
): FieldDecision | null {
  return fields.get(id)?.get(field) ?? null
}

/** The decisions with one more on a field. */
export function withField(
  decisions: RebaseDecisions,
  id: number,
  field: RebaseField,
  decision: FieldDecision,
): RebaseDecisions {
  const ofRule = new Map(decisions.fields.get(id)).set(field, decision)
  return { ...decisions, fields: new Map(decisions.fields).set(id, ofRule) }
}

/** Conflicts of these rows that no one decided: the texts of the component stay. */
export function undecidedConflicts(rows: readonly RebaseRow[], decisions: RebaseDecisions): number {
  return rows
    .filter(({ skipped }) => skipped === null)
    .flatMap(({ id, sections }) =>
      sections.filter(
        ({ field, conflict, locked }) => conflict && !locked && !decisionOn(decisions, id, field),
      ),
    ).length
}

type RebaseInput = Inputs['components']['rebase']

/** The decisions as the service takes them, with the versions of the requirements that were looked at. */
export function toRebaseInput(
  rows: readonly RebaseRow[],
  { fields, removals, leftOut }: RebaseDecisions,
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
    expected_lock_versions: Object.fromEntries(
      rows.map(({ id, lock_version: version }) => [String(id), version]),
    ),
  }
}
