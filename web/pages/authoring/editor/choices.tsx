import { useKeys } from '../../../app/use-keys.ts'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import styles from './choices.module.css'

const KEYS = ['choose1', 'choose2', 'choose3', 'choose4', 'choose5'] as const

/** A few values, each with a digit; Escape cancels. */
export function Choices<T extends string>({
  label,
  value,
  options,
  onChoose,
  onClose,
  stays = false,
}: {
  label: string
  value: T | null
  options: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
  onClose: () => void
  /** Stays open after a choice, until the parent closes it. */
  stays?: boolean
}) {
  const choose = (index: number) => {
    const option = options[index]
    if (!option) return
    onChoose(option.value)
    if (!stays) onClose()
  }
  useKeys({
    choose1: () => choose(0),
    choose2: () => choose(1),
    choose3: () => choose(2),
    choose4: () => choose(3),
    choose5: () => choose(4),
    back: onClose,
  })
  return (
    <Inline role="group" aria-label={label} className={styles['choices']}>
      {options.map((option, index) => (
        <Button
          key={option.value}
          aria-pressed={option.value === value}
          onPress={() => choose(index)}
          {...(KEYS[index] ? { keys: KEYS[index] } : {})}
          {...(option.value === value ? { variant: 'primary' as const } : {})}
        >
          {option.label}
        </Button>
      ))}
    </Inline>
  )
}
