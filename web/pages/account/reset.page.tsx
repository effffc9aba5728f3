import { useMutation, useQuery } from '@tanstack/react-query'
import { api, client } from '../../api/client.ts'
import { toProblem, toReason } from '../../api/errors.ts'
import { focusTitle, PageTitle } from '../../app/page-title.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Form, getFormValue } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { NewPassword } from './new-password.tsx'
import { resetRoute } from './reset.route.ts'

const isInvalidLink = (error: unknown) => toReason(error) === 'password.invalid_token'

/** Sets a new password with an emailed link. An invalid link is reported before the user types. */
export default function ResetPage() {
  const { reset_password_token: token } = resetRoute.useSearch()
  const check = useQuery(api.passwords.check.queryOptions({ reset_password_token: token }))
  const reset = useMutation({
    mutationFn: (values: FormData) =>
      client.passwords.reset.mutate({
        user: {
          reset_password_token: token,
          password: getFormValue(values, 'password'),
          password_confirmation: getFormValue(values, 'password_confirmation'),
          revoke_tokens: values.has('revoke_tokens'),
        },
      }),
    // The address contains a secret, so load a new page.
    onSuccess: () => location.assign('/app'),
    // The form disappears if the link expired meanwhile; continue at the title.
    onError: (error) => isInvalidLink(error) && focusTitle(),
  })
  const invalid = check.error ?? (isInvalidLink(reset.error) ? reset.error : null)
  return (
    <>
      <PageTitle title={t('Choose a new password')} />
      {invalid !== null ? (
        <>
          <ProblemBanner problem={{ ...toProblem(invalid), fields: {} }} />
          <Link to="/forgotten" variant="primary" wide reloadDocument>
            {t('Request a new link')}
          </Link>
        </>
      ) : (
        <Form error={reset.error} onSend={(values) => reset.mutate(values)} wide>
          <NewPassword label={t('New password')} />
          <Checkbox name="revoke_tokens">{t('Revoke my access tokens too')}</Checkbox>
          <Button type="submit" variant="primary" wide isPending={reset.isPending}>
            {t('Save and sign in')}
          </Button>
        </Form>
      )}
    </>
  )
}
