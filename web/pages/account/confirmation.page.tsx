import { client } from '../../api/client.ts'
import { t } from '../../languages/t.ts'
import { confirmationRoute } from './confirmation.route.ts'
import { MailedLink } from './mailed-link.tsx'

/** Confirms an address. */
export default function ConfirmationPage() {
  const { confirmation_token } = confirmationRoute.useSearch()
  return (
    <MailedLink
      title={t('Confirm your address')}
      label={t('Confirm that this email address is yours.')}
      button={t('Confirm my address')}
      success={t('Your address is confirmed. You can sign in.')}
      kind="confirmation"
      act={() => client.confirmations.confirm.query({ confirmation_token })}
    />
  )
}
