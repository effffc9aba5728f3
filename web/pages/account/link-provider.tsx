import { useMutation } from '@tanstack/react-query'
import { client, type Outputs } from '../../api/client.ts'
import { rememberReturnPage } from '../../app/return-page.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { Directory } from './providers.tsx'

type Provider = Outputs['system']['settings']['providers'][number]

/**
 * Links a provider: asks for the current password, if there is one, then opens the provider's page. A directory has no
 * page, so the dialog asks for its name and password.
 */
export function LinkProvider({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const start = useMutation({
    mutationFn: (password: string) =>
      client.identities.initiateLink.mutate({ provider: provider.name, current_password: password }),
    onSuccess: ({ redirect_url }) => {
      rememberReturnPage('/users/edit/identities')
      if (provider.kind !== 'ldap') location.assign(redirect_url)
    },
  })
  return (
    <Dialog title={t('Link {title}', { title: provider.title })} isOpen onClose={onClose}>
      {start.isSuccess && provider.kind === 'ldap' ? (
        <Directory provider={provider} label={rich('Link {title}', { title: provider.title })} autoFocus />
      ) : (
        <Form
          error={start.error}
          onSend={(values) => start.mutate(getFormValue(values, 'current_password'))}
          wide
        >
          <SecretField
            label={t('Current password')}
            name="current_password"
            autoComplete="current-password"
            hint={t(
              'If you have no password, sign in with your provider first. The sign-in must be at most five minutes old.',
            )}
            validationBehavior="aria"
            autoFocus
          />
          <Actions>
            <Button type="submit" variant="primary" isPending={start.isPending}>
              {t('Continue')}
            </Button>
          </Actions>
        </Form>
      )}
    </Dialog>
  )
}
