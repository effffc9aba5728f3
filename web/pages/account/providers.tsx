import type { Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import { StackForm } from '../../kit/stack.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

type Provider = Outputs['system']['settings']['providers'][number]

/**
 * Sign-in with external providers. These are plain forms that leave the page: a provider has its own pages, and a
 * directory responds with a redirect.
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
              {rich('Sign in with {title}', { title: provider.title })}
            </Button>
          </form>
        ),
      )}
    </>
  )
}

/** Name and password of a directory. */
export function Directory({ provider, verb = t('Sign in') }: { provider: Provider; verb?: string }) {
  return (
    <StackForm method="post" action={provider.start_path} aria-label={provider.title}>
      <Field
        label={t('{title} name', { title: provider.title })}
        name="username"
        autoComplete="username"
        isRequired
      />
      <SecretField
        label={t('{title} password', { title: provider.title })}
        name="password"
        autoComplete="current-password"
        isRequired
      />
      <Button type="submit" wide>
        {rich('{action} with {provider}', { action: verb, provider: provider.title })}
      </Button>
    </StackForm>
  )
}
