import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import type { Outputs } from '../../api/client.ts'
import { loadCode } from '../../app/load-code.ts'
import { Button } from '../../kit/button.tsx'
import { t } from '../../languages/t.ts'
import type { Review } from './comment-body.tsx'

const forms = () => import('./change-own-comment.tsx')
const Edit = lazy(() => loadCode(async () => ({ default: (await forms()).EditOwnComment })))
const Withdraw = lazy(() => loadCode(async () => ({ default: (await forms()).WithdrawOwnComment })))

type ListedActions = NonNullable<Outputs['reviews']['ofComponent']['rows'][number]['allowed_actions']>

/** The user's own comment or reply, with the actions that the service allows its author (rule R-17). */
export type OwnComment = Pick<Review, 'id' | 'comment' | 'lock_version'> & {
  isReply: boolean
  allowed: Pick<ListedActions, 'edit' | 'withdraw'>
}

/** Edits and withdraws the user's own comment. */
export function OwnActions({ own }: { own: OwnComment }) {
  const [doing, setDoing] = useState<'edit' | 'withdraw' | null>(null)
  const { edit, withdraw } = own.allowed
  const isOffered = edit.allowed || withdraw.allowed
  useEffect(() => {
    if (isOffered) void forms().catch(() => undefined)
  }, [isOffered])
  // The buttons stay until the form is loaded.
  const begin = (what: 'edit' | 'withdraw') => startTransition(() => setDoing(what))
  const close = () => setDoing(null)
  return (
    <Suspense>
      {doing === 'edit' && <Edit own={own} onClose={close} />}
      {doing === 'withdraw' && <Withdraw own={own} onClose={close} />}
      {doing === null && edit.allowed && (
        <Button look="plain" onPress={() => begin('edit')}>
          {t('Edit')}
        </Button>
      )}
      {doing === null && withdraw.allowed && (
        <Button look="plain" onPress={() => begin('withdraw')}>
          {t('Withdraw')}
        </Button>
      )}
    </Suspense>
  )
}
