import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { restoreLostFocus } from '../../app/restore-lost-focus.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { formatCount, t } from '../../languages/t.ts'
import type { Summary } from './phase.ts'

/** Unlocks all locked requirements of a component; the reason is recorded as a review on each. */
export function UnlockAll({ summary: { id }, count }: { summary: Summary; count: number }) {
  const [isOpen, setOpen] = useState(false)
  const [comment, setComment] = useState('')
  const unlock = useMutation({
    mutationFn: () => client.components.unlock.mutate({ id, review: { action: 'unlock_control', comment } }),
    onSuccess: ({ unlocked }) => {
      setOpen(false)
      notify(t('{requirements} unlocked.', { requirements: formatCount(unlocked, 'requirement') }))
    },
    onSettled: async () => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      await queryClient.invalidateQueries(api.rules.pathFilter())
      restoreLostFocus()
    },
  })
  return (
    <Card title={t('Locked')}>
      <p>{formatCount(count, 'requirement')}</p>
      <p>
        <Button icon="lock" onPress={() => setOpen(true)}>
          {t('Unlock all')}
        </Button>
      </p>
      <Dialog
        title={t('Unlock {requirements}', { requirements: formatCount(count, 'requirement') })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Form error={unlock.error} onSend={() => comment.trim() !== '' && unlock.mutate()}>
          <p>
            {t(
              'Their texts can be changed again, except in locked sections. Every requirement must be locked again before the release.',
            )}
          </p>
          <Field label={t('Reason')} value={comment} onChange={setComment} isRequired autoFocus />
          <Actions>
            <Button
              type="submit"
              variant="primary"
              isDisabled={comment.trim() === ''}
              isPending={unlock.isPending}
            >
              {t('Unlock')}
            </Button>
            <Button onPress={() => setOpen(false)}>{t('Cancel')}</Button>
          </Actions>
        </Form>
      </Dialog>
    </Card>
  )
}
