import { client } from '../../api/client.ts'
import { t } from '../../languages/t.ts'
import { MailedLink } from './mailed-link.tsx'
import { unlockRoute } from './unlock.route.ts'

/** Lifts the lock after wrong passwords. */
export default function UnlockPage() {
  const { unlock_token } = unlockRoute.useSearch()
  return (
    <MailedLink
      title={t('Unlock your account')}
      label={t(
        'Your account was locked after too many wrong passwords. If that wasn’t you, choose a new password after you unlock it.',
      )}
      button={t('Unlock my account')}
      success={t('Your account is unlocked. You can sign in.')}
      kind="unlock"
      act={() => client.confirmations.unlock.query({ unlock_token })}
    />
  )
}
