import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Button } from '../../kit/button.tsx'
import { SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { LastAttemptWarning, recordSignIn } from './last-attempt-warning.tsx'

/** The key of the account for its wrong passwords: this page does not know the address. */
const ACCOUNT = 'pending link'

/** Links a provider to an existing account with the same email; requires the account's password. */
export function PendingLink({ returnPath, onDone }: { returnPath: string; onDone: () => void }) {
  const link = useMutation({
    mutationFn: (password: string) => client.identities.completeLink.mutate({ current_password: password }),
    onSettled: (_, error) => recordSignIn(ACCOUNT, error),
    onSuccess: onDone,
  })
  return (
    <>
      <PageTitle title={t('Is this account yours?')} />
      <p>
        {t(
          'There is already an account with your email address. Enter its password to show that it is yours. After that, you can also sign in with your provider.',
        )}
      </p>
      <LastAttemptWarning email={ACCOUNT} error={link.error} />
      <Form
        error={link.error}
        onSend={(values) => link.mutate(getFormValue(values, 'current_password'))}
        wide
      >
        <SecretField
          label={t('Password of the account')}
          name="current_password"
          autoComplete="current-password"
          autoFocus
          isRequired
          validationBehavior="aria"
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={link.isPending}>
            {t('Link and sign in')}
          </Button>
          <Link to="/sign-in" search={{ to: returnPath }} variant="secondary">
            {t('Not now')}
          </Link>
        </Actions>
      </Form>
    </>
  )
}
