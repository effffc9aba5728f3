import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { formatAge, parseTimestamp } from '../../api/time.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { LinkRow } from '../../kit/link-row.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { RecordFacts, RecordList } from '../../kit/record-list.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { AccountPage, Section } from './frame.tsx'
import { identitiesRoute } from './identities.route.ts'
import { LinkProvider } from './link-provider.tsx'
import { formatSignInError } from './sign-in-labels.ts'
import { Unlink } from './unlink.tsx'

type Provider = Outputs['system']['settings']['providers'][number]
type Identity = Outputs['identities']['mine']['identities'][number]

/** The providers that the user can sign in with, in addition to or instead of a password. */
export default function IdentitiesPage() {
  const { data } = useSuspenseQuery(api.identities.mine.queryOptions())
  const { data: settings } = useSuspenseQuery(api.system.settings.queryOptions())
  const { linked, sign_in_error: code } = identitiesRoute.useSearch()
  const refused = formatSignInError(code)
  const [removing, setRemoving] = useState<Identity | null>(null)
  const [adding, setAdding] = useState<Provider | null>(null)
  const open = settings.providers.filter(({ name }) =>
    data.identities.every(({ provider }) => provider !== name),
  )
  return (
    <AccountPage title={t('Linked sign-ins')} description={t('Other ways to sign in to this account.')}>
      {linked && <BannerStrip variant="success">{t('The sign-in is linked to your account.')}</BannerStrip>}
      {refused !== null && <BannerStrip variant="error">{refused}</BannerStrip>}
      <RecordList>
        <PasswordRow isChosen={data.local_password} />
        {data.identities.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} onRemove={() => setRemoving(identity)} />
        ))}
      </RecordList>
      {open.length > 0 && (
        <Section title={t('Link a sign-in')}>
          <LinkRow as="div">
            {open.map((provider) => (
              <Button key={provider.name} onPress={() => setAdding(provider)}>
                {rich('Link {title}', { title: provider.title })}
              </Button>
            ))}
          </LinkRow>
        </Section>
      )}
      {settings.providers.length === 0 && data.identities.length === 0 && (
        <p className="muted">{t('No other way to sign in is set up here.')}</p>
      )}
      {adding && <LinkProvider provider={adding} onClose={() => setAdding(null)} />}
      {removing && <Unlink identity={removing} onClose={() => setRemoving(null)} />}
    </AccountPage>
  )
}

function IdentityRow({ identity, onRemove }: { identity: Identity; onRemove: () => void }) {
  const last = parseTimestamp(identity.last_sign_in_at)
  const lastUse = last ? t('last used {age}', { age: formatAge(last, new Date()) }) : t('never used')
  return (
    <ListRow>
      <RecordFacts>
        <span className="strong">{identity.title}</span>
        <span className="muted small">{[identity.email, lastUse].filter(Boolean).join(' · ')}</span>
      </RecordFacts>
      <span className="push">
        <Button onPress={onRemove} aria-label={t('Remove {title}', { title: identity.title })}>
          {t('Remove')}
        </Button>
      </span>
    </ListRow>
  )
}

function PasswordRow({ isChosen }: { isChosen: boolean }) {
  return (
    <li>
      <RecordFacts>
        <span className="strong">{t('Password')}</span>
        <span className="muted small">{isChosen ? t('Set by you') : t('Not set')}</span>
      </RecordFacts>
    </li>
  )
}
