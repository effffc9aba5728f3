import type { Outputs } from '../../api/client.ts'
import { Checkbox } from '../../kit/choice.tsx'
import { Field } from '../../kit/field.tsx'
import { Cell } from '../../kit/table.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { Report, Warnings } from './report.tsx'
import styles from './archive-contents.module.css'

type ArchiveImport = Outputs['projects']['importBackup']
export type Summary = ArchiveImport['summary']

/** Archive name -> the name to import it as; excluded components are absent. */
export type SelectedComponents = Readonly<Record<string, string>>

/** The parts of an archive to import. */
export interface Parts {
  reviews: boolean
  memberships: boolean
}

/** Selects every component of an archive under its own name. */
export function selectAll({ component_details: details }: Summary): SelectedComponents {
  return Object.fromEntries(details.map(({ name }) => [name, name]))
}

/** The form fields of the parts to import. */
export function toForm(
  { reviews, memberships }: Parts,
  selected: SelectedComponents | null,
  dryRun: boolean,
) {
  return {
    dry_run: String(dryRun),
    include_reviews: String(reviews),
    include_memberships: String(memberships),
    ...(selected === null ? {} : { component_filter: JSON.stringify(selected) }),
  }
}

/** Summarizes the planned or finished import. */
export function toSentence(summary: Summary): string {
  return [
    formatCount(summary.components_imported, 'component'),
    formatCount(summary.rules_imported, 'requirement'),
    formatCount(summary.satisfactions_imported, 'satisfaction'),
    formatCount(summary.reviews_imported, 'comment'),
    ...(summary.memberships_imported > 0 ? [formatCount(summary.memberships_imported, 'membership')] : []),
    ...(summary.invitations_created > 0 ? [formatCount(summary.invitations_created, 'invitation')] : []),
    ...(summary.srgs_imported > 0 ? [formatCount(summary.srgs_imported, 'SRG')] : []),
  ].join(', ')
}

/** Chooses the parts and components to import, and the components' names. */
export function ArchiveContents({
  summary,
  warnings,
  selected,
  onSelectedChange,
}: {
  summary: Summary
  warnings: readonly string[]
  selected: SelectedComponents
  onSelectedChange: (selected: SelectedComponents) => void
}) {
  const toggle = (name: string, chosen: boolean) =>
    onSelectedChange(
      Object.fromEntries(
        summary.component_details
          .filter((item) => (item.name === name ? chosen : item.name in selected))
          .map((item) => [item.name, selected[item.name] ?? item.name]),
      ),
    )
  return (
    <>
      <Report
        label={t('Components of the archive')}
        columns={[
          { label: t('Component') },
          { label: t('Import as') },
          { label: t('Requirements'), end: true },
        ]}
        rows={summary.component_details}
        row={({ name, rule_count: rules, conflict, srg_title: srg, srg_version: version }, index) => (
          <tr key={`${index} ${name}`}>
            <Cell head>
              <Checkbox isSelected={name in selected} onChange={(chosen) => toggle(name, chosen)}>
                {name}
              </Checkbox>
              <span className="muted small">{[srg, version].filter(Boolean).join(' ')}</span>
            </Cell>
            <Cell>
              <div className={styles['name']}>
                <Field
                  label={t('Import {name} as', { name })}
                  value={selected[name] ?? name}
                  isDisabled={!(name in selected)}
                  onChange={(newName) => onSelectedChange({ ...selected, [name]: newName })}
                  {...(conflict
                    ? { hint: t('The project already has a component with this name and version.') }
                    : {})}
                />
              </div>
            </Cell>
            <Cell end>{rules}</Cell>
          </tr>
        )}
      />
      {summary.srg_details && <Guides guides={summary.srg_details} />}
      <Warnings warnings={warnings} />
    </>
  )
}

const MATCH_LABELS = {
  exact: t('is in the catalog'),
  bundled: t('is included in the archive'),
  'other release': t('is in the catalog in another release'),
  missing: t('is missing. Ask an administrator to upload it'),
} as const

function Guides({ guides }: { guides: NonNullable<Summary['srg_details']> }) {
  return (
    <Report
      label={t('Guides of the archive')}
      columns={[{ label: t('Guide') }, { label: t('Status') }]}
      rows={guides}
      row={({ srg_id: id, title, version, found, used_version: used }, index) => (
        <tr key={`${index} ${id}`}>
          <Cell head>{[title ?? id, version].filter(Boolean).join(' ')}</Cell>
          <Cell>
            {MATCH_LABELS[found]}
            {found === 'other release' && used !== null && `: ${used}`}
          </Cell>
        </tr>
      )}
    />
  )
}
