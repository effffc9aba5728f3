import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { Icon } from '../kit/icon.tsx'
import { Menu, type MenuEntry } from '../kit/menu.tsx'
import { t } from '../languages/t.ts'
import { runAfterPaint } from './after-paint.ts'
import { BAR_LINK_CLASS } from './bar-link-class.ts'
import { parseComponentId, parseProjectId } from './record-in-address.ts'
import styles from './project-switch.module.css'

/** The maximum number of projects in the menu; the page of all projects lists the others, with a filter. */
const MAX_PROJECTS = 15

/** The current project, and a menu of the user's other projects. */
export function ProjectSwitch() {
  const path = useLocation({ select: ({ pathname }) => toResourcePath(pathname) })
  const [opened, setOpened] = useState(false)
  const isShown = useIsPainted()
  const componentId = parseComponentId(path)
  const component = useQuery({
    ...api.components.summary.queryOptions({ id: componentId ?? 0 }),
    enabled: isShown && componentId !== null,
    retry: false,
  })
  const id = parseProjectId(path) ?? (componentId === null ? null : (component.data?.project_id ?? null))
  const project = useQuery({
    ...api.projects.show.queryOptions({ id: id ?? 0 }),
    enabled: isShown && id !== null,
    retry: false,
  })
  const list = useQuery({ ...api.projects.list.queryOptions({}), enabled: opened })
  const mine = list.data?.filter(({ is_member: member }) => member) ?? []
  const entries: MenuEntry[] = mine.slice(0, MAX_PROJECTS).map((item) => ({
    id: String(item.id),
    label: item.name,
    icon: item.id === id ? 'check' : 'folder',
    href: `/projects/${item.id}`,
  }))
  if (list.isPending) entries.push({ id: 'reading', label: t('Loading'), isDisabled: true })
  entries.push({ id: 'all', label: t('All projects'), icon: 'sheets', href: '/projects' })
  const name = id === null ? undefined : project.data?.name
  return (
    <Menu
      label={name === undefined ? t('Projects') : t('Project {name}', { name })}
      trigger={BAR_LINK_CLASS}
      placement="bottom start"
      entries={entries}
      onOpen={() => setOpened(true)}
    >
      <bdi className={`${styles['name']} cut`}>{name ?? t('Projects')}</bdi>
      <Icon name="down" />
    </Menu>
  )
}

/** The part of the address that names a project or a component, so that navigation within it changes nothing. */
function toResourcePath(path: string): string {
  return /^(?:\/app)?\/(?:projects|components)\/\d+/.exec(path)?.[0] ?? '/'
}

/** Whether the page has been painted: the rest of the bar waits for that. */
function useIsPainted(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => runAfterPaint(() => setShown(true)), [])
  return isShown
}
