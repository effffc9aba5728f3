import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentType, Role } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { t } from '../../languages/t.ts'
import { exportAddress, formsFor, type ExportOption, type Form } from './forms.ts'

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

const EVERYTHING: Form['modes'][number] = { value: '', words: t('STIGs and SRGs'), of: [] }

/** What is chosen for an export: its form, contents, comments, options and components, and the address that they make. */
export function useExportChoices(of: Exportable) {
  const forms = formsFor(of)
  const [type, setType] = useState(forms[0]?.type ?? '')
  const [mode, setMode] = useState('')
  const [triage, setTriage] = useState<string>('all')
  const [ticks, setTicks] = useState<string[]>([])
  const [left, setLeft] = useState<string[]>(componentsOf(of).map(({ id }) => `${id}`))
  const seesAddresses = useSeesAddresses(of)
  const form = forms.find((one) => one.type === type)
  const modes = form ? modesOf(form) : []
  const chosenMode = modes.find(({ value }) => value === mode) ?? modes[0]
  const offered = form ? offeredBy(form, seesAddresses, chosenMode?.value) : []
  const ticked = offered.filter((option) => option !== 'triage_status')
  const hasTriage = offered.includes('triage_status')
  const address = exportAddress(of, type, {
    mode: modes.length > 1 && chosenMode && chosenMode !== modes[0] ? chosenMode.value : null,
    options: {
      ...Object.fromEntries(ticked.filter((one) => ticks.includes(one)).map((one) => [one, 'true'])),
      ...(hasTriage && triage !== 'all' ? { triage_status: triage } : {}),
    },
    components: left.length < componentsOf(of).length || of.place === 'bulk' ? left.map(Number) : null,
  })
  return {
    forms,
    form,
    address,
    /** No component is left to export. */
    isEmpty: 'components' in of && left.length === 0,
    setType,
    modes: modes.length > 1 ? modes : [],
    mode: chosenMode?.value ?? '',
    setMode,
    hasTriage,
    triage,
    setTriage,
    ticked,
    ticks,
    setTicks,
    components: componentsOf(of),
    left,
    setLeft,
  }
}

export type ExportChoices = ReturnType<typeof useExportChoices>

function componentsOf(of: Exportable): readonly { id: number; name: string }[] {
  return 'components' in of ? of.components : []
}

function modesOf({ type, modes }: Form): Form['modes'] {
  return type === 'xccdf' && modes.length > 1 ? [EVERYTHING, ...modes] : modes
}

/** The options of a form that someone may choose, some of them in one of its modes only. */
function offeredBy(
  { type, options }: Form,
  seesAddresses: boolean,
  mode: string | undefined,
): ExportOption[] {
  return options.filter(
    (option) =>
      (option !== 'include_email' || seesAddresses) &&
      (option !== 'exclude_satisfied_by' || type !== 'inspec' || mode === 'working_copy'),
  )
}

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
