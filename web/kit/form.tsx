import { useEffect, useMemo, useRef, type FormEvent, type ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { problemOf } from '../api/errors.ts'
import { ProblemBanner } from './banner-strip.tsx'
import styles from './form.module.css'

/**
 * A form that is sent by Enter or its button. What the service says about a field when it refuses stands at that
 * field, and the first of them gets the focus; the rest stands above.
 */
export function Form({
  error = null,
  onSend,
  children,
  label,
  wide = false,
}: {
  /** What the last sending failed with, as the mutation has it. */
  error?: unknown
  onSend: (values: FormData) => void
  children: ReactNode
  label?: string
  wide?: boolean
}) {
  const form = useRef<HTMLFormElement>(null)
  // The same object as long as the error is the same: fields are told again, and focused, only by a new refusal.
  const problem = useMemo(() => (error === null || error === undefined ? null : problemOf(error)), [error])
  const fields = problem?.fields ?? NONE
  const atFields = Object.keys(fields).some((name) => form.current?.elements.namedItem(name))
  useEffect(() => {
    const names = Object.keys(problem?.fields ?? {})
    const refused = names
      .map((name) => form.current?.elements.namedItem(name))
      .find((field) => field instanceof HTMLElement)
    refused?.focus()
  }, [problem])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(new FormData(event.currentTarget))
  }
  return (
    <AriaForm
      ref={form}
      className={`${styles['form']} ${wide ? styles['wide'] : ''}`}
      validationErrors={fields}
      onSubmit={send}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {problem && !atFields && <ProblemBanner problem={problem} />}
      {children}
    </AriaForm>
  )
}

const NONE = {}

/** The text of a field; empty when it is absent. */
export function valueOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** What follows the fields: the main action first. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
