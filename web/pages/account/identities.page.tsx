import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { ago, momentOf } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import styles from './account.module.css'
import { AccountPage, Section } from './frame.tsx'
import { LinkProvider } from './link-provider.tsx'
import { Unlink } from './unlink.tsx'

type Provider = Outputs['system']['settings']['providers'][number]
type Identity = Outputs['identities']['mine']['identities'][number]

/** Providers that one can sign in with, beside or in place of a password. */
export default function IdentitiesPage() {
  const { data } = useSuspenseQuery(api.identities.mine.queryOptions())
  const { data: settings } = useSuspenseQuery(api.system.settings.queryOptions())
  const [removing, setRemoving] = useState<Identity | null>(null)
  const [adding, setAdding] = useState<Provider | null>(null)
  const open = settings.providers.filter(({ name }) =>
    data.identities.every(({ provider }) => provider !== name),
  )
  const now = new Date()
  return (
    <AccountPage title="Linked sign-ins" about="Other ways to sign in to this account.">
      <ul className={styles['rows']}>
        <li>
          <div className={styles['facts']}>
            <span className="strong">Password</span>
            <span className="muted small">
              {data.local_password ? 'Chosen by you' : 'You have not chosen one'}
            </span>
          </div>
        </li>
        {data.identities.map((identity) => {
          const last = momentOf(identity.last_sign_in_at)
          return (
            <li key={identity.id}>
              <div className={styles['facts']}>
                <span className="strong">{identity.title}</span>
                <span className="muted small">
                  {[identity.email, last ? `last used ${ago(last, now)}` : 'never used']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              <span className="push">
                <Button onPress={() => setRemoving(identity)} aria-label={`Remove ${identity.title}`}>
                  Remove
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {open.length > 0 && (
        <Section title="Add one">
          <div className={styles['links']}>
            {open.map((provider) => (
              <Button key={provider.name} onPress={() => setAdding(provider)}>
                Link {provider.title}
              </Button>
            ))}
          </div>
        </Section>
      )}
      {settings.providers.length === 0 && data.identities.length === 0 && (
        <p className="muted">No other way to sign in is set up here.</p>
      )}
      {adding && <LinkProvider provider={adding} onClose={() => setAdding(null)} />}
      {removing && <Unlink identity={removing} onClose={() => setRemoving(null)} />}
    </AccountPage>
  )
}
