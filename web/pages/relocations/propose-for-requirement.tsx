import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { t } from '../../languages/t.ts'
import { ProposeRelocation } from './propose-relocation.tsx'

/** Offers to propose that one requirement moves to another technology. */
export function ProposeForRequirement({ id, name }: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('Propose relocation')}</Button>
      {isOpen && <ProposeRelocation requirement={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  )
}
