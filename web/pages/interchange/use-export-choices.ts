import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentType, Role } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { t } from '../../languages/t.ts'
import { toExportAddress, findForms, type ExportOption, type Form } from './forms.ts'

/** The subject of an export. */
export type ExportSubject = {
  name: string
  kinds: readonly DocumentType[]
  role: Role | null
} & (
  | { scope: 'component'; id: number; projectId: number }
  | { scope: 'project'; id: number; components: readonly { id: number; name: string }[] }
  | { scope: 'bulk'; components: readonly { id: number; name: string }[] }
)

const EVERYTHING: Form['modes'][number] = { value: '', label: t('STIGs and SRGs'), documentTypes: [] }

/** The state of the export dialog: format, contents, comments, options, components, and the resulting address. */
export function useExportChoices(exportable: ExportSubject) {
  const forms = findForms(exportable)
  const [type, setType] = useState(forms[0]?.type ?? '')
  const [mode, setMode] = useState('')
  const [triage, setTriage] = useState<string>('all')
  const [ticks, setTicks] = useState<string[]>([])
  const [includedIds, setIncludedIds] = useState<string[]>(
    listComponents(exportable).map(({ id }) => `${id}`),
  )
  const seesAddresses = useCanSeeAddresses(exportable)
  const form = forms.find((item) => item.type === type)
  const modes = form ? listModes(form) : []
  const chosenMode = modes.find(({ value }) => value === mode) ?? modes[0]
  const offered = form ? listOfferedOptions(form, seesAddresses, chosenMode?.value) : []
  const ticked = offered.filter((option) => option !== 'triage_status')
  const hasTriage = offered.includes('triage_status')
  const address = toExportAddress(exportable, type, {
    mode: modes.length > 1 && chosenMode && chosenMode !== modes[0] ? chosenMode.value : null,
    options: {
      ...Object.fromEntries(ticked.filter((item) => ticks.includes(item)).map((item) => [item, 'true'])),
      ...(hasTriage && triage !== 'all' ? { triage_status: triage } : {}),
    },
    components:
      includedIds.length < listComponents(exportable).length || exportable.scope === 'bulk'
        ? includedIds.map(Number)
        : null,
  })
  return {
    forms,
    form,
    address,
    /** No component is selected. */
    isEmpty: 'components' in exportable && includedIds.length === 0,
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
    components: listComponents(exportable),
    left: includedIds,
    setLeft: setIncludedIds,
  }
}

export type ExportChoices = ReturnType<typeof useExportChoices>

function listComponents(exportable: ExportSubject): readonly { id: number; name: string }[] {
  return 'components' in exportable ? exportable.components : []
}

function listModes({ type, modes }: Form): Form['modes'] {
  return type === 'xccdf' && modes.length > 1 ? [EVERYTHING, ...modes] : modes
}

/** Returns the options of a format that the user can choose; some exist only in one mode. */
function listOfferedOptions(
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

/** Email addresses require a project admin, whatever the role on the component. */
function useCanSeeAddresses(exportable: ExportSubject): boolean {
  const enabled = exportable.scope === 'component' && exportable.role !== null
  const project = useQuery({
    ...api.projects.show.queryOptions({ id: exportable.scope === 'component' ? exportable.projectId : 0 }),
    enabled,
    retry: false,
  })
  if (exportable.scope === 'component') return project.data?.effective_permissions === 'admin'
  return exportable.scope === 'project' && exportable.role === 'admin'
}
