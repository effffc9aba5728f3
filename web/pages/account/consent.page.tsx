import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { toReturnPath } from '../../app/page-list.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { t } from '../../languages/t.ts'
import { consentRoute } from './consent.route.ts'
import styles from './consent.module.css'

/** The terms of use to acknowledge; their Markdown is shown as plain text. */
export default function ConsentPage() {
  const { to: returnPath } = consentRoute.useSearch()
  const { data } = useSuspenseQuery(api.system.settings.queryOptions())
  const router = useRouter()
  const agree = useMutation({
    mutationFn: () => client.system.acknowledgeConsent.mutate(),
    onSuccess: async () => {
      await queryClient.refetchQueries(api.system.settings.queryFilter())
      router.history.push(`/app${toReturnPath(returnPath)}`)
    },
  })
  if (!data.consent.enabled) return <Navigate to="/" />
  return (
    <>
      <PageTitle title={data.consent.title} />
      <div className={`prose ${styles['terms']}`} tabIndex={0} role="region" aria-label={data.consent.title}>
        {data.consent.content}
      </div>
      {agree.error && <ProblemBanner problem={toProblem(agree.error)} />}
      <Button variant="primary" wide isPending={agree.isPending} onPress={() => agree.mutate()} autoFocus>
        {t('I agree')}
      </Button>
    </>
  )
}
