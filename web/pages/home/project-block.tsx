import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { Empty } from '../../app/states.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { ComponentRows } from '../projects/component-rows.tsx'
import { Block } from './block.tsx'
import type { Project } from './inbox.ts'

/** One of the user's projects, with a row per component. The first one leads to the others. */
export function ProjectBlock({ project: { id, name }, isFirst }: { project: Project; isFirst: boolean }) {
  const { data: project, error } = useQuery(api.projects.show.queryOptions({ id }))
  const components = project?.components ?? []
  return (
    <Block
      title={
        <Link to="/projects/$id" params={{ id }}>
          {name}
        </Link>
      }
      {...(project ? { count: components.length } : {})}
      more={isFirst ? <Link to="/projects">{t('All projects')}</Link> : undefined}
    >
      {error && <ProblemBanner problem={toProblem(error)} />}
      {components.length > 0 && <ComponentRows components={components} />}
      {project && components.length === 0 && <Empty>{t('No components yet')}</Empty>}
    </Block>
  )
}
