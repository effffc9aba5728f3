import { CopyButton } from '../../../kit/copy.tsx'
import { Diff } from '../../../kit/diff.tsx'
import { sourceTextOf, type Field, type Rule } from '../fields.ts'
import styles from './context.module.css'

/** The SRG's text of the section in hand, with the words that differ. */
export function Source({ rule, field, text }: { rule: Rule; field: Field; text: string }) {
  const source = sourceTextOf(rule, field.id)
  return (
    <section className={styles['part']}>
      <div className={styles['head']}>
        <h2>
          {field.words} in {rule.version ?? 'the SRG'}
        </h2>
        {source !== '' && <CopyButton text={source} label={`Copy the SRG's ${field.words}`} />}
      </div>
      {source === '' ? (
        <p className="muted">Not specified in the SRG</p>
      ) : (
        <>
          <p dir="auto">
            {text === '' ? <span className="prose">{source}</span> : <Diff before={source} after={text} />}
          </p>
          {text !== '' && text !== source && (
            <p className={styles['legend']}>
              <ins>only ours</ins> <del>only SRG</del>
            </p>
          )}
        </>
      )}
    </section>
  )
}
