import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api, type Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Chip } from '../../kit/chip.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { Stack } from '../../kit/stack.tsx'
import { t } from '../../languages/t.ts'
import { CciText } from './cci-text.tsx'
import styles from './control-texts.module.css'

type Texts = Outputs['controls']['texts']
type ControlText = Texts['controls'][number]

/** The texts of a control with its CCIs, or of the CCIs that a query names with their controls. */
export function ControlTexts({ query }: { query: string }) {
  const { data, error } = useQuery(api.controls.texts.queryOptions({ q: query }))
  if (error) return <ProblemBanner problem={toProblem(error)} />
  if (!data) return <p aria-busy="true">{t('Loading the texts')}</p>
  return (
    <Stack className={styles['texts']}>
      {data.controls.map((control) => (
        <ControlTextView key={control.control} control={control} />
      ))}
      {data.ccis.length > 0 && (
        <Stack as="ul" aria-label={t('CCIs')}>
          {data.ccis.map((cci) => (
            <CciText key={cci.cci} cci={cci} />
          ))}
        </Stack>
      )}
      <MissingDocuments documents={data.reference_documents} />
    </Stack>
  )
}

function ControlTextView({
  control: { control, family, title, withdrawn, successors, statement, guidance },
}: {
  control: ControlText
}) {
  return (
    <Stack as="article" aria-label={`${control} ${title}`}>
      <h2 dir="auto">
        {control} {title}{' '}
        {withdrawn && (
          <Chip hue="grey" icon="cross">
            {t('Withdrawn')}
          </Chip>
        )}
      </h2>
      {family !== null && <p className="muted small">{family}</p>}
      {successors.length > 0 && (
        <p className="small">
          {t('Now part of')}{' '}
          {successors.map((successor, index) => (
            <span key={successor}>
              {index > 0 && ', '}
              <AddressLink to="/controls" search={{ q: successor }}>
                {successor}
              </AddressLink>
            </span>
          ))}
        </p>
      )}
      {statement.map(({ label, level, text }, index) => (
        <p
          key={`${index} ${label ?? ''}`}
          className="prose"
          style={{ marginInlineStart: `${level * 1.5}em` }}
          dir="auto"
        >
          {label !== null && <b>{label} </b>}
          {text}
        </p>
      ))}
      {guidance !== null && (
        <details>
          <summary>{t('Guidance for {control}', { control })}</summary>
          <p className="prose" dir="auto">
            {guidance}
          </p>
        </details>
      )}
    </Stack>
  )
}

/** Says which texts are not stored; administrators get a link to upload them. */
export function MissingDocuments({ documents }: { documents: Texts['reference_documents'] }) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const has = (kind: string) => documents.some((document) => document.kind === kind)
  if (has('cci_list') && has('control_catalog')) return null
  return (
    <p className="muted small">
      {formatMissing(has('cci_list'), has('control_catalog'))}{' '}
      {person.admin ? (
        <AddressLink to="/administration/reference_documents">{t('Upload reference documents')}</AddressLink>
      ) : (
        t('A system administrator can upload them.')
      )}
    </p>
  )
}

function formatMissing(hasList: boolean, hasCatalog: boolean): string {
  if (hasCatalog) return t('The definitions of CCIs are not stored on this server.')
  if (hasList) return t('The texts of controls are not stored on this server.')
  return t('The texts of controls and CCIs are not stored on this server.')
}
