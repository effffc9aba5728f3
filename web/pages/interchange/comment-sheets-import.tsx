import type { Outputs } from '../../api/client.ts'
import { translateDetail } from '../../api/errors.ts'
import { Cell, RowName } from '../../kit/table.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { SHEETS } from './file-input.tsx'
import { ImportPreview } from './import-preview.tsx'
import { SHEET_LIMIT_BYTES, MAX_SHEETS } from './limits.ts'
import { Report, joinCounts, Warnings } from './report.tsx'

type CommentSheetsResult = Outputs['components']['importCommentSheets']
type Row = CommentSheetsResult['rows'][number]
type Outcome = Row['outcome']

/** Rows that need attention come first. */
const ORDER: readonly Outcome[] = ['refused', 'skipped', 'imported', 'known']
const OUTCOME_LABELS: Record<Outcome, string> = {
  refused: t('Can’t be imported'),
  skipped: t('Left out'),
  imported: t('New comment'),
  known: t('Already imported'),
}

/** Imports one or more comment sheets that people without an account filled in. */
export default function CommentSheetsImport({
  id,
  name,
  onClose,
}: {
  id: number
  name: string
  onClose: () => void
}) {
  return (
    <ImportPreview<CommentSheetsResult>
      title={t('Comment sheets into {name}', { name })}
      address={`/components/${id}/import_comment_sheets`}
      label={t('Comment sheets')}
      hint={t(
        'or drop up to {limit} here: sheets that were exported, sent out and filled in, .xlsx or .csv',
        { limit: MAX_SHEETS },
      )}
      accept={SHEETS}
      mostBytes={SHEET_LIMIT_BYTES}
      mostFiles={MAX_SHEETS}
      before={({ rows }) => ({
        refused: countOutcome(rows, 'refused') > 0,
        label:
          rows.length === 0
            ? t('The sheets contain no comments.')
            : joinCounts(
                t('{comments} would be new', {
                  comments: formatCount(countOutcome(rows, 'imported'), 'comment'),
                }),
                countOthers(rows),
              ),
      })}
      after={({ rows }) =>
        joinCounts(
          t('{comments} imported', { comments: formatCount(countOutcome(rows, 'imported'), 'comment') }),
          countOthers(rows),
        )
      }
      isReady={({ rows }) => countOutcome(rows, 'imported') > 0}
      report={({ rows, warnings }) => (
        <>
          <Report
            label={t('Result for each row')}
            columns={[{ label: t('About') }, { label: t('Result') }]}
            rows={ORDER.flatMap((outcome) => rows.filter((row) => row.outcome === outcome))}
            row={(row, index) => <ResultRow key={index} row={row} />}
          />
          <Warnings warnings={warnings} />
        </>
      )}
      onClose={onClose}
    />
  )
}

const countOutcome = (rows: readonly Row[], outcome: Outcome) =>
  rows.filter((row) => row.outcome === outcome).length

/** Rows that do not add a comment. */
function countOthers(rows: readonly Row[]) {
  return [
    [countOutcome(rows, 'known'), t('already imported')],
    [countOutcome(rows, 'skipped'), t('skipped')],
    [countOutcome(rows, 'refused'), t('can’t be imported')],
  ] as const
}

function ResultRow({
  row: { file, row, requirement, section, outcome, comment_id: id, ...more },
}: {
  row: Row
}) {
  const results = [
    id === null ? OUTCOME_LABELS[outcome] : `${OUTCOME_LABELS[outcome]}, #${id}`,
    ...(more.text_changed ? [t('the text changed since the sheet was exported')] : []),
    ...(more.message === null ? [] : [translateDetail(more.message)]),
  ]
  return (
    <tr>
      <Cell head>
        <RowName description={t('{file}, row {row}', { file, row })}>
          {[requirement ?? t('The component'), section].filter(Boolean).join(' · ')}
        </RowName>
      </Cell>
      <Cell>{results.join(': ')}</Cell>
    </tr>
  )
}
