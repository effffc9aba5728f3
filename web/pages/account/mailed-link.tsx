import { useMutation } from '@tanstack/react-query'
import { problemOf } from '../../api/errors.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { ProblemBanner, BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'

/**
 * What a mailed link does, once someone presses the button: programs that look through mails open every link in them.
 */
export function MailedLink({
  title,
  words,
  button,
  act,
  what,
}: {
  title: string
  words: string
  button: string
  act: () => Promise<{ toast: { message: string[] } }>
  what: 'confirmation' | 'unlock'
}) {
  const done = useMutation({ mutationFn: act })
  return (
    <>
      <PageTitle title={title} />
      {done.error && <ProblemBanner problem={{ ...problemOf(done.error), fields: {} }} />}
      {done.data && <BannerStrip look="done">{done.data.toast.message}</BannerStrip>}
      {done.data && (
        <Link to="/sign-in" look="first" wide reloadDocument>
          {t('Sign in')}
        </Link>
      )}
      {done.error && (
        <Link to="/forgotten" search={{ what }} look="first" wide reloadDocument>
          {t('Ask for a new mail')}
        </Link>
      )}
      {!done.data && !done.error && (
        <>
          <p>{words}</p>
          <Button look="first" wide isPending={done.isPending} onPress={() => done.mutate()}>
            {button}
          </Button>
        </>
      )}
    </>
  )
}
