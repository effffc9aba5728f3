import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { Skeleton } from '../../app/states.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { readSections } from '../authoring/sections.ts'
import type { Relocation } from './relocation-state.ts'
import styles from './relocated-texts.module.css'

/** The texts of the requirement that should move, or why the user can't read them yet. */
export function RelocatedTexts({
  relocation,
  withoutFacts,
}: {
  relocation: Relocation
  /** Leaves out the title and the status, which the preview shows. */
  withoutFacts: boolean
}) {
  const { source_rule_id: ruleId, source_readable: isReadable, source_displayed_name: name } = relocation
  const rule = useQuery(api.rules.show.queryOptions({ ruleId }, { enabled: isReadable, retry: false }))
  if (!isReadable) {
    return (
      <p className="small">
        {rich(
          'Only members of {component} can read the other texts now. After the move, you can read them in your component.',
          { component: <bdi>{relocation.component_name}</bdi> },
        )}
      </p>
    )
  }
  if (rule.error) return <ProblemBanner problem={toProblem(rule.error)} />
  if (!rule.data) return <Skeleton count={3} />
  return (
    // It scrolls, so that the decision stays in view.
    <section className={styles['texts']} aria-label={t('Texts of {name}', { name })} tabIndex={0}>
      {readSections(rule.data)
        .filter(({ key, text }) => text !== '' && !(withoutFacts && (key === 'title' || key === 'status')))
        .map(({ key, label, text }) => (
          <div key={key}>
            <h3>{label}</h3>
            <p className="prose" dir="auto">
              {text}
            </p>
          </div>
        ))}
    </section>
  )
}
