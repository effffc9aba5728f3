import { CopyButton } from '../../../kit/copy.tsx'
import { Diff } from '../../../kit/diff.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { readSourceText, type Field, type Rule } from '../fields.ts'
import { ContextPart } from './context-part.tsx'
import styles from './source.module.css'

/** The SRG's text of the current section, with a word diff. */
export function Source({ rule, field, text }: { rule: Rule; field: Field; text: string }) {
  const source = readSourceText(rule, field.id)
  return (
    <ContextPart as="section">
      <div className={styles['head']}>
        <h2>{rich('{field} in {version}', { field: field.label, version: rule.version ?? t('the SRG') })}</h2>
        {source !== '' && (
          <CopyButton text={source} label={t('Copy the SRG’s {field}', { field: field.label })} />
        )}
      </div>
      {source === '' ? (
        <p className="muted">{t('Not specified in the SRG')}</p>
      ) : (
        <>
          <p dir="auto">
            {text === '' ? <span className="prose">{source}</span> : <Diff before={source} after={text} />}
          </p>
          {text !== '' && text !== source && (
            <p className={styles['legend']}>
              <ins>{t('only ours')}</ins> <del>{t('only SRG')}</del>
            </p>
          )}
        </>
      )}
    </ContextPart>
  )
}
