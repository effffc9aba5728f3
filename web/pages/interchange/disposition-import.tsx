import type { Outputs } from '../../api/client.ts'
import { translateDetail } from '../../api/errors.ts'
import { Cell } from '../../kit/table.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import { SHEETS } from './file-input.tsx'
import { ImportPreview } from './import-preview.tsx'
import { SHEET_LIMIT_BYTES } from './limits.ts'
import { Report, joinCounts, Warnings } from './report.tsx'

type DispositionImportResult = Outputs['components']['importDisposition']
type Row = DispositionImportResult['rows'][number]

/** Imports a disposition matrix that a sponsor filled in, after a preview of each row. */
export default function DispositionImport({
  id,
  name,
  onClose,
}: {
  id: number
  name: string
  onClose: () => void
}) {
  return (
    <ImportPreview<DispositionImportResult>
      title={t('Disposition matrix into {name}', { name })}
      address={`/components/${id}/import_disposition`}
      label={t('Disposition matrix')}
      hint={t('or drop it here: a matrix that was exported and filled in, .xlsx or .csv')}
      accept={SHEETS}
      mostBytes={SHEET_LIMIT_BYTES}
      before={({ rows }) => {
        const comments = formatCount(filterRows(rows, 'changed').length, 'comment')
        const label = joinCounts(t('{comments} would change', { comments }), countOthers(rows))
        return { refused: filterRows(rows, 'refused').length > 0, label }
      }}
      after={({ rows }) => {
        const comments = formatCount(filterRows(rows, 'changed').length, 'comment')
        return joinCounts(t('{comments} changed', { comments }), countOthers(rows))
      }}
      isReady={({ rows }) => rows.length > 0}
      report={({ rows, warnings }) => (
        <>
          <Report
            label={t('Result for each row')}
            columns={[{ label: t('Row') }, { label: t('Comment') }, { label: t('Decision') }]}
            rows={LISTED_OUTCOMES.flatMap((outcome) => filterRows(rows, outcome))}
            row={(row) => <ResultRow key={row.row} row={row} />}
          />
          <Warnings warnings={warnings} />
        </>
      )}
      onClose={onClose}
    />
  )
}

/** Rows that need attention come first; unchanged ones are only counted. */
const LISTED_OUTCOMES: readonly Row['outcome'][] = ['refused', 'left_out', 'changed']

const filterRows = (rows: readonly Row[], outcome: Row['outcome']) =>
  rows.filter((row) => row.outcome === outcome)

/** Rows that do not change a comment. */
function countOthers(rows: readonly Row[]) {
  return [
    [filterRows(rows, 'unchanged').length, t('unchanged')],
    [filterRows(rows, 'left_out').length, t('skipped')],
    [filterRows(rows, 'refused').length, t('can’t be imported')],
  ] as const
}

function ResultRow({ row: { row, comment_id: comment, from, to, error } }: { row: Row }) {
  return (
    <tr>
      <Cell head>{row}</Cell>
      <Cell>{comment === null ? t('New') : `#${comment}`}</Cell>
      <Cell>
        {error === null
          ? [from, to].map(validateDecision).filter(Boolean).join(' → ')
          : translateDetail(error)}
      </Cell>
    </tr>
  )
}

const APPEARANCE: Record<string, { label: string } | undefined> = DISPOSITIONS

function validateDecision(status: string | null): string {
  return status === null ? '' : (APPEARANCE[status]?.label ?? status)
}
