import type { ReactNode } from 'react'
import type { Problem } from '../api/errors.ts'
import { rich } from '../languages/rich.ts'
import { t } from '../languages/t.ts'
import { CopyButton } from './copy.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './banner-strip.module.css'

const VARIANTS = {
  info: { icon: 'info', hue: 'blue' },
  success: { icon: 'check', hue: 'teal' },
  /** Someone changed the record on screen, or something needs the user's attention. */
  warning: { icon: 'diff', hue: 'amber' },
  error: { icon: 'triangle', hue: 'vermilion' },
} as const satisfies Record<string, { icon: IconName; hue: string }>

/** A one-line banner above its subject. It stays until its cause is gone or the user closes it. */
export function BannerStrip({
  variant,
  children,
  action,
}: {
  variant: keyof typeof VARIANTS
  children: ReactNode
  action?: ReactNode
}) {
  const { icon, hue } = VARIANTS[variant]
  return (
    <div className={`${styles['strip']} ${styles[hue]}`} role={variant === 'error' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className={styles['content']}>{children}</div>
      {action}
    </div>
  )
}

/** Shows an error, what to do about it, and the request id to quote. */
export function ProblemBanner({ problem, action }: { problem: Problem; action?: ReactNode }) {
  const { sentence, next, fields, admins, requestId, status } = problem
  // The sentence may name the messages with their fields' labels.
  const more = Object.values(fields)
    .flat()
    .filter((message) => !sentence.toLowerCase().includes(message.replace(/\.$/, '').toLowerCase()))
  return (
    <BannerStrip variant="error" action={action}>
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
          {rich('Request {requestId} {copyButton}', {
            requestId: <code>{requestId}</code>,
            copyButton: <CopyButton text={requestId} label={t('Copy the request ID')} />,
          })}
        </p>
      )}
    </BannerStrip>
  )
}
