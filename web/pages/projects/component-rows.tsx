import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { usePages } from '../../app/use-pages.ts'
import { AddressLink, Link } from '../../kit/link.tsx'
import { Meter } from '../../kit/progress.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { formatNumber, locale, t } from '../../languages/t.ts'
import { PhaseChip } from '../components/phase-chip.tsx'
import { findNextStep, toPhase, formatRevision } from '../components/phase.ts'
import type { Project } from './project-frame.tsx'

type Component = Project['components'][number]

/** The components with phase, progress, undecided comments and the next step. */
export function ComponentRows({ components }: { components: readonly Component[] }) {
  return (
    <Table
      label={t('Components')}
      even
      columns={[
        { label: t('Component') },
        { label: t('Phase') },
        { label: t('Progress'), wide: true },
        { label: t('Pending'), end: true, wide: true },
        { label: t('Next step') },
      ]}
    >
      {components.map((component) => (
        <Row key={component.id} component={component} />
      ))}
    </Table>
  )
}

/** Frequently changing figures load after the page, all rows in one request. */
function Row({ component }: { component: Component }) {
  const { id, name } = component
  const exists = usePages()
  const { data: summary } = useQuery(api.components.summary.queryOptions({ id }))
  const { data: workflow } = useQuery(api.components.workflowState.queryOptions({ id }))
  const step = summary && workflow ? findNextStep(summary, workflow) : null
  const page = step && exists(`/components/$id${step.page}`) ? step.page : ''
  return (
    <tr>
      <Cell head>
        <RowName description={[component.prefix, formatRevision(component)].filter(Boolean).join(' · ')}>
          <Link to="/components/$id" params={{ id }}>
            {name}
          </Link>
        </RowName>
      </Cell>
      <Cell>{summary && <PhaseChip phase={toPhase(summary)} />}</Cell>
      <Cell wide>
        {workflow && (
          <Meter
            label={t('Requirements of {name} that are determined', { name })}
            value={workflow.authoring.rules_determined}
            max={workflow.authoring.rules_total}
            text={formatShare(workflow.authoring.rules_determined, workflow.authoring.rules_total)}
          />
        )}
      </Cell>
      <Cell wide end>
        {component.pending_comment_count === 0 ? '–' : formatNumber(component.pending_comment_count)}
      </Cell>
      <Cell>
        {step && (
          <AddressLink to={`/components/${id}${page}`} aria-label={`${name}: ${step.label}`}>
            {step.label}
          </AddressLink>
        )}
      </Cell>
    </tr>
  )
}

function formatShare(part: number, total: number): string {
  if (total === 0) return '–'
  return (Math.floor((part * 100) / total) / 100).toLocaleString(locale, { style: 'percent' })
}
