import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { toReturnPath } from '../../app/page-list.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { rememberReturnPage } from '../../app/return-page.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import { Form, getFormValue } from '../../kit/form.tsx'
import { LinkRow } from '../../kit/link-row.tsx'
import { Link } from '../../kit/link.tsx'
import { Stack } from '../../kit/stack.tsx'
import { t } from '../../languages/t.ts'
import { Contact } from './contact.tsx'
import { LastAttemptWarning, recordSignIn } from './last-attempt-warning.tsx'
import { PendingLink } from './pending-link.tsx'
import { Providers } from './providers.tsx'
import { formatSignInError, isSessionEnd } from './sign-in-labels.ts'
import { signInRoute } from './sign-in.route.ts'
import styles from './sign-in.module.css'

/** The error of a directory; the user continues in its form. */
const WRONG_DIRECTORY_PASSWORD = 'invalid_credentials'

/** The sign-in page; the service settings decide which methods it offers. */
export default function SignInPage() {
  const { to: returnPath, sign_in_error: code, link_pending: linking } = signInRoute.useSearch()
  const { data: settings } = useSuspenseQuery(api.system.settings.queryOptions())
  const router = useRouter()
  const navigate = useNavigate()
  const continueToTarget = () => {
    queryClient.clear()
    rememberReturnPage('')
    if (settings.consent.required) return navigate({ to: '/consent', search: { to: returnPath } })
    return router.history.push(`/app${toReturnPath(returnPath)}`)
  }
  const signIn = useSignIn(continueToTarget)
  const problem = signIn.error ? toProblem(signIn.error) : null
  const refused = formatSignInError(code)
  if (linking) return <PendingLink returnPath={returnPath} onDone={() => void continueToTarget()} />
  return (
    <>
      <PageTitle title={t('Sign in')} />
      {settings.welcome_text !== null && <p className="prose">{settings.welcome_text}</p>}
      {refused !== null && !problem && (
        <BannerStrip variant={isSessionEnd(code) ? 'info' : 'error'}>{refused}</BannerStrip>
      )}
      <LastAttemptWarning email={readEmail(signIn.variables)} error={signIn.error} />
      <Stack>
        {settings.local_login.enabled && (
          <PasswordForm signIn={signIn} autoFocus={code !== WRONG_DIRECTORY_PASSWORD} />
        )}
        {settings.local_login.enabled && settings.providers.length > 0 && (
          <p className={styles['or']}>{t('or')}</p>
        )}
        <Providers
          providers={settings.providers}
          autoFocus={code === WRONG_DIRECTORY_PASSWORD || !settings.local_login.enabled}
          onLeave={() => rememberReturnPage(returnPath)}
        />
        {settings.local_login.enabled && (
          <SignInLinks
            mayRegister={settings.user_registration.enabled}
            canUnlock={problem?.reason === 'account_locked' && settings.smtp.enabled}
          />
        )}
        <Contact email={settings.contact_email} />
      </Stack>
    </>
  )
}

function useSignIn(onSignedIn: () => unknown) {
  return useMutation({
    mutationFn: (values: FormData) =>
      client.sessions.login.mutate({
        email: getFormValue(values, 'email'),
        password: getFormValue(values, 'password'),
        remember_me: values.has('remember_me'),
      }),
    onSettled: (_, error, values) => recordSignIn(readEmail(values), error),
    onSuccess: onSignedIn,
  })
}

function readEmail(values: FormData | undefined): string {
  return values ? getFormValue(values, 'email') : ''
}

function PasswordForm({ signIn, autoFocus }: { signIn: ReturnType<typeof useSignIn>; autoFocus: boolean }) {
  return (
    <Form
      error={signIn.error}
      onSend={(values) => signIn.mutate(values)}
      label={t('Sign in with a password')}
      wide
    >
      <Field
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus={autoFocus}
        isRequired
        validationBehavior="aria"
      />
      <SecretField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        isRequired
        validationBehavior="aria"
      />
      <Checkbox name="remember_me">{t('Keep me signed in on this computer')}</Checkbox>
      <Button type="submit" variant="primary" wide isPending={signIn.isPending}>
        {t('Sign in')}
      </Button>
    </Form>
  )
}

/** Links to reset a password, register, or unlock an account by email. */
function SignInLinks({ mayRegister, canUnlock }: { mayRegister: boolean; canUnlock: boolean }) {
  return (
    <LinkRow>
      <Link to="/forgotten">{t('Forgotten password')}</Link>
      {mayRegister && <Link to="/register">{t('Create an account')}</Link>}
      {canUnlock && (
        <Link to="/forgotten" search={{ what: 'unlock' }}>
          {t('Unlock by email')}
        </Link>
      )}
    </LinkRow>
  )
}
