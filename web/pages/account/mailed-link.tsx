import { useMutation } from '@tanstack/react-query'
import { toProblem } from '../../api/errors.ts'
import { focusTitle, PageTitle } from '../../app/page-title.tsx'
import { ProblemBanner, BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'

/** Runs the action of an emailed link after a button press, because mail scanners open every link. */
export function MailedLink({
  title,
  label,
  button,
  success,
  act,
  kind,
}: {
  title: string
  label: string
  button: string
  /** What the page says after the action. */
  success: string
  act: () => Promise<object>
  kind: 'confirmation' | 'unlock'
}) {
  // The button disappears.
  const done = useMutation({ mutationFn: act, onSettled: focusTitle })
  return (
    <>
      <PageTitle title={title} />
      {done.error && <ProblemBanner problem={{ ...toProblem(done.error), fields: {} }} />}
      {done.data && <BannerStrip variant="success">{success}</BannerStrip>}
      {done.data && (
        <Link to="/sign-in" variant="primary" wide reloadDocument>
          {t('Sign in')}
        </Link>
      )}
      {done.error && (
        <Link to="/forgotten" search={{ what: kind }} variant="primary" wide reloadDocument>
          {t('Request a new link')}
        </Link>
      )}
      {!done.data && !done.error && (
        <>
          <p>{label}</p>
          <Button variant="primary" wide isPending={done.isPending} onPress={() => done.mutate()}>
            {button}
          </Button>
        </>
      )}
    </>
  )
}
