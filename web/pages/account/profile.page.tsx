import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createCurrentUserQuery } from '../../api/me.ts'
import { Button } from '../../kit/button.tsx'
import { Actions } from '../../kit/form.tsx'
import { t } from '../../languages/t.ts'
import { DeleteAccount } from './delete-account.tsx'
import { AccountPage, Section } from './frame.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The user's profile, and deletion of the account. */
export default function ProfilePage() {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [deleting, setDeleting] = useState(false)
  return (
    <AccountPage title={t('Profile')}>
      <ProfileForm person={person} />
      <Section title={t('Delete my account')}>
        <p>{t('Your comments and decisions stay, with your name. Everything else about you is deleted.')}</p>
        <Actions>
          <Button variant="danger" onPress={() => setDeleting(true)}>
            {t('Delete my account')}
          </Button>
        </Actions>
        {deleting && <DeleteAccount person={person} onClose={() => setDeleting(false)} />}
      </Section>
    </AccountPage>
  )
}
