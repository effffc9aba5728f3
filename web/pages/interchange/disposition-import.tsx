import { useState } from 'react'
import { queryClient, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { Strip } from '../../kit/strip.tsx'
import { Cell } from '../../kit/table.tsx'
import { notify } from '../../kit/toast.tsx'
import { counted } from '../components/phase.ts'
import { DISPOSITIONS } from '../components/states-of.ts'
import { MOST_SHEET_BYTES } from './limits.ts'
import { Report } from './report.tsx'
import { SHEETS, TakeFile, useSending } from './take-file.tsx'

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
  const [file, setFile] = useState<File | null>(null)
  const address = `/components/${id}/import_disposition`
  const trying = useSending<Taken>('Trying each row')
  const taking = useSending<Taken>('Taking it in', ({ toast }) => {
    notify(toast.message.join(' '))
    void queryClient.invalidateQueries()
    onClose()
  })
  const attempt = (chosen: File) => {
    setFile(chosen)
    taking.reset()
    trying.mutate({ address, file: chosen, form: { values: { dry_run: 'true' } } })
  }
  const rows = trying.isPending ? undefined : trying.data?.rows
  const refused = rows?.filter(({ error }) => error !== null) ?? []
  const changed = rows?.filter(({ error, from, to }) => error === null && from !== to) ?? []
  return (
    <Dialog title={`Disposition matrix into ${name}`} isOpen wide onClose={onClose}>
      <TakeFile
        label="Disposition matrix"
        hint="or drop it here: a matrix that was exported and filled in, .xlsx or .csv"
        accept={SHEETS}
        mostBytes={MOST_SHEET_BYTES}
        file={file}
        sending={taking.isPending || taking.error !== null ? taking : trying}
        onFile={attempt}
      />
      {rows && (
        <>
          <Strip look={refused.length > 0 ? 'problem' : 'changed'}>
            {counted(changed.length, 'comment')} would change, {rows.length - changed.length - refused.length}{' '}
            keep their decision, {counted(refused.length, 'row')} cannot be taken in.
            {refused.length > 0 && ' It is all or nothing: correct those rows and drop the file again.'}
          </Strip>
          <Report
            label="What each row does"
            columns={[{ words: 'Row' }, { words: 'Comment' }, { words: 'Decision' }]}
            rows={[...refused, ...changed]}
            row={(row) => <RowOf key={row.row} row={row} />}
          />
        </>
      )}
      <Actions>
        <Button
          look="first"
          isDisabled={!rows || rows.length === 0 || refused.length > 0}
          isPending={taking.isPending}
          onPress={() => file && taking.mutate({ address, file, form: { values: { dry_run: 'false' } } })}
        >
          Take it in
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </Actions>
    </Dialog>
  )
}

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
