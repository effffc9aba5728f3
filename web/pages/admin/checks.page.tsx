import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { api, client, type Outputs } from '../../api/client.ts'
import { formatProblem, toProblem } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { explainFailure } from './connection-failure-labels.ts'
import { AdminPage } from './frame.tsx'
import styles from './checks.module.css'

type SystemCheck = Outputs['administration']['checks']['checks'][number]

const PART_LABELS: Record<SystemCheck['part'], string> = {
  database: t('Database'),
  mail: t('Email'),
  chat: t('Chat'),
  oidc: t('Single sign-on (OIDC)'),
  ldap: t('Directory (LDAP)'),
}

/** What is used, by the service's own name for it; others are titles of the settings. */
const ABOUT_LABELS: Readonly<Record<string, string>> = {
  'Embedded PostgreSQL': t('Embedded PostgreSQL'),
  'PostgreSQL server': t('PostgreSQL server'),
  'SMTP server': t('SMTP server'),
  'Files in a folder': t('Files in a folder'),
  'Incoming webhook': t('Incoming webhook'),
}

/** The services that this one depends on, each with a button that tests its connection. */
export default function ChecksPage() {
  const { data } = useSuspenseQuery(api.administration.checks.queryOptions())
  return (
    <AdminPage title={t('Connections')} description={t('A test connects and signs in. It sends no message.')}>
      <Table
        label={t('Connections')}
        columns={[
          { label: t('Service') },
          { label: t('State') },
          { label: t('Test'), quiet: true, end: true },
        ]}
      >
        {data.checks.map((check) => (
          <CheckRow key={check.part} check={check} />
        ))}
      </Table>
    </AdminPage>
  )
}

function CheckRow({ check: { part, configured, about } }: { check: SystemCheck }) {
  const test = useMutation({
    mutationFn: () => client.administration.check.query({ part }),
    onSuccess: (result) =>
      announce(`${PART_LABELS[part]}: ${result.ok ? t('connected') : explainFailure(result)}`),
    onError: (error) => announce(formatProblem(toProblem(error))),
  })
  return (
    <tr>
      <Cell head>
        <RowName description={about && (ABOUT_LABELS[about] ?? about)}>{PART_LABELS[part]}</RowName>
      </Cell>
      <Cell>
        {!configured ? <span className="muted">{t('Not configured')}</span> : <Outcome test={test} />}
      </Cell>
      <Cell end>
        {configured && (
          <Button
            isPending={test.isPending}
            onPress={() => test.mutate()}
            aria-label={t('Test {name}', { name: PART_LABELS[part] })}
          >
            {t('Test')}
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
  if (isPending) return <span className="muted">{t('Testing')}</span>
  if (data?.ok === true) {
    return (
      <>
        <Chip hue="teal" icon="check">
          {t('Connected')}
        </Chip>{' '}
        <span className="muted small">{rich('{duration} ms', { duration: data.duration_ms })}</span>
      </>
    )
  }
  if (data === undefined && !error) return <span className="muted">{t('Not tested')}</span>
  return (
    <div className={styles['outcome']}>
      <Chip hue="vermilion" icon="triangle">
        {t('Failed')}
      </Chip>{' '}
      <span className="small">{data ? explainFailure(data) : formatProblem(toProblem(error))}</span>
      {data?.reason !== undefined && <p className="muted small">{data.detail}</p>}
    </div>
  )
}
