import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { StatusChip } from '../authoring/status-chip.tsx'
import { ControlTexts } from './control-texts.tsx'
import type { ControlScope } from './controls.route.ts'
import type { Control } from './find-controls.ts'
import styles from './control-requirements.module.css'

/** The texts of a control, and the requirements that implement it, each with its component and CCIs. */
export function ControlRequirements({
  control: { control, ccis },
  query,
  scope,
}: {
  control: Pick<Control, 'control' | 'ccis'>
  /** The control, or the CCI whose texts are shown. */
  query: string
  scope: ControlScope
}) {
  const { data, error } = useQuery(api.controls.requirements.queryOptions({ q: control, ...scope }))
  if (error) return <ProblemBanner problem={toProblem(error)} />
  if (!data) return <p aria-busy="true">{rich('Loading the requirements of {control}', { control })}</p>
  const notShown = data.pagination.total - data.requirements.length
  return (
    <section className={styles['requirements']} aria-label={t('Requirements of {control}', { control })}>
      <ControlTexts query={query} />
      {query !== control && ccis.length > 1 && (
        <p className="small">
          <AddressLink to="/controls" search={{ q: control }}>
            {t('All CCIs of {control}', { control })}
          </AddressLink>
        </p>
      )}
      {data.requirements.length === 0 && (
        <p className="muted">{rich('No requirement implements {control} yet.', { control })}</p>
      )}
      <ul>
        {data.requirements.map((requirement) => {
          const { id, displayed_name: name, title, status, ident, component_id: component } = requirement
          return (
            <li key={id}>
              <AddressLink to={`/components/${component}/${name}`}>{name}</AddressLink>
              <span className={styles['title']}>{title ?? t('No title')}</span>
              <StatusChip status={status} />
              <span className="muted small">
                {[requirement.component_name, requirement.project_name, ident].filter(Boolean).join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
      {notShown > 0 && (
        <p className="muted small">
          {rich(
            {
              count: notShown,
              one: '{count} more requirement. Narrow the list to a component.',
              other: '{count} more requirements. Narrow the list to a component.',
            },
            { count: formatNumber(notShown) },
          )}
        </p>
      )}
    </section>
  )
}
