import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { t } from '../../languages/t.ts'
import { ProposeRelocation } from './propose-relocation.tsx'

/** A button that opens the form to propose the relocation of one requirement. */
export function ProposeForRequirement({ id, name }: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('Propose relocation')}</Button>
      {isOpen && <ProposeRelocation requirement={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  )
}
