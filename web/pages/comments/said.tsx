import type { ReactNode } from 'react'
import type { Outputs } from '../../api/client.ts'
import { ago, exact, momentOf } from '../../api/time.ts'
import { Avatar, Chip, hueOf } from '../../kit/chip.tsx'
import { DISPOSITIONS } from '../components/states-of.ts'
import styles from './comments.module.css'
import { Words } from './words.tsx'

export type Review = Outputs['reviews']['get']['review']

/** What every list and view of comments tells of one. */
export type Told = Pick<
  Review,
  'id' | 'comment' | 'created_at' | 'triage_status' | 'adjudicated_at' | 'author_name'
> & { edited_at?: string | null; withdrawn_at?: string | null }

export function nameOf({ author_name }: Pick<Told, 'author_name'>): string {
  return author_name ?? 'Somebody'
}

/** A hue that the same name always has. */
export function hueOfName(name: string): ReturnType<typeof hueOf> {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return hueOf(sum)
}

/** The word of a decision; closed ones have a lock after it. */
export function Disposition({ of }: { of: Pick<Told, 'triage_status' | 'adjudicated_at'> }) {
  if (of.triage_status === null) return null
  const { words, hue, icon } = DISPOSITIONS[of.triage_status]
  return (
    <Chip hue={hue} icon={icon} closed={of.adjudicated_at !== null && of.triage_status !== 'withdrawn'}>
      {words}
    </Chip>
  )
}

/** How long ago something was written, with the exact time for who points at it. */
export function Age({ at, edited = false }: { at: string; edited?: boolean }) {
  const moment = momentOf(at)
  if (!moment) return null
  return (
    <span className="muted small" title={exact(moment)}>
      {ago(moment, new Date())}
      {edited && ', edited'}
    </span>
  )
}

/** Who said what and when; `about` stands behind the name, `children` below the text. */
export function Said({
  told,
  about,
  children,
  isCurrent = false,
}: {
  told: Told
  about?: ReactNode
  children?: ReactNode
  /** The one that the address names. */
  isCurrent?: boolean
}) {
  const name = nameOf(told)
  return (
    <div className={styles['said']} data-current={isCurrent || undefined} data-comment={told.id}>
      <header>
        <Avatar name={name} hue={hueOfName(name)} />
        <bdi className="strong">{name}</bdi>
        {about}
        <Age at={told.created_at} edited={(told.edited_at ?? null) !== null} />
        <span className="push">
          <Disposition of={told} />
        </span>
      </header>
      {told.withdrawn_at ? <p className="muted">This reply was withdrawn.</p> : <Words text={told.comment} />}
      {children}
    </div>
  )
}
