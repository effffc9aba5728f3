import { oidcFields } from './providers.ts'
import { variables } from './variables.ts'

const SECRET = /(PASSWORD|SECRET|TOKEN|PRIVATE_KEY|WEBHOOK_URL|OTLP_HEADERS)$/
const LONGEST = 1000

/** The settings that were given, by variable, as an audit trail may keep them: of secrets only that they are set. */
export function settingsInForce(given: Record<string, string | undefined>): Record<string, string> {
  const fields = Object.keys(oidcFields.shape)
  const known = (name: string) =>
    name in variables.shape ||
    (name.startsWith('OIDC_') && fields.some((field) => name.endsWith(`_${field}`)))
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => known(name))
      .map(([name, value = '']) => [name, SECRET.test(name) ? 'set' : withoutCredentials(value)]),
  )
}

/** Addresses without the sign-in and the parameters that they may carry. */
function withoutCredentials(value: string): string {
  const plain = value.includes('://')
    ? value.replaceAll(/\/\/[^/\s]*@/g, '//').replaceAll(/\?[^,\s]*/g, '')
    : value
  return plain.slice(0, LONGEST)
}
