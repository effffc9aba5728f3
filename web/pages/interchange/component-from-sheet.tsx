import { useState } from 'react'
import { queryClient, type Outputs } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { TwoColumns } from '../../kit/two-columns.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { SHEETS, FileInput, useUpload } from './file-input.tsx'
import { ImportDone } from './import-done.tsx'
import { SHEET_LIMIT_BYTES } from './limits.ts'
import { Warnings } from './report.tsx'

/** Creates a component from a spreadsheet, based on the SRG whose IDs the sheet has. */
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
  const detecting = useUpload<Outputs['components']['detectSrg']>(t('Detecting the SRG'))
  const creating = useCreateFromSheet(onMade)
  const { data: created } = creating
  const srg = detecting.isPending ? undefined : detecting.data
  const send = (values: FormData) => {
    if (!srg) return
    const form = { field: 'component[file]', values: toComponent(values, srg.id) }
    creating.mutate({ address: `/projects/${id}/components`, files, form })
  }
  if (created && created.warnings.length > 0) {
    return (
      <ImportDone
        title={t('New component from a spreadsheet')}
        label={describeCreated(created.component.name)}
        close={t('Open component')}
        onClose={() => onMade(created.component.id)}
      >
        <Warnings warnings={created.warnings} />
      </ImportDone>
    )
  }
  return (
    <Dialog title={t('New component from a spreadsheet')} isOpen wide onClose={onClose}>
      <FileInput
        label={t('Spreadsheet')}
        hint={t('or drop it here: a row per requirement with SRGID and STIGID, .xlsx or .csv')}
        accept={SHEETS}
        mostBytes={SHEET_LIMIT_BYTES}
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
          <SheetFields guide={srg} />
          <Actions>
            <Button type="submit" variant="primary" isPending={creating.isPending}>
              {t('Create component')}
            </Button>
            <Button onPress={onClose}>{t('Cancel')}</Button>
          </Actions>
        </Form>
      )}
    </Dialog>
  )
}

/** Creates the component, and opens it unless there are warnings to read. */
function useCreateFromSheet(onMade: (component: number) => void) {
  return useUpload<Outputs['components']['create']>(t('Creating the component'), (answer) => {
    notify(describeCreated(answer.component.name))
    void queryClient.invalidateQueries()
    if (answer.warnings.length === 0) onMade(answer.component.id)
  })
}

function describeCreated(name: string): string {
  return t('{name} is created from the spreadsheet.', { name })
}

/** The detected SRG, and the name of the component. */
function SheetFields({ guide }: { guide: { title: string; version: string } }) {
  return (
    <>
      <BannerStrip variant="info">
        {rich(
          'The spreadsheet is based on {title} {version}. SRG requirements without a row are added as not yet determined. The prefix comes from the STIG IDs.',
          { title: guide.title, version: guide.version },
        )}
      </BannerStrip>
      <Field label={t('Name')} name="name" isRequired validationBehavior="aria" autoFocus />
      <TwoColumns>
        <Field label={t('Version')} name="version" type="number" defaultValue="1" validationBehavior="aria" />
        <Field label={t('Release')} name="release" type="number" defaultValue="1" validationBehavior="aria" />
      </TwoColumns>
    </>
  )
}

function toComponent(values: FormData, guideId: number): Record<string, string> {
  const nameFields = ['name', 'version', 'release'].map((name) => [
    `component[${name}]`,
    getFormValue(values, name).trim(),
  ])
  return { ...Object.fromEntries(nameFields), 'component[security_requirements_guide_id]': String(guideId) }
}
