import { Meter as AriaMeter, ProgressBar as AriaProgressBar } from 'react-aria-components'
import styles from './progress.module.css'

/** Shows how much of a task is done; `text` is shown next to the bar. */
export function Meter({
  label,
  value,
  max = 100,
  text,
}: {
  label: string
  value: number
  max?: number
  text?: string
}) {
  return (
    <AriaMeter aria-label={label} value={value} maxValue={Math.max(max, 1)} className={styles['meter'] ?? ''}>
      {({ percentage, valueText }) => (
        <>
          <Bar percentage={percentage} />
          {text !== '' && <span>{text ?? valueText}</span>}
        </>
      )}
    </AriaMeter>
  )
}

/** Shows the progress of a running task, such as an upload. Without a value it is indeterminate. */
export function Progress({ label, value }: { label: string; value?: number }) {
  return (
    <AriaProgressBar
      aria-label={label}
      className={styles['meter'] ?? ''}
      {...(value === undefined ? { isIndeterminate: true } : { value })}
    >
      {({ percentage, valueText }) => (
        <>
          <Bar percentage={percentage ?? 30} />
          <span>{valueText ?? label}</span>
        </>
      )}
    </AriaProgressBar>
  )
}

function Bar({ percentage }: { percentage: number }) {
  return (
    <svg className={styles['bar']} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={percentage} height="6" />
    </svg>
  )
}
