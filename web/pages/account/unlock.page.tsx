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
      words={t(
        'Too many wrong passwords locked your account. If that was not you, choose a new password afterwards.',
      )}
      button={t('Unlock my account')}
      what="unlock"
      act={() => client.confirmations.unlock.query({ unlock_token })}
    />
  )
}
