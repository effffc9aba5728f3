import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { SecretField } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { lowerFirst, t } from '../../languages/t.ts'
import { checkPasswordRules, type PasswordRule } from './password-rules.ts'
import styles from './new-password.module.css'

/** Fields for a new password and its repetition; the password rules below are checked while typing. */
export function NewPassword({ label = t('Password') }: { label?: string }) {
  const { data } = useSuspenseQuery(api.system.settings.queryOptions())
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  return (
    <>
      <SecretField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={<Rules rules={checkPasswordRules(data.password, password)} />}
        value={password}
        onChange={setPassword}
        isRequired
        validationBehavior="aria"
      />
      <SecretField
        label={t('Repeat {label}', { label: lowerFirst(label) })}
        name="password_confirmation"
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
        {...(confirmation !== '' && !password.startsWith(confirmation)
          ? { error: t('The passwords differ') }
          : {})}
        isRequired
        validationBehavior="aria"
      />
    </>
  )
}

function Rules({ rules }: { rules: readonly PasswordRule[] }) {
  return (
    <span className={styles['rules']}>
      {rules.map(({ label, isMet }) => (
        <span key={label} className={isMet ? 'success' : ''}>
          <Icon name={isMet ? 'check' : 'circle'} /> {label}
          {isMet && <span className="visually-hidden">{t(', met')}</span>}
        </span>
      ))}
    </span>
  )
}
