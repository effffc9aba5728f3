import { useSuspenseQuery } from '@tanstack/react-query'
import { LICENSES } from 'virtual:licenses'
import { api } from '../../api/client.ts'
import { formatExactTime, parseTimestamp } from '../../api/time.ts'
import { Missing } from '../../app/states.tsx'
import { Facts } from '../../kit/card.tsx'
import { Cell, Table } from '../../kit/table.tsx'
import { t } from '../../languages/t.ts'
import { Section } from '../account/frame.tsx'
import { AdminPage } from './frame.tsx'
import { NarrowColumn } from './narrow-column.tsx'

/** Version and runtime of the service, and the licenses of its libraries. */
export default function AboutPage() {
  const { data } = useSuspenseQuery(api.system.version.queryOptions())
  const { runtime } = data
  if (!runtime) return <Missing />
  const started = parseTimestamp(runtime.started_at)
  return (
    <AdminPage title={t('Version and licenses')}>
      <NarrowColumn>
        <Facts
          facts={[
            [t('Version'), t('Rulewright {version}', { version: data.version })],
            ['Node.js', runtime.node],
            [t('Database'), runtime.database.replace(/^embedded PostgreSQL/, () => t('Embedded PostgreSQL'))],
            [t('Platform'), runtime.platform],
            [t('Processes'), runtime.workers],
            [t('Running since'), started ? formatExactTime(started) : runtime.started_at],
          ]}
        />
      </NarrowColumn>
      <Section title={t('Licenses')}>
        <Table
          label={t('Licenses')}
          columns={[{ label: t('Library') }, { label: t('Version') }, { label: t('License') }]}
        >
          {LICENSES.map(([name, version, license]) => (
            <tr key={`${name} ${version}`}>
              <Cell head>{name}</Cell>
              <Cell>{version}</Cell>
              <Cell>{license}</Cell>
            </tr>
          ))}
        </Table>
      </Section>
    </AdminPage>
  )
}
