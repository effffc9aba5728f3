import type { Outputs } from '../../api/client.ts'
import { Cell } from '../../kit/table.tsx'
import { counted } from '../components/phase.ts'
import { DISPOSITIONS } from '../components/states-of.ts'
import { MOST_SHEET_BYTES } from './limits.ts'
import { Report } from './report.tsx'
import { SHEETS } from './take-file.tsx'
import { TriedImport } from './tried-import.tsx'

type Taken = Outputs['components']['importDisposition']
type Row = Taken['rows'][number]

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
    <TriedImport<Taken>
      title={`Disposition matrix into ${name}`}
      address={`/components/${id}/import_disposition`}
      label="Disposition matrix"
      hint="or drop it here: a matrix that was exported and filled in, .xlsx or .csv"
      accept={SHEETS}
      mostBytes={MOST_SHEET_BYTES}
      before={({ rows }) => {
        const [refused, changed] = [refusedOf(rows).length, changedOf(rows).length]
        const words = `${counted(changed, 'comment')} would change, ${rows.length - changed - refused} keep their decision, ${counted(refused, 'row')} cannot be taken in.`
        return { refused: refused > 0, words }
      }}
      isReady={({ rows }) => rows.length > 0}
      report={({ rows }) => (
        <Report
          label="What each row does"
          columns={[{ words: 'Row' }, { words: 'Comment' }, { words: 'Decision' }]}
          rows={[...refusedOf(rows), ...changedOf(rows)]}
          row={(row) => <RowOf key={row.row} row={row} />}
        />
      )}
      onClose={onClose}
    />
  )
}

const refusedOf = (rows: readonly Row[]) => rows.filter(({ error }) => error !== null)
const changedOf = (rows: readonly Row[]) =>
  rows.filter(({ error, from, to }) => error === null && from !== to)

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
