import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { api, client } from '../../api/client.ts'
import { focusTitle, PageTitle } from '../../app/page-title.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Form, getFormValue } from '../../kit/form.tsx'
import { LinkRow } from '../../kit/link-row.tsx'
import { Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { NewPassword } from './new-password.tsx'

/** Registers an account. If emails must be confirmed, an email is sent; otherwise the user is signed in. */
export default function RegisterPage() {
  const { data: settings } = useSuspenseQuery(api.system.settings.queryOptions())
  const register = useRegistration()
  if (register.data) {
    return (
      <>
        <PageTitle title={t('One more step')} />
        <BannerStrip variant="success">
          {t('We have emailed you a link. Open it to confirm your address, then sign in.')}
        </BannerStrip>
        <Link to="/sign-in" variant="secondary">
          {t('Go to the sign-in page')}
        </Link>
      </>
    )
  }
  if (!settings.user_registration.enabled) {
    return (
      <>
        <PageTitle title={t('Create an account')} />
        <BannerStrip variant="info">{t('Ask your administrator for an account.')}</BannerStrip>
        <Link to="/sign-in" variant="secondary">
          {t('Sign in')}
        </Link>
      </>
    )
  }
  return (
    <>
      <PageTitle title={t('Create an account')} />
      <Form error={register.error} onSend={(values) => register.mutate(values)} wide>
        <Field
          label={t('Name')}
          name="name"
          autoComplete="name"
          autoFocus
          isRequired
          validationBehavior="aria"
        />
        <Field
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          validationBehavior="aria"
        />
        <NewPassword />
        <Button type="submit" variant="primary" wide isPending={register.isPending}>
          {t('Create account')}
        </Button>
      </Form>
      <LinkRow>
        <Link to="/sign-in">{t('I have an account')}</Link>
      </LinkRow>
    </>
  )
}

/** Creates an account, and opens the application if the user is signed in. */
function useRegistration() {
  return useMutation({
    mutationFn: (values: FormData) =>
      client.account.register.mutate({
        user: {
          name: getFormValue(values, 'name'),
          email: getFormValue(values, 'email'),
          password: getFormValue(values, 'password'),
          password_confirmation: getFormValue(values, 'password_confirmation'),
        },
      }),
    onSuccess: async () => {
      const signedIn = await client.sessions.me
        .query(undefined, { context: { anonymous: true } })
        .catch(() => null)
      if (signedIn) location.assign('/app')
      // The form disappears.
      else focusTitle()
    },
  })
}
