import { useEffect, useRef } from 'react'
import type { TokenScope } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { formatAge, formatDay, parseTimestamp } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { RecordFacts } from '../../kit/record-list.tsx'
import { t } from '../../languages/t.ts'

export type Token = Outputs['tokens']['list']['personal_access_tokens'][number]

const SCOPES: Record<TokenScope, string> = { read: t('read'), write: t('write'), admin: t('admin') }

/** An access token with its use and expiry. */
export function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const now = new Date()
  const used = parseTimestamp(token.last_used_at)
  const ends = token.expires_at === null ? null : new Date(`${token.expires_at}T00:00:00`)
  const revoked = token.revoked_at !== null
  const row = useRef<HTMLLIElement>(null)
  const wasRevoked = useRef(revoked)
  // The button that had the focus is gone.
  useEffect(() => {
    if (revoked && !wasRevoked.current && document.activeElement === document.body) row.current?.focus()
    wasRevoked.current = revoked
  }, [revoked])
  const expired = !revoked && ends !== null && ends <= now
  const facts = [
    token.scopes.map((scope) => SCOPES[scope]).join(', '),
    used ? t('used {age}', { age: formatAge(used, now) }) : t('never used'),
    ends ? t('until {day}', { day: formatDay(ends, now) }) : t('never expires'),
    ...(token.allowed_ips?.length
      ? [t('from {addresses}', { addresses: token.allowed_ips.join(', ') })]
      : []),
  ]
  return (
    <li ref={row} tabIndex={-1}>
      <RecordFacts>
        <span>
          <span className="strong">{token.name}</span> <code className="muted">{token.token_prefix}…</code>
        </span>
        <span className="muted small">{facts.join(' · ')}</span>
      </RecordFacts>
      <span className="push">
        {revoked && (
          <Chip hue="grey" icon="cross">
            {t('Revoked')}
          </Chip>
        )}
        {expired && (
          <Chip hue="amber" icon="clock">
            {t('Expired')}
          </Chip>
        )}
        {!revoked && !expired && (
          <Button onPress={onRevoke} aria-label={t('Revoke {name}', { name: token.name })}>
            {t('Revoke')}
          </Button>
        )}
      </span>
    </li>
  )
}
