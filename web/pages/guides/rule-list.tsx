import { useState } from 'react'
import type { Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import styles from './guides.module.css'

type Rule = Outputs['srgs']['show']['srg_rules'][number]
/** What rules of SRGs and STIGs have in common and show. */
export type CatalogRule = Pick<
  Rule,
  | 'id'
  | 'rule_id'
  | 'title'
  | 'version'
  | 'rule_severity'
  | 'ident'
  | 'fixtext'
  | 'disa_rule_descriptions_attributes'
  | 'checks_attributes'
>

const AT_ONCE = 200
const SEVERITIES = { high: 'High', medium: 'Medium', low: 'Low' } as const

/** Rules in their order, each with its texts folded below it. */
export function RuleList({
  rules,
  open,
  onOpen,
}: {
  rules: readonly CatalogRule[]
  open: number | null
  onOpen: (id: number | null) => void
}) {
  const [shown, setShown] = useState(AT_ONCE)
  const place = rules.findIndex(({ id }) => id === open)
  const count = Math.max(shown, place + 1)
  return (
    <>
      <ul className={styles['rules']}>
        {rules.slice(0, count).map((rule) => {
          const unfolded = rule.id === open
          return (
            <li key={rule.id}>
              <h2>
                <button
                  type="button"
                  aria-expanded={unfolded}
                  onClick={() => onOpen(unfolded ? null : rule.id)}
                >
                  <Icon name={unfolded ? 'down' : 'right'} />
                  <code>{rule.version ?? rule.rule_id}</code>
                  <span className={styles['words']}>{rule.title}</span>
                  <span className="muted small">{SEVERITIES[rule.rule_severity]}</span>
                </button>
              </h2>
              {unfolded && <Texts rule={rule} />}
            </li>
          )
        })}
      </ul>
      {rules.length > count && (
        <Button onPress={() => setShown(count + 1000)}>
          Show {Math.min(1000, rules.length - count)} more
        </Button>
      )}
    </>
  )
}

function Texts({ rule }: { rule: CatalogRule }) {
  const texts = [
    ['Discussion', rule.disa_rule_descriptions_attributes[0]?.vuln_discussion],
    ['Check', rule.checks_attributes.map(({ content }) => content).join('\n\n')],
    ['Fix', rule.fixtext],
    ['Identifiers', [rule.rule_id, rule.ident].filter(Boolean).join(', ')],
  ] as const
  return (
    <div className={styles['texts']}>
      {texts.map(
        ([name, text]) =>
          text && (
            <section key={name}>
              <h3>{name}</h3>
              <p className="prose">{text}</p>
            </section>
          ),
      )}
    </div>
  )
}
