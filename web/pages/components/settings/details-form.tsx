import { Button } from '../../../kit/button.tsx'
import { Field, TextArea } from '../../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../../kit/form.tsx'
import { TwoColumns } from '../../../kit/two-columns.tsx'
import { t } from '../../../languages/t.ts'
import { useSaveDetails, type Details, type Header } from './use-save-details.ts'

const LABELS = { name: t('Name'), prefix: t('Prefix'), title: t('Title') } as const
const NUMBERS = { version: t('Version'), release: t('Release') } as const
const CONTACT = { admin_name: t('Contact name'), admin_email: t('Contact email') } as const

/** Name, numbers, description and contact of a component; read-only once it is released. */
export function DetailsForm({ component }: { component: Header }) {
  const save = useSaveDetails(component)
  const shared = { isDisabled: component.released, validationBehavior: 'aria' } as const
  return (
    <Form label={t('Details')} error={save.error} onSend={(values) => save.mutate(readDetails(values))}>
      {listKeys(LABELS).map((name) => (
        <Field
          key={name}
          label={LABELS[name]}
          name={name}
          defaultValue={component[name]}
          isRequired
          {...shared}
        />
      ))}
      <TwoColumns>
        {listKeys(NUMBERS).map((name) => (
          <Field
            key={name}
            label={NUMBERS[name]}
            name={name}
            type="number"
            defaultValue={String(component[name] ?? '')}
            {...shared}
          />
        ))}
      </TwoColumns>
      <TextArea
        label={t('Description')}
        name="description"
        hint={t('Exports use the title when it is empty.')}
        defaultValue={component.description ?? ''}
        {...shared}
      />
      <TwoColumns>
        {listKeys(CONTACT).map((name) => (
          <Field
            key={name}
            label={CONTACT[name]}
            name={name}
            type={name === 'admin_email' ? 'email' : 'text'}
            defaultValue={component[name] ?? ''}
            {...shared}
          />
        ))}
      </TwoColumns>
      <Actions>
        <Button type="submit" variant="primary" isDisabled={component.released} isPending={save.isPending}>
          {t('Save')}
        </Button>
      </Actions>
    </Form>
  )
}

function readDetails(values: FormData): Details {
  return {
    name: getFormValue(values, 'name'),
    prefix: getFormValue(values, 'prefix').trim(),
    title: getFormValue(values, 'title'),
    version: parseNumber(getFormValue(values, 'version')),
    release: parseNumber(getFormValue(values, 'release')),
    description: getFormValue(values, 'description').trim() || null,
    admin_name: getFormValue(values, 'admin_name').trim() || null,
    admin_email: getFormValue(values, 'admin_email').trim() || null,
  }
}

function parseNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function listKeys<T extends object>(labels: T): (keyof T)[] {
  return Object.keys(labels) as (keyof T)[]
}
