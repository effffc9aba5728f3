import { useEffect, useState, type ReactNode } from 'react'
import type { Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import { StackForm } from '../../kit/stack.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

/** The service waits at most ten seconds for a provider. */
const MAX_LEAVING_MS = 12_000

type Provider = Outputs['system']['settings']['providers'][number]

/**
 * Sign-in with external providers. These are plain forms that leave the page: a provider has its own pages, and a
 * directory responds with a redirect.
 */
export function Providers({
  providers,
  autoFocus,
  onLeave,
}: {
  providers: readonly Provider[]
  /** Whether the form of the directory gets the focus. */
  autoFocus: boolean
  /** Runs before a form leaves the page. */
  onLeave: () => void
}) {
  return (
    <>
      {providers.map((provider) => {
        const label = rich('Sign in with {title}', { title: provider.title })
        return provider.kind === 'ldap' ? (
          <Directory
            key={provider.name}
            provider={provider}
            label={label}
            autoFocus={autoFocus}
            onLeave={onLeave}
          />
        ) : (
          <LeavingForm key={provider.name} provider={provider} label={label} onLeave={onLeave} />
        )
      })}
    </>
  )
}

/** Name and password of a directory. */
export function Directory({
  provider,
  label,
  autoFocus,
  onLeave,
}: {
  provider: Provider
  /** The text of the button. */
  label: ReactNode
  autoFocus: boolean
  onLeave?: () => void
}) {
  return (
    <LeavingForm provider={provider} label={label} onLeave={onLeave}>
      <Field
        label={t('{title} name', { title: provider.title })}
        name="username"
        autoComplete="username"
        autoFocus={autoFocus}
        isRequired
      />
      <SecretField
        label={t('{title} password', { title: provider.title })}
        name="password"
        autoComplete="current-password"
        isRequired
      />
    </LeavingForm>
  )
}

/** A form that leaves the page. Its button is pending meanwhile: a provider may take seconds to respond. */
function LeavingForm({
  provider,
  label,
  onLeave,
  children,
}: {
  provider: Provider
  label: ReactNode
  onLeave: (() => void) | undefined
  children?: ReactNode
}) {
  const [isLeaving, setLeaving] = useState(false)
  // The user may stop the request or come back, and then tries again.
  useEffect(() => {
    if (!isLeaving) return
    const reset = () => setLeaving(false)
    const timer = setTimeout(reset, MAX_LEAVING_MS)
    addEventListener('pageshow', reset)
    return () => {
      clearTimeout(timer)
      removeEventListener('pageshow', reset)
    }
  }, [isLeaving])
  const leave = () => {
    setLeaving(true)
    onLeave?.()
  }
  return (
    <StackForm method="post" action={provider.start_path} aria-label={provider.title} onSubmit={leave}>
      {children}
      <Button type="submit" wide isPending={isLeaving}>
        {label}
      </Button>
    </StackForm>
  )
}
