import { Chip, type Hue } from '../../kit/chip.tsx'
import { Diff } from '../../kit/diff.tsx'
import type { IconName } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'
import type { RequirementChange } from './changes.ts'
import { FIELD_LABELS } from './comparison-bar.tsx'
import { SideBySide } from './side-by-side.tsx'
import { useWide } from './use-wide.ts'
import styles from './changed-requirement.module.css'

const KINDS: Record<RequirementChange['kind'], { label: string; hue: Hue; icon: IconName }> = {
  added: { label: t('Added'), hue: 'teal', icon: 'plus' },
  removed: { label: t('Removed'), hue: 'vermilion', icon: 'cross' },
  updated: { label: t('Updated'), hue: 'blue', icon: 'diff' },
}

/** One changed requirement: its fields by word, side by side on wide screens. */
export function ChangedRequirement({
  change: { number, kind, title, fields },
}: {
  change: RequirementChange
}) {
  const isWide = useWide()
  const { label, hue, icon } = KINDS[kind]
  return (
    <article className={styles['requirement']} tabIndex={-1} aria-labelledby={`change-${number}`}>
      <h3 id={`change-${number}`}>
        <span className="mono">{number}</span> <bdi>{title}</bdi>
      </h3>
      <Chip hue={hue} icon={icon}>
        {label}
      </Chip>
      {fields.map(({ field, before, after }) => (
        <section key={field} className={styles['field']}>
          <h4>{FIELD_LABELS[field]}</h4>
          {isWide && kind === 'updated' ? (
            <SideBySide before={before} after={after} />
          ) : (
            <p dir="auto" className="prose">
              <Diff before={before} after={after} />
            </p>
          )}
        </section>
      ))}
    </article>
  )
}
