import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../../api/client.ts'
import { formatProblem, toProblem } from '../../../api/errors.ts'
import { Button } from '../../../kit/button.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import type { GuidesAnswer } from './send-guides.ts'

type Proposal = NonNullable<GuidesAnswer['guides'][number]['continues_proposal']>

/** Proposes that a new guide continues another one under a new id; an administrator confirms it. */
export function ContinueLine({
  kind,
  id,
  proposal,
}: {
  kind: 'srg' | 'stig'
  id: number
  proposal: Proposal
}) {
  const { benchmark_id: benchmarkId, title, version, overlap } = proposal
  const join = useMutation({
    mutationFn: async () => {
      const continues = String(proposal.id)
      if (kind === 'srg') await client.srgs.update.mutate({ id, srg: { continues } })
      else await client.stigs.update.mutate({ id, stig: { continues } })
    },
    onSuccess: () => queryClient.invalidateQueries(api[`${kind}s`].pathFilter()),
  })
  if (join.isSuccess) return <p>{rich('This guide is now a release of {title}.', { title })}</p>
  return (
    <>
      <p>
        {rich(
          '{percent} % of its requirements are in {title} {version} ({benchmarkId}). Is it a later release of that guide?',
          { percent: Math.floor(overlap * 100), title, version, benchmarkId },
        )}
      </p>
      {join.error && <p className="danger">{formatProblem(toProblem(join.error))}</p>}
      <p>
        <Button isPending={join.isPending} onPress={() => join.mutate()}>
          {t('Treat as a later release')}
        </Button>
      </p>
    </>
  )
}
