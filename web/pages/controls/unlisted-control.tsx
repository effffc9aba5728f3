import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { Empty } from '../../app/states.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { t } from '../../languages/t.ts'
import { ControlRequirements } from './control-requirements.tsx'
import type { ControlScope } from './controls.route.ts'
import { findCci } from './find-controls.ts'

/** A control or CCI that the table has not: its texts and requirements, if the uploaded documents have it. */
export function UnlistedControl({ query, scope }: { query: string; scope: ControlScope }) {
  const isName = /^[a-z]{2}-\d/i.test(query) || findCci(query) !== null
  const { data, error } = useQuery(api.controls.texts.queryOptions({ q: query }, { enabled: isName }))
  if (error) return <ProblemBanner problem={toProblem(error)} />
  if (isName && !data) return <p aria-busy="true">{t('Loading the texts')}</p>
  const isKnown = data !== undefined && (data.controls.length > 0 || data.ccis.some(({ listed }) => listed))
  if (!isKnown) return <Empty>{t('No matching controls')}</Empty>
  const ccis = data.ccis.map(({ cci }) => cci)
  return <ControlRequirements control={{ control: query, ccis }} query={query} scope={scope} />
}
