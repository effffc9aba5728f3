import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, queryClient } from '../api/client.ts'
import { me } from '../api/me.ts'
import { CommandList, type CommandGroup } from '../kit/command-list.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Keys } from '../kit/kbd.tsx'
import { t } from '../languages/t.ts'
import { requirementsOf } from '../pages/authoring/requirements.ts'
import { entryOf, type Action } from './keys.ts'
import { returnTo } from './page-list.ts'
import {
  commentsFound,
  controlFor,
  foundGroups,
  herePages,
  pagesFor,
  pagesHere,
  pagesOf,
  peopleFor,
  RECENT,
  recentPlaces,
  requirementFor,
} from './palette-entries.ts'
import { placesBefore } from './recent-places.ts'
import { componentIn, projectIn } from './record-in-address.ts'
import { searchable } from './search.ts'
import { perform, useBoundActions } from './use-keys.ts'
import { usePages } from './use-pages.ts'

const PAUSE_MS = 120
const SHORTEST = 2
const LONGEST = 500
const DOES = 'do:'

/** Go anywhere: pages, what this page can do with its keys, and what the service finds (rule E-28). */
export default function Palette({
  begun,
  onClose,
}: {
  /** What was typed before it was there. */
  begun: () => string
  onClose: () => void
}) {
  const router = useRouter()
  const [query, setQuery] = useState(begun)
  const searched = useSlow(searchable(query.trim(), LONGEST))
  const bound = useBoundActions()
  const exists = usePages()
  const { data: person } = useSuspenseQuery(me())
  const found = useQuery({
    ...api.search.global.queryOptions({ q: searched, limit: 6 }),
    enabled: searched.length >= SHORTEST,
  })
  const path = useLocation({ select: ({ pathname }) => pathname })
  const here = useLocation({ select: ({ href }) => returnTo(href) })
  const componentId = componentIn(path)
  const known =
    componentId === null ? undefined : queryClient.getQueryData(requirementsOf(componentId).queryKey)
  const numbered = requirementFor(query, componentId, known)
  const groups = [
    numbered,
    controlFor(query),
    herePages(query, pagesHere(path, exists)),
    actionsFor(query, bound),
    recentPlaces(query, placesBefore(here)),
    pagesFor(query, pagesOf(person)),
    ...useFoundHere(componentId, path, query, searched),
    ...(found.data ? foundGroups(found.data) : []),
  ].filter((group): group is CommandGroup => group !== null)
  const choose = (id: string) => {
    onClose()
    if (id.startsWith(DOES)) return void setTimeout(() => perform(id.slice(DOES.length) as Action))
    const to = id.startsWith(RECENT) ? id.slice(RECENT.length) : id
    router.history.push(`/app${to}`)
  }
  return (
    <Dialog title={t('Go anywhere')} isOpen onClose={onClose} wide>
      <CommandList
        label={t('Search, go to a page, run a command')}
        query={query}
        onQuery={setQuery}
        groups={groups.filter(({ commands }) => commands.length > 0)}
        onChoose={choose}
        nothing={found.isFetching ? t('Searching') : t('Nothing found')}
      />
    </Dialog>
  )
}

/** What keys of this page do, as far as it fits what was typed. */
function actionsFor(query: string, bound: readonly Action[]): CommandGroup {
  return {
    title: t('On this page'),
    commands: bound
      .filter((action) => action !== 'palette' && entryOf(action).does.includes(query.toLowerCase()))
      .map((action) => ({
        id: `${DOES}${action}`,
        words: capital(entryOf(action).does),
        end: <Keys of={action} />,
      })),
  }
}

/** People and comments of the component or project where one is. */
function useFoundHere(
  componentId: number | null,
  path: string,
  query: string,
  searched: string,
): (CommandGroup | null)[] {
  const summary = useQuery({
    ...api.components.summary.queryOptions({ id: componentId ?? 0 }),
    enabled: componentId !== null,
  })
  const projectId = projectIn(path) ?? summary.data?.project_id
  const isMember = componentId === null || summary.data?.effective_permissions !== null
  const project = useQuery({
    ...api.projects.show.queryOptions({ id: projectId ?? 0 }),
    enabled: projectId !== undefined && isMember,
  })
  const comments = useQuery({
    ...api.reviews.ofComponent.queryOptions({ componentId: componentId ?? 0, q: searched, per_page: 5 }),
    enabled: componentId !== null && summary.data !== undefined && searched.length >= SHORTEST,
  })
  return [peopleFor(query, project.data), commentsFound(comments.data?.rows ?? [])]
}

/** A text as it was when someone stopped typing for a moment. */
function useSlow(text: string): string {
  const [slow, setSlow] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return slow
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
