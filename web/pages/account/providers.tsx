import type { Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import styles from './account.module.css'

type Provider = Outputs['system']['settings']['providers'][number]

/**
 * The ways to sign in beside a password. They are plain forms that leave the page: a provider has pages of its own, and
 * a directory answers with a redirect.
 */
export function Providers({ providers }: { providers: readonly Provider[] }) {
  return (
    <>
      {providers.map((provider) =>
        provider.kind === 'ldap' ? (
          <Directory key={provider.name} provider={provider} />
        ) : (
          <form key={provider.name} method="post" action={provider.start_path}>
            <Button type="submit" wide>
              Sign in with {provider.title}
            </Button>
          </form>
        ),
      )}
    </>
  )
}

/** Name and password of a directory. */
export function Directory({ provider, verb = 'Sign in' }: { provider: Provider; verb?: string }) {
  return (
    <form method="post" action={provider.start_path} className={styles['stack']} aria-label={provider.title}>
      <Field label={`${provider.title} name`} name="username" autoComplete="username" isRequired />
      <SecretField
        label={`${provider.title} password`}
        name="password"
        autoComplete="current-password"
        isRequired
      />
      <Button type="submit" wide>
        {verb} with {provider.title}
      </Button>
    </form>
  )
}
