import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { TOKEN_SCOPES, type TokenScope } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Checkbox, Checkboxes } from '../../kit/choice.tsx'
import { CopyButton } from '../../kit/copy.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { Stack } from '../../kit/stack.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import styles from './new-token.module.css'

const LABELS: Record<TokenScope, string> = {
  read: t('Read: everything you can read'),
  write: t('Write: everything you can change'),
  admin: t('Admin: everything you can administer'),
}

/** Creates a token and shows its value once. */
export function NewToken() {
  const [value, setValue] = useState<{ name: string; raw: string } | null>(null)
  const [wasShown, setShown] = useState(false)
  const create = useMutation({
    mutationFn: (values: FormData) =>
      client.tokens.create.mutate({
        personal_access_token: {
          name: getFormValue(values, 'name'),
          scopes: TOKEN_SCOPES.filter((scope) => values.getAll('scopes').includes(scope)),
          expires_at: getFormValue(values, 'expires_at') || null,
          allowed_ips: toList(getFormValue(values, 'allowed_ips')),
          current_password: getFormValue(values, 'current_password'),
        },
      }),
    onSuccess: async ({ token, personal_access_token: { name } }) => {
      setValue({ name, raw: token })
      setShown(true)
      await queryClient.invalidateQueries(api.tokens.pathFilter())
    },
  })
  if (value) return <TokenValue name={value.name} raw={value.raw} onDone={() => setValue(null)} />
  return (
    <Form error={create.error} onSend={(values) => create.mutate(values)}>
      <Field
        label={t('Name')}
        name="name"
        hint={t('What uses it, such as: nightly export')}
        isRequired
        autoFocus={wasShown}
        validationBehavior="aria"
      />
      <TokenLimits />
      <SecretField
        label={t('Current password')}
        name="current_password"
        autoComplete="current-password"
        hint={t(
          'If you have no password, sign in with your provider first. The sign-in must be at most five minutes old.',
        )}
        validationBehavior="aria"
      />
      <Actions>
        <Button type="submit" variant="primary" isPending={create.isPending}>
          {t('Create token')}
        </Button>
      </Actions>
    </Form>
  )
}

/** Scopes, expiry and allowed addresses of a token. */
function TokenLimits() {
  return (
    <>
      <Checkboxes label={t('Scopes')} name="scopes" defaultValue={['read']} validationBehavior="aria">
        {TOKEN_SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope}>
            {LABELS[scope]} <code className="muted">{scope}</code>
          </Checkbox>
        ))}
      </Checkboxes>
      <Field
        label={t('Expires')}
        name="expires_at"
        type="date"
        hint={t('If you leave it empty, the token gets the longest lifetime allowed.')}
        validationBehavior="aria"
      />
      <Field
        label={t('Allowed IP ranges')}
        name="allowed_ips"
        hint={t('Addresses or networks, separated by commas. If empty, the token works from anywhere.')}
        validationBehavior="aria"
      />
    </>
  )
}

/** The value of a new token, shown once. */
function TokenValue({ name, raw, onDone }: { name: string; raw: string; onDone: () => void }) {
  return (
    <Stack>
      <BannerStrip variant="success">
        {rich('{name} is created. Copy its value now: it won’t be shown again.', { name })}
      </BannerStrip>
      <div className={styles['value']}>
        <code aria-label={t('Value of {name}', { name })}>{raw}</code>
        <CopyButton text={raw} label={t('Copy the value')} autoFocus />
      </div>
      <Actions>
        <Button onPress={onDone}>{t('Done')}</Button>
      </Actions>
    </Stack>
  )
}

function toList(text: string): string[] | null {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  return entries.length === 0 ? null : entries
}
