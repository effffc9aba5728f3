import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Form, valueOf } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import styles from './account.module.css'
import { forgottenRoute } from './forgotten.route.ts'

const KINDS = {
  password: { title: 'Choose a new password', ask: client.passwords.request },
  confirmation: { title: 'Confirm your address', ask: client.confirmations.request },
  unlock: { title: 'Unlock your account', ask: client.confirmations.requestUnlock },
} as const

/** Asks for a mail with a link. The answer is the same for every address, so that no one learns who has an account. */
export default function ForgottenPage() {
  const { what, email } = forgottenRoute.useSearch()
  const { title, ask } = KINDS[what]
  const request = useMutation({ mutationFn: (address: string) => ask.mutate({ user: { email: address } }) })
  return (
    <>
      <PageTitle title={title} />
      {request.data ? (
        <BannerStrip look="done">{request.data.toast.message}</BannerStrip>
      ) : (
        <>
          <p>We’ll email you a link.</p>
          <Form error={request.error} onSend={(values) => request.mutate(valueOf(values, 'email'))} wide>
            <Field
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={email}
              isRequired
              validationBehavior="aria"
            />
            <Button type="submit" look="first" wide isPending={request.isPending}>
              Send the mail
            </Button>
          </Form>
        </>
      )}
      <p className={styles['links']}>
        <Link to="/sign-in">Back to signing in</Link>
      </p>
    </>
  )
}
