import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { AddressLink } from '../../kit/link.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { StatusChip } from '../authoring/status-chip.tsx'
import type { Control } from './find-controls.ts'
import styles from './controls.module.css'

/** The requirements that implement a control, each with its component and CCIs. */
export function ControlRequirements({
  control: { control, ccis },
  componentId,
}: {
  control: Control
  componentId: number | null
}) {
  const scope = componentId === null ? {} : { component_id: componentId }
  const { data, error } = useQuery(api.controls.requirements.queryOptions({ q: control, ...scope }))
  if (error) return <ProblemBanner problem={problemOf(error)} />
  if (!data) return <p aria-busy="true">Loading the requirements of {control}</p>
  const left = data.pagination.total - data.requirements.length
  return (
    <section className={styles['requirements']} aria-label={`Requirements of ${control}`}>
      <p className="muted small">CCIs: {ccis.join(', ')}</p>
      {data.requirements.length === 0 && <p className="muted">No requirement implements {control} yet.</p>}
      <ul>
        {data.requirements.map((requirement) => {
          const { id, displayed_name: name, title, status, ident, component_id: component } = requirement
          return (
            <li key={id}>
              <AddressLink to={`/components/${component}/${name}`}>{name}</AddressLink>
              <span className={styles['title']}>{title ?? 'No title'}</span>
              <StatusChip status={status} />
              <span className="muted small">
                {[requirement.component_name, requirement.project_name, ident].filter(Boolean).join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
      {left > 0 && <p className="muted small">{left} more requirements. Narrow the list to a component.</p>}
    </section>
  )
}
