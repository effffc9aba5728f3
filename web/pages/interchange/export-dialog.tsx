import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentType, Role } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Button, classesOf } from '../../kit/button.tsx'
import { Checkbox, Checkboxes } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Select } from '../../kit/select.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { DISPOSITIONS } from '../components/states-of.ts'
import { exportAddress, formsFor, type ExportOption } from './forms.ts'
import styles from './interchange.module.css'
import { startExport } from './start-job.ts'

/** What can be exported. */
export type Exportable = {
  name: string
  kinds: readonly DocumentType[]
  role: Role | null
} & (
  | { place: 'component'; id: number; projectId: number }
  | { place: 'project'; id: number; components: readonly { id: number; name: string }[] }
  | { place: 'bulk'; components: readonly { id: number; name: string }[] }
)

const TICKS: Record<Exclude<ExportOption, 'triage_status'>, string> = {
  exclude_satisfied_by: 'Leave out requirements that others satisfy',
  include_email: 'With the e-mail addresses of commenters',
  include_srg: 'With the SRGs that it rests on',
  include_memberships: 'With the members and their roles',
  include_comments: 'With comments and dispositions',
}

/** Takes a component, a project or what was released out in one of the forms that one may take. */
export default function ExportDialog({ of, onClose }: { of: Exportable; onClose: () => void }) {
  const forms = formsFor(of)
  const [type, setType] = useState(forms[0]?.type ?? '')
  const [mode, setMode] = useState('')
  const [triage, setTriage] = useState<string>('all')
  const [ticks, setTicks] = useState<string[]>([])
  const [left, setLeft] = useState<string[]>('components' in of ? of.components.map(({ id }) => `${id}`) : [])
  const addresses = useSeesAddresses(of)
  const later = useMutation({
    mutationFn: (address: string) => startExport(address, `${of.name}: ${form?.words ?? type}`),
    onSuccess: onClose,
  })
  const form = forms.find((one) => one.type === type)
  if (!form) {
    return (
      <Dialog title={`Export ${of.name}`} isOpen onClose={onClose}>
        <p>There is nothing to export yet.</p>
      </Dialog>
    )
  }
  const modes = form.type === 'xccdf' && form.modes.length > 1 ? [EVERYTHING, ...form.modes] : form.modes
  const chosenMode = modes.find(({ value }) => value === mode) ?? modes[0]
  const offered = form.options.filter(
    (option) =>
      (option !== 'include_email' || addresses) &&
      (option !== 'exclude_satisfied_by' || type !== 'inspec' || chosenMode?.value === 'working_copy'),
  )
  const ticked = offered.filter((option) => option !== 'triage_status')
  const some = 'components' in of && left.length < of.components.length
  const address = exportAddress(of, type, {
    mode: modes.length > 1 && chosenMode && chosenMode !== modes[0] ? chosenMode.value : null,
    options: {
      ...Object.fromEntries(ticked.filter((one) => ticks.includes(one)).map((one) => [one, 'true'])),
      ...(offered.includes('triage_status') && triage !== 'all' ? { triage_status: triage } : {}),
    },
    components: some || of.place === 'bulk' ? left.map(Number) : null,
  })
  const none = 'components' in of && left.length === 0
  // What holds a whole project takes its time, so that it is made while one goes on.
  const long = of.place !== 'component'
  const background = (
    <Button
      {...(long ? { look: 'first' as const } : {})}
      isPending={later.isPending}
      isDisabled={none}
      onPress={() => later.mutate(address)}
    >
      {long ? 'Prepare the file' : 'Prepare in the background'}
    </Button>
  )
  return (
    <Dialog title={`Export ${of.name}`} isOpen onClose={onClose}>
      {later.error && <ProblemBanner problem={problemOf(later.error)} />}
      <div className={styles['choice']}>
        <Select
          label="Form"
          options={forms.map(({ type: value, words }) => ({ value, words }))}
          value={type}
          onChange={setType}
          autoFocus
        />
        <p className="muted small">{form.about}</p>
      </div>
      {modes.length > 1 && chosenMode && (
        <Select label="Contents" options={modes} value={chosenMode.value} onChange={setMode} />
      )}
      {offered.includes('triage_status') && (
        <Select label="Comments" options={TRIAGE_OPTIONS} value={triage} onChange={setTriage} />
      )}
      {ticked.length > 0 && (
        <Checkboxes label="Options" value={ticks} onChange={setTicks}>
          {ticked.map((option) => (
            <Checkbox key={option} value={option}>
              {TICKS[option]}
            </Checkbox>
          ))}
        </Checkboxes>
      )}
      {'components' in of && of.components.length > 1 && (
        <div className={styles['some']}>
          <Checkboxes label="Components" value={left} onChange={setLeft}>
            {of.components.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)}>
                {name}
              </Checkbox>
            ))}
          </Checkboxes>
        </div>
      )}
      <Actions>
        {long && background}
        {!none && (
          <a className={classesOf(long ? undefined : 'first')} href={address} download onClick={onClose}>
            <Icon name="into" />
            {long ? 'Download at once' : 'Download'}
          </a>
        )}
        {!long && background}
      </Actions>
    </Dialog>
  )
}

const TRIAGE_OPTIONS = [
  { value: 'all', words: 'All comments' },
  ...Object.entries(DISPOSITIONS).map(([value, { words }]) => ({ value, words })),
]

const EVERYTHING = { value: '', words: 'STIGs and SRGs', of: [] }

/** Addresses are for admins of the project, whatever one is in the component. */
function useSeesAddresses(of: Exportable): boolean {
  const asked = of.place === 'component' && of.role !== null
  const project = useQuery({
    ...api.projects.show.queryOptions({ id: of.place === 'component' ? of.projectId : 0 }),
    enabled: asked,
    retry: false,
  })
  if (of.place === 'component') return project.data?.effective_permissions === 'admin'
  return of.place === 'project' && of.role === 'admin'
}
