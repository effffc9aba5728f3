import type { Outputs } from '../../api/client.ts'
import { t } from '../../languages/t.ts'

type CheckResult = Outputs['administration']['check']
type Reason = NonNullable<CheckResult['reason']>

const REASON_LABELS: Record<Reason, string> = {
  refused: t('No service accepts connections at this address.'),
  closed: t('The service closed the connection.'),
  unreachable: t('The host can’t be reached.'),
  unknown_host: t('The host name is unknown.'),
  timeout: t('The service did not answer in time.'),
  credentials: t('The service rejected the sign-in.'),
  rejected: t('The service rejected the connection.'),
  certificate_expired: t('The certificate of the service has expired.'),
  certificate_untrusted: t('The certificate of the service is not trusted.'),
  certificate_host: t('The certificate belongs to another host name.'),
  no_tls: t('The service does not offer TLS at this address.'),
  other_issuer: t('The provider names another issuer.'),
  wrong_answer: t('The answer has the wrong format.'),
}

/** The settings with the address of each service. */
const ADDRESS_SETTINGS: Record<CheckResult['part'], string> = {
  database: 'DATABASE_URL',
  mail: 'SMTP_URL',
  chat: 'CHAT_WEBHOOK_URL',
  oidc: 'OIDC_ISSUER',
  ldap: 'LDAP_URL',
}

/** The settings of the account that searches the directory. */
const LDAP_ACCOUNT = 'LDAP_BIND_DN, LDAP_BIND_PASSWORD'

/** Returns why a test failed and what to do about it; the service's own message for an unusual reason. */
export function explainFailure({ part, reason, message }: CheckResult): string {
  if (reason === undefined) return message ?? t('the test failed')
  return `${REASON_LABELS[reason]} ${findRemedy(part, reason)}`
}

function findRemedy(part: CheckResult['part'], reason: Reason): string {
  const setting = reason === 'credentials' && part === 'ldap' ? LDAP_ACCOUNT : ADDRESS_SETTINGS[part]
  if (reason === 'certificate_expired') return t('Renew it on that server.')
  if (reason === 'certificate_untrusted') {
    return t('Trust your own certificate authority with NODE_EXTRA_CA_CERTS.')
  }
  if (reason === 'timeout') {
    return t('Check {setting}, and whether a firewall blocks the connection.', { setting })
  }
  return t('Check {setting}.', { setting })
}
