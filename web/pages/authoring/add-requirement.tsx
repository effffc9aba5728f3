import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { ComboBox } from '../../kit/combo-box.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Actions, Form, valueOf } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import type { Row } from './requirements.ts'

const SHOWN = 30

/** One more requirement: of one's own, or a copy of another one to begin with. */
export function AddRequirement({
  componentId,
  isAdmin,
  rows,
  onAdded,
  onClose,
}: {
  componentId: number
  /** Admins add new ones too; authors only copy. */
  isAdmin: boolean
  rows: readonly Row[]
  onAdded: (displayedName: string) => void
  onClose: () => void
}) {
  const [words, setWords] = useState('')
  const [original, setOriginal] = useState<Row | null>(null)
  const add = useMutation({
    mutationFn: (values: FormData) => {
      const title = valueOf(values, 'title').trim()
      const rule = {
        ...(title === '' ? {} : { title }),
        ...(original ? { duplicate: true, id: original.id } : {}),
      }
      return client.rules.create.mutate({ componentId, rule })
    },
    onSuccess: async ({ toast, data }) => {
      notify(toast.message.join(' '))
      await queryClient.invalidateQueries(api.rules.pathFilter())
      void queryClient.invalidateQueries(api.components.pathFilter())
      onClose()
      onAdded(data.displayed_name)
    },
  })
  const wanted = words.trim().toLowerCase()
  const found = rows
    .filter((row) => wordsOf(row).toLowerCase().includes(wanted))
    .slice(0, SHOWN)
    .map((row) => ({ id: row.id, words: wordsOf(row) }))
  return (
    <Dialog title="Add a requirement" isOpen onClose={onClose}>
      <Form error={add.error} onSend={(values) => add.mutate(values)}>
        <TextArea
          label="Title"
          name="title"
          hint={original ? 'Empty: the title of the original.' : 'Its number comes by itself.'}
          autoFocus
          maxLength={1000}
          validationBehavior="aria"
        />
        <ComboBox
          label={isAdmin ? 'Copy of (optional)' : 'Copy of'}
          items={found}
          query={words}
          onQuery={(query) => {
            setWords(query)
            if (original && query !== wordsOf(original)) setOriginal(null)
          }}
          onChoose={(chosen) => {
            setOriginal(rows.find(({ id }) => id === chosen.id) ?? null)
            setWords(chosen.words)
          }}
        />
        {!isAdmin && (
          <p className="muted small">Only a project admin can add a requirement that is no copy</p>
        )}
        <Actions>
          <Button type="submit" look="first" isPending={add.isPending} isDisabled={!isAdmin && !original}>
            {original ? `Copy ${original.rule_id}` : 'Add'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function wordsOf({ rule_id, title }: Row): string {
  return `${rule_id} ${title ?? ''}`
}
