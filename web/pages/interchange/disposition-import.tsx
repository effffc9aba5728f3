import type { Outputs } from '../../api/client.ts'
import { Cell } from '../../kit/table.tsx'
import { counted } from '../components/phase.ts'
import { DISPOSITIONS } from '../components/states-of.ts'
import { MOST_SHEET_BYTES } from './limits.ts'
import { Report, sumOf, Warnings } from './report.tsx'
import { SHEETS } from './file-input.tsx'
import { TriedImport } from './import-preview.tsx'

type DispositionImportResult = Outputs['components']['importDisposition']
type Row = DispositionImportResult['rows'][number]

/** Takes a disposition matrix that a sponsor filled in, once one has seen what each row would do. */
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
    <TriedImport<DispositionImportResult>
      title={`Disposition matrix into ${name}`}
      address={`/components/${id}/import_disposition`}
      label="Disposition matrix"
      hint="or drop it here: a matrix that was exported and filled in, .xlsx or .csv"
      accept={SHEETS}
      mostBytes={MOST_SHEET_BYTES}
      before={({ rows }) => {
        const count = (outcome: Row['outcome']) => rowsOf(rows, outcome).length
        const words = sumOf(`${counted(count('changed'), 'comment')} would change`, [
          [count('unchanged'), 'unchanged'],
          [count('left_out'), 'left out'],
          [count('refused'), 'can’t be imported'],
        ])
        return { refused: count('refused') > 0, words }
      }}
      isReady={({ rows }) => rows.length > 0}
      report={({ rows, warnings }) => (
        <>
          <Report
            label="What each row does"
            columns={[{ words: 'Row' }, { words: 'Comment' }, { words: 'Decision' }]}
            rows={SHOWN.flatMap((outcome) => rowsOf(rows, outcome))}
            row={(row) => <RowOf key={row.row} row={row} />}
          />
          <Warnings warnings={warnings} />
        </>
      )}
      onClose={onClose}
    />
  )
}

/** Rows that need attention come first; unchanged ones are only counted. */
const SHOWN: readonly Row['outcome'][] = ['refused', 'left_out', 'changed']

const rowsOf = (rows: readonly Row[], outcome: Row['outcome']) =>
  rows.filter((row) => row.outcome === outcome)

function RowOf({ row: { row, comment_id: comment, from, to, error } }: { row: Row }) {
  return (
    <tr>
      <Cell head>{row}</Cell>
      <Cell>{comment === null ? 'New' : `#${comment}`}</Cell>
      <Cell>{error ?? [from, to].map(decisionOf).filter(Boolean).join(' → ')}</Cell>
    </tr>
  )
}

const LOOKS: Record<string, { words: string } | undefined> = DISPOSITIONS

function decisionOf(status: string | null): string {
  return status === null ? '' : (LOOKS[status]?.words ?? status)
}
