import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '../api/client.ts'
import { endWait, readCurrentUser } from '../api/session.ts'
import { BannerStrip } from '../kit/banner-strip.tsx'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SecretField } from '../kit/field.tsx'
import { Actions, Form, getFormValue } from '../kit/form.tsx'
import { rich } from '../languages/rich.ts'
import { t } from '../languages/t.ts'
import { LastAttemptWarning, recordSignIn } from '../pages/account/last-attempt-warning.tsx'

/**
 * Restores a session that ended: by the password here, or by a provider in another tab, which this tab checks when it
 * becomes visible. The failed calls are then sent again.
 */
export default function SignInAgain() {
  const person = readCurrentUser()
  const settings = useQuery(api.system.settings.queryOptions())
  const email = person?.email ?? ''
  const signIn = useMutation({
    mutationFn: (password: string) => client.sessions.login.mutate({ email, password }),
    onSettled: (_, error) => recordSignIn(email, error),
    onSuccess: (user) => (user.id === person?.id ? endWait(true) : location.assign('/app')),
  })
  useEffect(() => {
    const check = () => void checkSignInElsewhere(person?.id)
    addEventListener('focus', check)
    return () => removeEventListener('focus', check)
  }, [person?.id])
  const leave = () => {
    endWait(false)
    location.assign('/app/sign-in')
  }
  // Users with a provider may have no password: the provider comes first, and focus doesn't go to the password.
  const hasProvider = typeof person?.provider === 'string'
  const providerHint = (settings.data?.providers.length ?? 0) > 0 && <ProviderHint />
  return (
    <Dialog title={t('Your session has ended')} isOpen urgent onClose={() => endWait(false)}>
      <p>
        {rich('Sign in again as {email}. What you typed is still here, and what failed is sent again.', {
          email: person?.email,
        })}
      </p>
      <LastAttemptWarning email={email} error={signIn.error} />
      {hasProvider && providerHint}
      {settings.data?.local_login.enabled !== false && (
        <Form error={signIn.error} onSend={(values) => signIn.mutate(getFormValue(values, 'password'))} wide>
          <SecretField
            label={t('Password')}
            name="password"
            autoComplete="current-password"
            autoFocus={!hasProvider}
            isRequired
          />
          <Actions>
            <Button type="submit" variant="primary" isPending={signIn.isPending}>
              {t('Sign in')}
            </Button>
            <Button variant="plain" onPress={leave}>
              {t('Sign in as someone else')}
            </Button>
          </Actions>
        </Form>
      )}
      {!hasProvider && providerHint}
    </Dialog>
  )
}

function ProviderHint() {
  return (
    <BannerStrip variant="info">
      {rich('If you use a provider, <a>sign in in another tab</a>, then come back.', {
        a: (inner) => (
          <a href="/app/sign-in" target="_blank" rel="noreferrer">
            {inner}
          </a>
        ),
      })}
    </BannerStrip>
  )
}

async function checkSignInElsewhere(id: number | undefined): Promise<void> {
  try {
    const user = await client.sessions.me.query(undefined, { context: { anonymous: true } })
    if (user.id === id) endWait(true)
    else location.assign('/app')
  } catch {
    // Still not signed in: the dialog keeps waiting.
  }
}
