import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { translateDetail } from '../../api/errors.ts'
import { Checkbox } from '../../kit/choice.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Cell, RowName } from '../../kit/table.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { formatField } from './field-labels.ts'
import { ImportPreview } from './import-preview.tsx'
import { SHEET_LIMIT_BYTES } from './limits.ts'
import { Report, joinCounts } from './report.tsx'
import styles from './texts-import.module.css'

type TextImport = Outputs['components']['importInspec']
type Row = TextImport['requirements'][number]
type Outcome = Row['outcome']

/** The formats of imported requirement texts. */
const FORMS = {
  inspec: {
    label: t('InSpec profile'),
    hint: t(
      'or drop it here: a profile as .zip or .tar.gz, or a single .rb; its code becomes the check bodies',
    ),
    accept: ['.zip', '.tar', '.tar.gz', '.tgz', '.rb'],
  },
  markdown: {
    label: t('Markdown folder'),
    hint: t('or drop it here: the exported folder, edited, as .zip or .tar.gz, or a single .md'),
    accept: ['.zip', '.tar', '.tar.gz', '.tgz', '.md'],
  },
  reqif: {
    label: t('ReqIF document'),
    hint: t('or drop it here: .reqif or .reqifz of DOORS, StrictDoc or this service'),
    accept: ['.reqif', '.reqifz'],
  },
} as const

export type TextsForm = keyof typeof FORMS

/** Rows that need attention come first. */
const ORDER: readonly Outcome[] = ['refused', 'unknown', 'skipped', 'created', 'changed', 'unchanged']
const OUTCOME_LABELS: Record<Outcome, string> = {
  refused: t('Can’t be imported'),
  unknown: t('Left out'),
  skipped: t('Unchanged'),
  created: t('A new requirement'),
  changed: t('Changes'),
  unchanged: t('Already up to date'),
}

/** Imports requirement texts from a file of another tool, after a preview of each. */
export default function TextsImport({
  form,
  id,
  projectId,
  name,
  onClose,
}: {
  form: TextsForm
  id: number
  projectId: number
  name: string
  onClose: () => void
}) {
  const [create, setCreate] = useState(false)
  const isReqif = form === 'reqif'
  const { data: project } = useQuery({
    ...api.projects.show.queryOptions({ id: projectId }),
    enabled: isReqif,
  })
  // Only admins of the project can add requirements: a role on the component alone is not enough.
  const mayCreate = isReqif && project?.effective_permissions === 'admin'
  const { label, hint, accept } = FORMS[form]
  return (
    <ImportPreview<TextImport>
      title={t('{label} into {name}', { label, name })}
      address={`/components/${id}/import_${form}`}
      label={label}
      hint={hint}
      accept={accept}
      mostBytes={SHEET_LIMIT_BYTES}
      {...(mayCreate && {
        values: { create: String(create) },
        options: (attempt: (values: Record<string, string>) => void) => (
          <Checkbox
            isSelected={create}
            onChange={(isSelected) => {
              setCreate(isSelected)
              attempt({ create: String(isSelected) })
            }}
          >
            {t('Create requirements that don’t exist here yet')}
          </Checkbox>
        ),
      })}
      before={({ requirements }) => summarize(requirements)}
      after={({ requirements }) => describeDone(requirements)}
      isReady={({ requirements: rows }) => countOutcome(rows, 'changed') + countOutcome(rows, 'created') > 0}
      report={({ requirements }) => <TextsReport rows={requirements} />}
      onClose={onClose}
    />
  )
}

const countOutcome = (rows: readonly Row[], outcome: Outcome) =>
  rows.filter((row) => row.outcome === outcome).length

function summarize(rows: readonly Row[]) {
  return {
    refused: countOutcome(rows, 'refused') > 0,
    label: joinCounts(
      t('{requirements} would change', {
        requirements: formatCount(countOutcome(rows, 'changed'), 'requirement'),
      }),
      [[countOutcome(rows, 'created'), t('would be new')], ...countOthers(rows)],
    ),
  }
}

function describeDone(rows: readonly Row[]): string {
  return joinCounts(
    t('{requirements} changed', {
      requirements: formatCount(countOutcome(rows, 'changed'), 'requirement'),
    }),
    [[countOutcome(rows, 'created'), t('added')], ...countOthers(rows)],
  )
}

/** Rows that neither change a requirement nor add one. */
function countOthers(rows: readonly Row[]) {
  return [
    [countOutcome(rows, 'unchanged'), t('already up to date')],
    [countOutcome(rows, 'skipped') + countOutcome(rows, 'unknown'), t('skipped')],
    [countOutcome(rows, 'refused'), t('can’t be imported')],
  ] as const
}

function TextsReport({ rows }: { rows: readonly Row[] }) {
  return (
    <Report
      label={t('Result for each requirement')}
      columns={[{ label: t('Requirement') }, { label: t('Result') }]}
      rows={ORDER.flatMap((outcome) => rows.filter((row) => row.outcome === outcome))}
      row={(row, index) => <ResultRow key={index} row={row} />}
    />
  )
}

function ResultRow({ row: { file, line, name, rule_id: rule, outcome, changes, message } }: { row: Row }) {
  return (
    <tr>
      <Cell head>
        <RowName description={line === null ? file : t('{file}, line {line}', { file, line })}>
          {rule ?? name ?? t('No name')}
        </RowName>
      </Cell>
      <Cell>
        {outcome !== 'changed' && <p>{OUTCOME_LABELS[outcome]}</p>}
        {message !== null && <p>{translateDetail(message)}</p>}
        {Object.entries(changes).map(([field, { from, to }]) => (
          <div key={field} className={styles['change']}>
            <span className="muted">{formatField(field)}</span>
            <Diff before={from ?? ''} after={to ?? ''} />
          </div>
        ))}
      </Cell>
    </tr>
  )
}
