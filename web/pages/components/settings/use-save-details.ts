import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { toReason } from '../../../api/errors.ts'
import {
  acceptConflict,
  acceptSave,
  openForm,
  planUpdate,
  type FormState,
} from '../../../app/form-changes.ts'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import type { Header } from './use-save-component.ts'

export type Details = Pick<
  Header,
  'name' | 'prefix' | 'title' | 'version' | 'release' | 'description' | 'admin_name' | 'admin_email'
>

/** Saves the details that the user changed, while the component updates live; conflicts as in `useSaveProject`. */
export function useSaveDetails(component: Header) {
  const { id } = component
  const [form, setForm] = useState<FormState<Details>>(() => openForm(component))
  return useMutation({
    mutationFn: (values: Details) => {
      const { changes, expectedVersion } = planUpdate(form, component, values)
      return client.components.update.mutate({
        id,
        component: changes,
        expected_lock_version: expectedVersion,
      })
    },
    onSuccess: ({ component: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async (_, error, values) => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      const current = queryClient.getQueryData(api.components.header.queryKey({ id }))
      if (!current) return
      if (error === null) setForm((now) => acceptSave(now, current, values))
      else if (toReason(error) === 'stale') setForm((now) => acceptConflict(now, current))
    },
  })
}
