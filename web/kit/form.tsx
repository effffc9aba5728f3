import { useEffect, useMemo, useRef, type FormEvent, type ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { toProblem, type Problem } from '../api/errors.ts'
import { ProblemBanner } from './banner-strip.tsx'
import styles from './form.module.css'

/**
 * A form that Enter or its button submits. Field errors of the service are shown at their fields, and the first such
 * field gets the focus; other errors are shown above.
 */
export function Form({
  error = null,
  onSend,
  children,
  label,
  wide = false,
}: {
  /** The error of the last submit, from the mutation. */
  error?: unknown
  onSend: (values: FormData) => void
  children: ReactNode
  label?: string
  wide?: boolean
}) {
  const form = useRef<HTMLFormElement>(null)
  // Keep the same object while the error is the same: fields show and focus an error only when it is new.
  const problem = useMemo(() => (error === null || error === undefined ? null : toProblem(error)), [error])
  const fields = useMemo(() => toShownFields(problem, form.current), [problem])
  const atFields = Object.keys(fields).some((name) => form.current?.elements.namedItem(name))
  useEffect(() => {
    const refused = Object.keys(fields)
      .map((name) => form.current?.elements.namedItem(name))
      .find((field) => field instanceof HTMLElement)
    refused?.focus()
  }, [fields])
  // React Aria clears the error of a field at blur: the button would move away from the pointer that presses it.
  useEffect(() => {
    const element = form.current
    const clear = ({ target }: Event) => {
      const hasError = target !== null && 'name' in target && String(target.name) in fields
      if (hasError) target.dispatchEvent(new Event('change', { bubbles: true }))
    }
    element?.addEventListener('input', clear)
    return () => element?.removeEventListener('input', clear)
  }, [fields])
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

const NO_FIELDS: Problem['fields'] = {}

/** Assigns the errors of parts, such as `allowed_ips.0`, to the field that contains them. */
function toShownFields(problem: Problem | null, form: HTMLFormElement | null): Problem['fields'] {
  if (problem === null || form === null) return NO_FIELDS
  const shown = new Map<string, Set<string>>()
  for (const [path, messages] of Object.entries(problem.fields)) {
    const name = findFieldName(path, form)
    shown.set(name, new Set([...(shown.get(name) ?? []), ...messages]))
  }
  return Object.fromEntries([...shown].map(([name, messages]) => [name, [...messages]]))
}

/** Returns the longest start of a path that names a field of the form, else the path. */
function findFieldName(path: string, form: HTMLFormElement): string {
  const parts = path.split('.')
  const starts = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'))
  return starts.find((name) => form.elements.namedItem(name) !== null) ?? path
}

/** Returns the text of a field, or an empty string. */
export function getFormValue(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** The buttons below the fields, the main action first. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
