import type { ReactNode } from 'react'
import type { Problem } from '../api/errors.ts'
import { rich } from '../languages/rich.ts'
import { t } from '../languages/t.ts'
import { CopyButton } from './copy.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './banner-strip.module.css'

const LOOKS = {
  info: { icon: 'info', hue: 'blue' },
  done: { icon: 'check', hue: 'teal' },
  /** Someone changed what you look at, or something waits for you. */
  changed: { icon: 'diff', hue: 'amber' },
  problem: { icon: 'triangle', hue: 'vermilion' },
} as const satisfies Record<string, { icon: IconName; hue: string }>

/** One line across what it is about. It stays until its cause is gone or someone closes it. */
export function BannerStrip({
  look,
  children,
  action,
}: {
  look: keyof typeof LOOKS
  children: ReactNode
  action?: ReactNode
}) {
  const { icon, hue } = LOOKS[look]
  return (
    <div className={`${styles['strip']} ${styles[hue]}`} role={look === 'problem' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className={styles['words']}>{children}</div>
      {action}
    </div>
  )
}

/** A refusal in words, what helps against it, and the number to quote. */
export function ProblemBanner({ problem, action }: { problem: Problem; action?: ReactNode }) {
  const { sentence, next, fields, admins, requestId, status } = problem
  // The sentence may be the label of a field and what is said about it.
  const more = Object.values(fields)
    .flat()
    .filter((message) => !sentence.toLowerCase().endsWith(message.toLowerCase()))
  return (
    <BannerStrip look="problem" action={action}>
      <p>
        <b>{sentence}</b> {next}
      </p>
      {more.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {admins.length > 0 && (
        <p>
          {t('Ask {admins}.', { admins: admins.map(({ name, email }) => `${name} (${email})`).join(', ') })}
        </p>
      )}
      {requestId !== null && status >= 500 && (
        <p>
          {rich('Request {code} {copyButton}', {
            code: <code>{requestId}</code>,
            copyButton: <CopyButton text={requestId} label={t('Copy the request id')} />,
          })}
        </p>
      )}
    </BannerStrip>
  )
}
