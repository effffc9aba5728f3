import { memo, type ReactNode } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { Keys } from '../../kit/kbd.tsx'
import { CHOICES, type Choice } from './decisions.ts'
import styles from './triage.module.css'

/** The seven decisions, always in the same place; what one of them asks for opens above them. */
export function DecidePanel({
  reason,
  label,
  onChoose,
  onMore,
  children,
  next,
}: {
  /** Why nothing can be decided now; null when it can. */
  reason: string | null
  label: string
  onChoose: (choice: Choice, close: boolean) => void
  onMore: () => void
  /** What a decision asks for. */
  children?: ReactNode
  /** Where one comes to next. */
  next: string | null
}) {
  return (
    <section className={styles['decide']} aria-label="Decide">
      {children}
      <p className={styles['label']}>
        <span className="small strong">{label}</span>
        <span className="small muted only-wide">
          <kbd data-key="Shift" className={styles['shift']} /> and key also closes
        </span>
      </p>
      <Choices disabled={reason !== null} onChoose={onChoose} onMore={onMore} />
      {reason !== null ? (
        <p className="small muted">{reason}</p>
      ) : (
        next !== null && <p className="small muted only-wide cut">{next}</p>
      )}
    </section>
  )
}

/** The same for every comment: going on does not render them anew. */
const Choices = memo(function Choices({
  disabled,
  onChoose,
  onMore,
}: {
  disabled: boolean
  onChoose: (choice: Choice, close: boolean) => void
  onMore: () => void
}) {
  return (
    <div className={styles['choices']}>
      {CHOICES.map((choice) => (
        <button
          key={choice.status}
          type="button"
          className={styles['choice']}
          disabled={disabled}
          onClick={(event) => onChoose(choice, event.shiftKey)}
        >
          <span className={styles[`ink-${choice.hue}`]}>
            <Icon name={choice.icon} />
          </span>
          {choice.words}
          <Keys of={choice.action} />
        </button>
      ))}
      <button type="button" className={styles['choice']} onClick={onMore}>
        <Icon name="more" />
        All actions
        <Keys of="actions" />
      </button>
    </div>
  )
})
