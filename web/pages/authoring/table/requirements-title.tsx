import { PageTitle } from '../../../app/page-title.tsx'
import { useKeys } from '../../../app/use-keys.ts'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { t } from '../../../languages/t.ts'
import type { Component } from '../editor/component.ts'
import type { TableDialog } from './table-dialogs.tsx'

/** The title of the table, with an author's actions on all requirements. */
export function RequirementsTitle({
  component,
  mayWrite,
  selectedCount,
  onOpen,
}: {
  component: Component
  mayWrite: boolean
  selectedCount: number
  onOpen: (dialog: TableDialog) => void
}) {
  const release = component.version === null ? '' : `V${component.version}R${component.release ?? 0}`
  useKeys({
    ...(mayWrite ? { replace: () => onOpen('replace') } : {}),
    ...(mayWrite && !component.frozen_for_writes ? { add: () => onOpen('add') } : {}),
  })
  return (
    <PageTitle
      title={t('Requirements')}
      parents={[component.name]}
      description={`${component.name} ${release}`}
    >
      {mayWrite && (
        <Inline as="span">
          <Button onPress={() => onOpen('replace')}>
            {selectedCount > 0
              ? t('Find and replace in {selectedCount} selected', { selectedCount })
              : t('Find and replace')}
          </Button>
          <Button icon="plus" isDisabled={component.frozen_for_writes} onPress={() => onOpen('add')}>
            {t('Add')}
          </Button>
        </Inline>
      )}
    </PageTitle>
  )
}
