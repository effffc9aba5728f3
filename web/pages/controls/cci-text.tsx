import type { Outputs } from '../../api/client.ts'
import { Facts } from '../../kit/card.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Inline } from '../../kit/inline.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'

type Cci = Outputs['controls']['texts']['ccis'][number]

/** The definition of a CCI with its status, its control, and everything else that the list says. */
export function CciText({ cci }: { cci: Cci }) {
  const { cci: name, control, definition, status, types, listed } = cci
  return (
    <li>
      <Inline as="p">
        <AddressLink to="/controls" search={{ q: name }}>
          {name}
        </AddressLink>
        {status !== null && (
          <Chip {...(status === 'deprecated' ? DEPRECATED : CURRENT)}>
            <bdi>{status}</bdi>
          </Chip>
        )}
        <span className="muted small">{types.join(', ')}</span>
        {control !== null && (
          <span className="small">
            <AddressLink to="/controls" search={{ q: control }}>
              {control}
            </AddressLink>{' '}
            <span className="muted">{formatSource(cci)}</span>
          </span>
        )}
      </Inline>
      {definition !== null && (
        <p className="prose" dir="auto">
          {definition}
        </p>
      )}
      {listed && <Details cci={cci} />}
    </li>
  )
}

const DEPRECATED = { hue: 'amber', icon: 'triangle' } as const
const CURRENT = { hue: 'grey', icon: 'info' } as const

/** Says whether the service or the uploaded list maps the CCI. */
function formatSource({ control_source: source, control_revision: revision }: Cci): string {
  if (source === 'built_in') return ''
  return revision === null
    ? t('(from the CCI list)')
    : t('(from the CCI list, revision {revision})', { revision })
}

function Details({ cci: { cci, note, parameter, contributor, published, references } }: { cci: Cci }) {
  const facts = [
    [t('Parameter'), parameter],
    [t('Note'), note],
    [t('Contributor'), contributor],
    [t('Published'), published],
  ] as const
  return (
    <details>
      <summary>{t('References of {cci}', { cci })}</summary>
      <ul>
        {references.map(({ title, version, index }, position) => (
          <li key={`${position} ${index ?? ''}`} dir="auto">
            <b>{index}</b> {title} {version !== null && title?.includes(version) !== true && `(${version})`}
          </li>
        ))}
      </ul>
      <Facts facts={facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]))} />
    </details>
  )
}
