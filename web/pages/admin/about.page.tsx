import { useSuspenseQuery } from '@tanstack/react-query'
import { LICENSES } from 'virtual:licenses'
import { api } from '../../api/client.ts'
import { exact, momentOf } from '../../api/time.ts'
import { Facts } from '../../kit/card.tsx'
import { Cell, Table } from '../../kit/table.tsx'
import { Section } from '../account/frame.tsx'
import styles from './admin.module.css'
import { AdminPage } from './frame.tsx'
import { Missing } from '../../app/states.tsx'

/** Version and runtime of the service, and the licenses of its libraries. */
export default function AboutPage() {
  const { data } = useSuspenseQuery(api.system.version.queryOptions())
  const { runtime } = data
  if (!runtime) return <Missing />
  const started = momentOf(runtime.started_at)
  return (
    <AdminPage title="Version and licenses">
      <div className={styles['facts']}>
        <Facts
          facts={[
            ['Version', `Rulewright ${data.version}`],
            ['Node.js', runtime.node],
            ['Database', runtime.database],
            ['Platform', runtime.platform],
            ['Processes', runtime.workers],
            ['Running since', started ? exact(started) : runtime.started_at],
          ]}
        />
      </div>
      <Section title="Licenses">
        <Table label="Licenses" columns={[{ words: 'Library' }, { words: 'Version' }, { words: 'License' }]}>
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
