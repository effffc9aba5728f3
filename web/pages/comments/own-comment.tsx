import { lazy, Suspense, useCallback, useEffect, useRef, useState, useTransition } from 'react'
import type { Outputs } from '../../api/client.ts'
import { KeystrokeBuffer } from '../../app/keystroke-buffer.tsx'
import { loadCode } from '../../app/load-code.ts'
import { Button } from '../../kit/button.tsx'
import { t } from '../../languages/t.ts'
import type { Review } from './comment-body.tsx'
import { toEditDraftId, useHasDraft } from './use-draft.ts'

const loadForms = () => import('./change-own-comment.tsx')
const Edit = lazy(() => loadCode(async () => ({ default: (await loadForms()).EditOwnComment })))
const Withdraw = lazy(() => loadCode(async () => ({ default: (await loadForms()).WithdrawOwnComment })))

type ListedActions = NonNullable<Outputs['reviews']['ofComponent']['rows'][number]['allowed_actions']>

/** The user's own comment or reply, with the actions that the service allows its author (rule R-17). */
export type OwnComment = Pick<Review, 'id' | 'comment' | 'lock_version'> & {
  isReply: boolean
  allowed: Pick<ListedActions, 'edit' | 'withdraw'>
}

/** Edits and withdraws the user's own comment. */
export function OwnActions({ comment }: { comment: OwnComment }) {
  const [doing, setDoing] = useState<'edit' | 'withdraw' | null>(null)
  const { edit, withdraw } = comment.allowed
  const isOffered = edit.allowed || withdraw.allowed
  useEffect(() => {
    if (isOffered) void loadForms().catch(() => undefined)
  }, [isOffered])
  const [isLoading, startTransition] = useTransition()
  const [dialog, setDialog] = useState<'edit' | 'withdraw' | null>(null)
  const typed = useRef('')
  const hasDraft = useHasDraft(toEditDraftId(comment.id), edit.allowed && doing === null)
  // The buttons stay until the form is loaded; text that is typed before is passed to the form.
  const begin = (form: 'edit' | 'withdraw') => {
    typed.current = ''
    setDialog(form)
    startTransition(() => setDoing(form))
  }
  const close = useCallback(() => {
    setDialog(null)
    setDoing(null)
  }, [])
  const takeTyped = useCallback(() => {
    const text = typed.current
    typed.current = ''
    return text
  }, [])
  const onType = useCallback((change: (text: string) => string) => {
    typed.current = change(typed.current)
  }, [])
  return (
    <Suspense>
      {isLoading && dialog === 'edit' && <KeystrokeBuffer onType={onType} onClose={close} />}
      {doing === 'edit' && <Edit comment={comment} typed={takeTyped} onClose={close} />}
      {doing === 'withdraw' && <Withdraw comment={comment} onClose={close} />}
      {doing === null && edit.allowed && (
        <Button {...(hasDraft ? { icon: 'pen' } : { variant: 'plain' })} onPress={() => begin('edit')}>
          {hasDraft ? t('Continue your edit') : t('Edit')}
        </Button>
      )}
      {doing === null && withdraw.allowed && (
        <Button variant="plain" onPress={() => begin('withdraw')}>
          {t('Withdraw')}
        </Button>
      )}
    </Suspense>
  )
}
