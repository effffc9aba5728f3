import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

/**
 * Creates an account for another person, who chooses the password by a link. The link is mailed, or shown here once if
 * mail is off.
 */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const create = useMutation({
    mutationFn: (values: FormData) =>
      client.users.adminCreate.mutate({
        user: { name: getFormValue(values, 'name'), email: getFormValue(values, 'email') },
      }),
    onSuccess: () => queryClient.invalidateQueries(api.users.pathFilter()),
  })
  const { user, reset_url: link } = create.data ?? {}
  return (
    <Dialog title={t('Add a person')} isOpen onClose={onClose}>
      {user ? (
        <>
          <BannerStrip variant="success">
            {rich('{name} has an account', { name: user.name })}
            {link === undefined && t(', and we emailed them a link to set a password')}.
          </BannerStrip>
          {link !== undefined && (
            <>
              <p>
                {t('Copy this link now: it won’t be shown again. Anyone who opens it can set the password.')}
              </p>
              <p>
                <code className="prose">{link}</code> <CopyButton text={link} label={t('Copy the link')} />
              </p>
            </>
          )}
          <Actions>
            <Button variant="primary" onPress={() => create.reset()}>
              {t('Add another person')}
            </Button>
            <Button onPress={onClose}>{t('Close')}</Button>
          </Actions>
        </>
      ) : (
        <Form error={create.error} onSend={(values) => create.mutate(values)}>
          <Field label={t('Name')} name="name" autoFocus isRequired validationBehavior="aria" />
          <Field label={t('Email')} name="email" type="email" isRequired validationBehavior="aria" />
          <Actions>
            <Button type="submit" variant="primary" isPending={create.isPending}>
              {t('Create account')}
            </Button>
            <Button onPress={onClose}>{t('Cancel')}</Button>
          </Actions>
        </Form>
      )}
    </Dialog>
  )
}
