import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Actions } from '../kit/form.tsx'

/** Asks what becomes of texts that were begun and not sent, before signing out. */
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
      title={count === 1 ? 'One draft was not sent' : `${count} drafts were not sent`}
      isOpen
      onClose={onClose}
    >
      <p>
        They stay in this browser for 30 days if you keep them. On a computer that others use, forget them.
      </p>
      <Actions>
        <Button look="first" onPress={onForget}>
          Forget them and sign out
        </Button>
        <Button onPress={onKeep}>Keep them and sign out</Button>
      </Actions>
    </Dialog>
  )
}
