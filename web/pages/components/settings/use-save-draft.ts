import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient, type Inputs } from '../../../api/client.ts'
import type { DraftUpdate, ReadDraft } from '../../../app/live-draft.ts'
import { restoreLostFocus } from '../../../app/restore-lost-focus.ts'
import { useLiveDraft } from '../../../app/use-live-draft.ts'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import type { Header } from './use-save-details.ts'

type Changes = Inputs['components']['update']['component']

/** The draft of a part of a component, which `open` selects; `save` sends it. */
export function useSaveDraft<D>(component: Header, open: (component: Header) => D, read: ReadDraft<D>) {
  const { id } = component
  const toStored = (header: Header) => ({ draft: open(header), lock_version: header.lock_version })
  const { draft, setDraft, update, settle } = useLiveDraft(toStored(component), read)
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ update: { expectedVersion }, changes }: { update: DraftUpdate<D>; changes: Changes }) =>
      client.components.update.mutate({ id, expected_lock_version: expectedVersion, component: changes }),
    onSuccess: ({ component: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async (_, failure, { update: sent }) => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      const current = queryClient.getQueryData(api.components.header.queryKey({ id }))
      if (current) settle(sent.draft, failure, toStored(current))
      // A new question gets its id, and its row is rendered again.
      restoreLostFocus()
    },
  })
  const save = (changes: Changes) => mutate({ update, changes })
  return { draft, setDraft, changes: update.changes, save, error, isPending }
}
