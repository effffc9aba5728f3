import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, type Outputs } from '../../api/client.ts'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { Select } from '../../kit/select.tsx'
import { Cell, Table } from '../../kit/table.tsx'
import { t } from '../../languages/t.ts'
import { AdminFilters } from './admin-filters.tsx'
import { AdminPage } from './frame.tsx'
import { SETTING_GROUPS, settingsRoute } from './settings.route.ts'
import styles from './settings.module.css'

type Setting = Outputs['administration']['settings']['settings'][number]

const GROUP_LABELS = { given: t('Configured'), limits: t('Rate limits') } as const
const OPTIONS = [
  { value: 'all', label: t('All settings') },
  ...SETTING_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] })),
] as const
const SOURCE_LABELS: Record<Setting['source'], string> = {
  environment: t('Environment'),
  env_file: t('.env file'),
  default: t('Default'),
}
const LIMITS = /^(RATE_LIMIT|REQUESTS|BOARDS|UPLOADS)_/

/** The effective settings and their sources. For secrets, it shows only whether they are set. */
export default function AdminSettingsPage() {
  const { q, show } = settingsRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(api.administration.settings.queryOptions())
  const settings = data.settings.filter(
    (setting) => isShown(setting, show) && setting.name.toLowerCase().includes(q.trim().toLowerCase()),
  )
  const go = (change: { q?: string; show?: typeof show }) =>
    void navigate({ to: '/administration/settings', search: { q, show, ...change }, replace: true })
  return (
    <AdminPage
      title={t('Settings')}
      description={t('Environment variables are read when the service starts.')}
    >
      <AdminFilters
        label={t('Filter settings')}
        search={
          <SearchField
            label={t('Search settings')}
            placeholder={t('Name')}
            value={q}
            onChange={(to) => go({ q: to })}
          />
        }
      >
        <div>
          <Select
            label={t('Show')}
            labelled={false}
            options={OPTIONS}
            value={show ?? 'all'}
            onChange={(value) => go({ show: SETTING_GROUPS.find((group) => group === value) ?? null })}
          />
        </div>
      </AdminFilters>
      {settings.length === 0 ? (
        <Empty action={<Button onPress={() => go({ q: '', show: null })}>{t('Show all settings')}</Button>}>
          {t('No matching settings')}
        </Empty>
      ) : (
        <SettingTable settings={settings} />
      )}
    </AdminPage>
  )
}

function isShown({ name, source }: Setting, show: (typeof SETTING_GROUPS)[number] | null): boolean {
  if (show === 'given') return source !== 'default'
  return show === null || LIMITS.test(name)
}

function SettingTable({ settings }: { settings: readonly Setting[] }) {
  return (
    <Table
      label={t('Settings')}
      columns={[{ label: t('Name') }, { label: t('Value') }, { label: t('Source'), wide: true }]}
    >
      {settings.map(({ name, value, source, secret }) => (
        <tr key={name}>
          <Cell head>
            <code className={styles['value']}>{name}</code>
          </Cell>
          <Cell>
            {value === null ? (
              <span className="muted">{t('Not set')}</span>
            ) : secret ? (
              <span className="muted">{t('Set, hidden')}</span>
            ) : (
              <code className={styles['value']}>{value}</code>
            )}
          </Cell>
          <Cell wide>
            {source === 'default' ? <span className="muted">{t('Default')}</span> : SOURCE_LABELS[source]}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
