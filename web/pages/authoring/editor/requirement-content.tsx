import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { Loading } from '../../../app/states.tsx'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { t } from '../../../languages/t.ts'
import type { Row } from '../requirements.ts'
import type { Component } from './component.ts'
import { EditorView } from './editor-view.tsx'

/** The editor of one requirement, shown when its texts are loaded. */
export function RequirementContent({
  ruleId,
  component,
  rows,
  onDone,
}: {
  ruleId: number
  component: Component
  rows: readonly Row[]
  onDone: () => void
}) {
  const rule = useQuery(api.rules.show.queryOptions({ ruleId }))
  useRefetchOnChangedAccess(component, rule.refetch)
  if (rule.data) {
    return <EditorView key={ruleId} rule={rule.data} component={component} rows={rows} onDone={onDone} />
  }
  if (!rule.error) return <Loading />
  return (
    <ProblemBanner
      problem={toProblem(rule.error)}
      action={<Button onPress={() => void rule.refetch()}>{t('Try again')}</Button>}
    />
  )
}

/** Reads the requirement again when the user's access to the component changes, which decides the allowed actions. */
function useRefetchOnChangedAccess(component: Component, refetch: () => Promise<unknown>): void {
  const { effective_permissions: role, released, frozen_for_writes: frozen } = component
  const access = `${role} ${released} ${frozen}`
  const lastAccess = useRef(access)
  useEffect(() => {
    if (lastAccess.current === access) return
    lastAccess.current = access
    void refetch()
  }, [access, refetch])
}
