import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { api, client, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { AdminPage } from './frame.tsx'

type Checked = Outputs['administration']['checks']['checks'][number]

const WORDS: Record<Checked['part'], string> = {
  database: 'Database',
  mail: 'Mail',
  chat: 'Chat',
  oidc: 'Single sign-on (OIDC)',
  ldap: 'Directory (LDAP)',
}

/** The services that this one depends on, each with a button that tests its connection. */
export default function ChecksPage() {
  const { data } = useSuspenseQuery(api.administration.checks.queryOptions())
  return (
    <AdminPage title="Connections" about="A test connects and signs in. It sends no message.">
      <Table
        label="Connections"
        columns={[{ words: 'Service' }, { words: 'State' }, { words: 'Test', quiet: true, end: true }]}
      >
        {data.checks.map((check) => (
          <CheckRow key={check.part} check={check} />
        ))}
      </Table>
    </AdminPage>
  )
}

function CheckRow({ check: { part, configured, about } }: { check: Checked }) {
  const test = useMutation({
    mutationFn: () => client.administration.check.query({ part }),
    onSuccess: ({ ok, message }) =>
      announce(`${WORDS[part]}: ${ok ? 'connected' : (message ?? 'the test failed')}`),
    onError: (error) => announce(problemOf(error).sentence),
  })
  return (
    <tr>
      <Cell head>
        <RowName about={about}>{WORDS[part]}</RowName>
      </Cell>
      <Cell>{!configured ? <span className="muted">Not configured</span> : <Outcome test={test} />}</Cell>
      <Cell end>
        {configured && (
          <Button isPending={test.isPending} onPress={() => test.mutate()} aria-label={`Test ${WORDS[part]}`}>
            Test
          </Button>
        )}
      </Cell>
    </tr>
  )
}

interface Test {
  data: Outputs['administration']['check'] | undefined
  error: unknown
  isPending: boolean
}

function Outcome({ test: { data, error, isPending } }: { test: Test }) {
  if (isPending) return <span className="muted">Testing</span>
  if (data?.ok === true) {
    return (
      <>
        <Chip hue="teal" icon="check">
          Connected
        </Chip>{' '}
        <span className="muted small">{data.duration_ms} ms</span>
      </>
    )
  }
  if (data === undefined && !error) return <span className="muted">Not tested</span>
  return (
    <>
      <Chip hue="vermilion" icon="triangle">
        Failed
      </Chip>{' '}
      <span className="small">{data?.message ?? problemOf(error).sentence}</span>
    </>
  )
}
