import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { AddressLink } from '../../../kit/link.tsx'
import { t } from '../../../languages/t.ts'
import styles from './cci-definitions.module.css'

/** The definitions of a requirement's CCIs, each with a link to its page. */
export function CciDefinitions({ ident }: { ident: string }) {
  const { data, error } = useQuery(api.controls.texts.queryOptions({ q: ident }))
  if (error) return <ProblemBanner problem={toProblem(error)} />
  if (!data) {
    return (
      <p className={styles['definitions']} aria-busy="true">
        {t('Loading the texts')}
      </p>
    )
  }
  return (
    <ul className={styles['definitions']}>
      {data.ccis.map(({ cci, definition, status }) => (
        <li key={cci}>
          <p dir="auto">
            <AddressLink to="/controls" search={{ q: cci }}>
              {cci}
            </AddressLink>{' '}
            {status === 'deprecated' && <b>{t('Deprecated')}: </b>}
            {definition ?? t('No definition is stored')}
          </p>
        </li>
      ))}
      {data.ccis.length === 0 && <li>{t('No known CCI')}</li>}
    </ul>
  )
}
