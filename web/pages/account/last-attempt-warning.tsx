import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { toReason } from '../../api/errors.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { t } from '../../languages/t.ts'
import { countWrongPassword, forgetWrongPasswords, isLastAttempt } from './last-attempt.ts'

const WRONG_PASSWORD = ['invalid_credentials', 'incorrect_password']

/** Records the result of a sign-in with a password, for the warning; null is a success. */
export function recordSignIn(email: string, error: unknown): void {
  const reason = error === null ? null : toReason(error)
  if (isWrongPassword(reason)) countWrongPassword(email)
  else if (error === null || reason === 'account_locked') forgetWrongPasswords(email)
}

/** Warns after a wrong password if another one locks the address. */
export function LastAttemptWarning({ email, error }: { email: string; error: unknown }) {
  const { data: settings } = useQuery(api.system.settings.queryOptions())
  if (!settings || !isWrongPassword(toReason(error)) || !isLastAttempt(email, settings.lockout)) return null
  return (
    <BannerStrip variant="warning">
      {t('You have one attempt left. Another wrong password locks this address.')}
    </BannerStrip>
  )
}

function isWrongPassword(reason: string | null): boolean {
  return reason !== null && WRONG_PASSWORD.includes(reason)
}
