import { useSuspenseQuery } from '@tanstack/react-query'
import { api, type Outputs } from '../../api/client.ts'
import { SecretField } from '../../kit/field.tsx'

type Policy = Outputs['system']['settings']['password']

/** A password and its repetition; what a password must have stands below before anybody types. */
export function NewPassword({ label = 'Password' }: { label?: string }) {
  const { data } = useSuspenseQuery(api.system.settings.queryOptions())
  return (
    <>
      <SecretField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={wordsOf(data.password)}
        isRequired
        validationBehavior="aria"
      />
      <SecretField
        label={`${label} again`}
        name="password_confirmation"
        autoComplete="new-password"
        isRequired
        validationBehavior="aria"
      />
    </>
  )
}

/** The rules for passwords in one sentence. */
export function wordsOf({
  min_length,
  min_uppercase,
  min_lowercase,
  min_number,
  min_special,
}: Policy): string {
  const counted = [
    [min_uppercase, 'of A to Z'],
    [min_lowercase, 'of a to z'],
    [min_number, 'of 0 to 9'],
    [min_special, 'other'],
  ] as const
  const needed = counted.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const among = needed.length === 0 ? '' : `, among them at least ${needed.join(', ')}`
  return `At least ${min_length} characters${among}.`
}
