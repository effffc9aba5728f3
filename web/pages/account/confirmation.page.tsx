import { client } from '../../api/client.ts'
import { confirmationRoute } from './confirmation.route.ts'
import { MailedLink } from './mailed-link.tsx'

/** Confirms an address. */
export default function ConfirmationPage() {
  const { confirmation_token } = confirmationRoute.useSearch()
  return (
    <MailedLink
      title="Confirm your address"
      words="One press, and the address is yours here."
      button="Confirm my address"
      what="confirmation"
      act={() => client.confirmations.confirm.query({ confirmation_token })}
    />
  )
}
