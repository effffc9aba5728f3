import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, queryClient } from '../api/client.ts'
import { CommandList, type CommandGroup } from '../kit/command-list.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Keys } from '../kit/kbd.tsx'
import { requirementsOf } from '../pages/authoring/requirements.ts'
import { entryOf, type Action } from './keys.ts'
import { componentIn, foundGroups, PAGES, pagesFor, requirementFor } from './palette-entries.ts'
import { searchable } from './search.ts'
import { perform, useBoundActions } from './use-keys.ts'

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
  const found = useQuery({
    ...api.search.global.queryOptions({ q: searched, limit: 6 }),
    enabled: searched.length >= SHORTEST,
  })
  const actions: CommandGroup = {
    title: 'On this page',
    commands: bound
      .filter((action) => action !== 'palette' && entryOf(action).does.includes(query.toLowerCase()))
      .map((action) => ({
        id: `${DOES}${action}`,
        words: capital(entryOf(action).does),
        end: <Keys of={action} />,
      })),
  }
  const componentId = componentIn(useLocation({ select: ({ pathname }) => pathname }))
  const known =
    componentId === null ? undefined : queryClient.getQueryData(requirementsOf(componentId).queryKey)
  const numbered = requirementFor(query, componentId, known)
  const groups = [
    ...(numbered ? [numbered] : []),
    pagesFor(query, PAGES),
    actions,
    ...(found.data ? foundGroups(found.data) : []),
  ]
  const choose = (id: string) => {
    onClose()
    if (id.startsWith(DOES)) setTimeout(() => perform(id.slice(DOES.length) as Action))
    else router.history.push(router.buildLocation({ to: id }).href)
  }
  return (
    <Dialog title="Go anywhere" isOpen onClose={onClose} wide>
      <CommandList
        label="Search, go to a page, run a command"
        query={query}
        onQuery={setQuery}
        groups={groups.filter(({ commands }) => commands.length > 0)}
        onChoose={choose}
        nothing={found.isFetching ? 'Searching' : 'Nothing found'}
      />
    </Dialog>
  )
}

/** A text as it was when somebody stopped typing for a moment. */
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
