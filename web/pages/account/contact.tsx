import { rich } from '../../languages/rich.ts'

/** Whom to ask, if the service names an address. */
export function Contact({ email }: { email: string | null }) {
  if (email === null) return null
  return (
    <p className="small muted">
      {rich('Questions: {link}', { link: <a href={`mailto:${email}`}>{email}</a> })}
    </p>
  )
}
