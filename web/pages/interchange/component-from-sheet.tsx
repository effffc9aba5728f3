import { useState } from 'react'
import { queryClient, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, valueOf } from '../../kit/form.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { notify } from '../../kit/toast.tsx'
import styles from './interchange.module.css'
import { MOST_SHEET_BYTES } from './limits.ts'
import { Warnings } from './report.tsx'
import { SHEETS, TakeFile, useSending } from './file-input.tsx'

/** Makes a component of a project from a spreadsheet, of the SRG whose ids the sheet has. */
export default function ComponentFromSheet({
  id,
  onMade,
  onClose,
}: {
  id: number
  onMade: (component: number) => void
  onClose: () => void
}) {
  const [files, setFiles] = useState<readonly File[]>([])
  const detecting = useSending<Outputs['components']['detectSrg']>('Looking which SRG it speaks of')
  const creating = useSending<Outputs['components']['create']>('Making the component', (answer) => {
    notify(answer.toast.message.join(' '))
    void queryClient.invalidateQueries()
    if (answer.warnings.length === 0) onMade(answer.component.id)
  })
  const { data: made } = creating
  const srg = detecting.isPending ? undefined : detecting.data
  const send = (values: FormData) => {
    if (!srg) return
    const said = ['name', 'version', 'release'].map((name) => [
      `component[${name}]`,
      valueOf(values, name).trim(),
    ])
    const form = {
      field: 'component[file]',
      values: { ...Object.fromEntries(said), 'component[security_requirements_guide_id]': String(srg.id) },
    }
    creating.mutate({ address: `/projects/${id}/components`, files, form })
  }
  if (made && made.warnings.length > 0) {
    const open = () => onMade(made.component.id)
    return (
      <Dialog title="New component from a spreadsheet" isOpen wide onClose={open}>
        <BannerStrip look="done">{made.toast.message.join(' ')}</BannerStrip>
        <Warnings warnings={made.warnings} />
        <Actions>
          <Button look="first" autoFocus onPress={open}>
            Open component
          </Button>
        </Actions>
      </Dialog>
    )
  }
  return (
    <Dialog title="New component from a spreadsheet" isOpen wide onClose={onClose}>
      <TakeFile
        label="Spreadsheet"
        hint="or drop it here: a row per requirement with SRGID and STIGID, .xlsx or .csv"
        accept={SHEETS}
        mostBytes={MOST_SHEET_BYTES}
        files={files}
        sending={creating.isPending ? creating : detecting}
        onFiles={(chosen) => {
          setFiles(chosen)
          creating.reset()
          detecting.mutate({ address: '/components/detect_srg', files: chosen })
        }}
      />
      {srg && (
        <Form error={creating.error} onSend={send}>
          <BannerStrip look="info">
            It speaks of {srg.title} {srg.version}. What that has beside the rows is added undetermined; the
            prefix comes from the STIG ids.
          </BannerStrip>
          <Field label="Name" name="name" isRequired validationBehavior="aria" autoFocus />
          <div className={styles['pair']}>
            <Field label="Version" name="version" type="number" defaultValue="1" validationBehavior="aria" />
            <Field label="Release" name="release" type="number" defaultValue="1" validationBehavior="aria" />
          </div>
          <Actions>
            <Button type="submit" look="first" isPending={creating.isPending}>
              Create component
            </Button>
            <Button onPress={onClose}>Cancel</Button>
          </Actions>
        </Form>
      )}
    </Dialog>
  )
}
