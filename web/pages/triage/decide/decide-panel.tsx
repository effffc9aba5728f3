import { memo, type ReactNode } from 'react'
import { Icon } from '../../../kit/icon.tsx'
import { Keys } from '../../../kit/kbd.tsx'
import { KeyCap } from '../../../kit/key-cap.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { Ink } from '../ink.tsx'
import { CHOICES, type Choice } from './decisions.ts'
import styles from './decide-panel.module.css'

const [ACCEPT] = CHOICES

/** The seven decisions, always in the same place. The form of a chosen decision replaces them. */
export function DecidePanel({
  banners,
  reason,
  label,
  draft,
  onChoose,
  onMore,
  children,
  next,
}: {
  /** Above everything, so that a new one moves neither the comment nor the buttons. */
  banners: ReactNode
  /** Why no decision is possible; null if one is. */
  reason: string | null
  label: string
  /** A note that a draft exists. */
  draft: ReactNode
  onChoose: (choice: Choice, close: boolean) => void
  onMore: () => void
  /** The form of the chosen decision. */
  children?: ReactNode
  /** The next comment. */
  next: string | null
}) {
  const isAsking = Boolean(children)
  return (
    <section className={styles['decide']} aria-label={t('Decide')} data-noprint>
      {banners}
      {children}
      {!isAsking && (
        <>
          <p className={styles['label']}>
            <span className="small strong">{label}</span>
            <span className="small muted only-wide">
              {rich('{key} + key also closes the comment', { key: <KeyCap value="Shift" /> })}
            </span>
          </p>
          {draft}
          <Choices disabled={reason !== null} onChoose={onChoose} onMore={onMore} />
          {reason !== null ? (
            <p className="small muted">{reason}</p>
          ) : (
            next !== null && <p className="small muted only-wide cut">{next}</p>
          )}
        </>
      )}
    </section>
  )
}

/** Does not depend on the comment, so that navigation does not render it again. */
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
      <button
        type="button"
        className={`${styles['choice']} ${styles['touch']}`}
        disabled={disabled}
        onClick={() => onChoose(ACCEPT, true)}
      >
        <Ink hue="teal">
          <Icon name="lock" />
        </Ink>
        {t('Accept and close')}
      </button>
      {CHOICES.map((choice) => (
        <button
          key={choice.status}
          type="button"
          className={styles['choice']}
          disabled={disabled}
          onClick={(event) => onChoose(choice, event.shiftKey)}
        >
          <Ink hue={choice.hue}>
            <Icon name={choice.icon} />
          </Ink>
          {choice.label}
          <Keys action={choice.action} />
        </button>
      ))}
      <button type="button" className={styles['choice']} onClick={onMore}>
        <Icon name="more" />
        {t('All actions')}
        <Keys action="actions" />
      </button>
    </div>
  )
})
