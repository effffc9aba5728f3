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
import { Contact } from './contact.tsx'
import { forgottenRoute } from './forgotten.route.ts'

const KINDS = {
  password: {
    title: t('Choose a new password'),
    ask: client.passwords.request,
    sent: t('If the address belongs to an account, we have emailed a link to it.'),
  },
  confirmation: {
    title: t('Confirm your address'),
    ask: client.confirmations.request,
    sent: t('If the address still needs to be confirmed, we have emailed a link to it.'),
  },
  unlock: {
    title: t('Unlock your account'),
    ask: client.confirmations.requestUnlock,
    sent: t('If the address belongs to a locked account, we have emailed a link to it.'),
  },
} as const

/**
 * Requests an email with a link. The answer does not depend on the address, to prevent account enumeration. If the
 * service sends no email, the page says whom to ask.
 */
export default function ForgottenPage() {
  const { what: kind, email } = forgottenRoute.useSearch()
  const { title } = KINDS[kind]
  const { data: settings } = useSuspenseQuery(api.system.settings.queryOptions())
  return (
    <>
      <PageTitle title={title} />
      {settings.smtp.enabled ? (
        <RequestForm kind={kind} email={email} />
      ) : (
        <>
          <p>
            {kind === 'unlock'
              ? t('This service doesn’t send email. Ask your administrator to unlock your account.')
              : t(
                  'This service doesn’t send email. Ask your administrator for a link to choose a new password.',
                )}
          </p>
          <Contact email={settings.contact_email} />
        </>
      )}
      <LinkRow>
        <Link to="/sign-in">{t('Back to signing in')}</Link>
      </LinkRow>
    </>
  )
}

function RequestForm({ kind, email }: { kind: keyof typeof KINDS; email: string }) {
  const { ask, sent } = KINDS[kind]
  const request = useMutation({
    mutationFn: (address: string) => ask.mutate({ user: { email: address } }),
    // The form disappears.
    onSuccess: focusTitle,
  })
  if (request.data) return <BannerStrip variant="success">{sent}</BannerStrip>
  return (
    <>
      <p>{t('We’ll email you a link.')}</p>
      <Form error={request.error} onSend={(values) => request.mutate(getFormValue(values, 'email'))} wide>
        <Field
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          autoFocus
          isRequired
          validationBehavior="aria"
        />
        <Button type="submit" variant="primary" wide isPending={request.isPending}>
          {t('Send the email')}
        </Button>
      </Form>
    </>
  )
}
