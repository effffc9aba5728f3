import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { DocumentType } from '../../../src/vocabulary.ts'
import { EXPORT, IMPORT } from '../../app/anchors.ts'
import { loadCode } from '../../app/load-code.ts'
import { useKeys } from '../../app/use-keys.ts'
import { Button, toButtonClass } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import { t } from '../../languages/t.ts'
import type { ExportSubject } from './use-export-choices.ts'

const loadDialogs = () => loadCode(() => import('./dialogs.ts'))
const ExportDialog = lazy(async () => ({ default: (await loadDialogs()).ExportDialog }))
const ExportGuide = lazy(async () => ({ default: (await loadDialogs()).ExportGuide }))
const SheetUpdate = lazy(async () => ({ default: (await loadDialogs()).SheetUpdate }))
const DispositionImport = lazy(async () => ({ default: (await loadDialogs()).DispositionImport }))
const CommentSheetsImport = lazy(async () => ({ default: (await loadDialogs()).CommentSheetsImport }))
const TextsImport = lazy(async () => ({ default: (await loadDialogs()).TextsImport }))
const BackupImport = lazy(async () => ({ default: (await loadDialogs()).BackupImport }))
const ComponentFromSheet = lazy(async () => ({ default: (await loadDialogs()).ComponentFromSheet }))

const BOTH: readonly DocumentType[] = ['stig', 'srg']
const STIG: readonly DocumentType[] = ['stig']
const COMPONENT_IMPORTS = {
  sheet: { label: t('Update from a spreadsheet'), texts: true, of: STIG },
  comments: { label: t('Comment sheets'), texts: false, of: BOTH },
  disposition: { label: t('Disposition matrix'), texts: false, of: BOTH },
  inspec: { label: t('InSpec profile'), texts: true, of: STIG },
  markdown: { label: t('Markdown folder'), texts: true, of: BOTH },
  reqif: { label: t('ReqIF document'), texts: true, of: BOTH },
} as const
const IMPORTS = ['sheet', 'comments', 'disposition', 'inspec', 'markdown', 'reqif'] as const

/** The export button of a component, a project or released components. */
export function ExportButton({ exportable }: { exportable: ExportSubject }) {
  const [open, setOpen] = useState(false)
  const isAsked = useLocation({ select: ({ hash }) => hash === EXPORT })
  useKeys({ exportFiles: () => setOpen(true) })
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked])
  return (
    <>
      <Button icon="out" onPress={() => setOpen(true)}>
        {t('Export')}
      </Button>
      <Suspense>{open && <ExportDialog exportable={exportable} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** The export button of a catalog guide. */
export function ExportGuideButton({
  kind,
  guide,
}: {
  kind: 'srgs' | 'stigs'
  guide: { id: number; title: string }
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="out" onPress={() => setOpen(true)}>
        {t('Export')}
      </Button>
      <Suspense>{open && <ExportGuide kind={kind} guide={guide} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** The import menu of a component: texts while it is editable, comments and decisions at any time. */
export function ComponentImports({
  id,
  projectId,
  name,
  released,
  kind,
}: {
  id: number
  projectId: number
  name: string
  released: boolean
  kind: DocumentType
}) {
  const [open, setOpen] = useState<keyof typeof COMPONENT_IMPORTS | null>(null)
  const close = () => setOpen(null)
  const offered = IMPORTS.filter(
    (item) => !(COMPONENT_IMPORTS[item].texts && released) && COMPONENT_IMPORTS[item].of.includes(kind),
  )
  return (
    <Imports
      entries={offered.map((item) => ({
        id: item,
        label: COMPONENT_IMPORTS[item].label,
        onAction: () => setOpen(item),
      }))}
    >
      {open === 'sheet' && <SheetUpdate id={id} name={name} onClose={close} />}
      {open === 'comments' && <CommentSheetsImport id={id} name={name} onClose={close} />}
      {open === 'disposition' && <DispositionImport id={id} name={name} onClose={close} />}
      {(open === 'inspec' || open === 'markdown' || open === 'reqif') && (
        <TextsImport form={open} id={id} projectId={projectId} name={name} onClose={close} />
      )}
    </Imports>
  )
}

/** The import menu of a project. */
export function ProjectImports({ id, name }: { id: number; name: string }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'backup' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <Imports
      entries={[
        { id: 'sheet', label: t('Component from a spreadsheet'), onAction: () => setOpen('sheet') },
        { id: 'backup', label: t('Backup archive'), onAction: () => setOpen('backup') },
      ]}
    >
      {open === 'backup' && <BackupImport id={id} name={name} onClose={close} />}
      {open === 'sheet' && (
        <ComponentFromSheet
          id={id}
          onClose={close}
          onMade={(component) => void navigate({ to: '/components/$id', params: { id: component } })}
        />
      )}
    </Imports>
  )
}

function Imports({
  entries,
  children,
}: {
  entries: { id: string; label: string; onAction: () => void }[]
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const isAsked = useLocation({ select: ({ hash }) => hash === IMPORT })
  useKeys({ importFiles: () => setOpen(true) })
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked])
  return (
    <>
      <Menu trigger={toButtonClass()} entries={entries} isOpen={isOpen} onOpenChange={setOpen}>
        <Icon name="into" />
        {t('Import')}
      </Menu>
      <Suspense>{children}</Suspense>
    </>
  )
}
