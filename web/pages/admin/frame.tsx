import type { ReactNode } from 'react'
import { SidePages } from '../../app/side-pages.tsx'
import { t } from '../../languages/t.ts'

const PAGES = [
  { to: '/users', label: t('Users') },
  { to: '/audits', label: t('Audit trail') },
  { to: '/administration/settings', label: t('Settings') },
  { to: '/administration/checks', label: t('Connections') },
  { to: '/administration/jobs', label: t('Jobs') },
  { to: '/administration/reference_documents', label: t('Reference documents') },
  { to: '/administration/about', label: t('Version and licenses') },
] as const

/** A page for system administrators. */
export function AdminPage({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <SidePages label={t('Administration')} pages={PAGES} title={title} description={description}>
      {children}
    </SidePages>
  )
}
