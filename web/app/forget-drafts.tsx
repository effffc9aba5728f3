import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Actions } from '../kit/form.tsx'
import { t } from '../languages/t.ts'

/** Asks at sign-out whether to delete the drafts that were not sent. */
export default function ForgetDrafts({
  count,
  onClose,
  onForget,
  onKeep,
}: {
  count: number
  onClose: () => void
  onForget: () => void
  onKeep: () => void
}) {
  return (
    <Dialog
      title={t({ count, one: 'One draft was not sent', other: '{count} drafts were not sent' }, { count })}
      isOpen
      onClose={onClose}
    >
      <p>
        {t('If you keep them, they stay in this browser for 30 days. Discard them on a shared computer.')}
      </p>
      <Actions>
        <Button variant="primary" onPress={onForget}>
          {t('Discard drafts and sign out')}
        </Button>
        <Button onPress={onKeep}>{t('Keep drafts and sign out')}</Button>
      </Actions>
    </Dialog>
  )
}
