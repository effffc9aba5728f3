import { useMutation } from '@tanstack/react-query'
import { api, queryClient } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Actions } from '../../../kit/form.tsx'
import { Link } from '../../../kit/link.tsx'
import { notify } from '../../../kit/toast.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatNumber, t } from '../../../languages/t.ts'
import type { GuideKind } from '../catalog.ts'
import { replaceGuides, summarize, type GuidesAnswer } from './send-guides.ts'

type Changes = NonNullable<GuidesAnswer['guides'][number]['changes']>

/** Shows what a file would change in a guide of the same version, and replaces the guide after a confirmation. */
export function ReplaceGuide({ kind, file }: { kind: GuideKind; file: File }) {
  const preview = useMutation({ mutationFn: () => replaceGuides(kind, file, true) })
  const replace = useMutation({
    mutationFn: () => replaceGuides(kind, file, false),
    onSuccess: async (answer) => {
      notify(`${file.name}: ${summarize(answer)}`)
      preview.reset()
      await queryClient.invalidateQueries(api[kind].pathFilter())
    },
  })
  const close = () => {
    preview.reset()
    replace.reset()
  }
  return (
    <>
      {preview.error && <ProblemBanner problem={toProblem(preview.error)} />}
      {replace.isSuccess ? (
        <p>{t('The guide in the catalog was replaced.')}</p>
      ) : (
        <p>
          <Button isPending={preview.isPending} onPress={() => preview.mutate()}>
            {t('Review replacement')}
          </Button>
        </p>
      )}
      <Dialog
        title={t('Replace the guide in the catalog?')}
        isOpen={preview.data !== undefined}
        urgent
        onClose={close}
      >
        {replace.error && <ProblemBanner problem={toProblem(replace.error)} />}
        {preview.data?.guides
          .filter(({ changes }) => changes !== null)
          .map((line) => (
            <PreviewedLine key={line.file} line={line} />
          ))}
        <p>
          {t(
            'Components keep their texts and show that their source changed. You can replace the guide again with the earlier file.',
          )}
        </p>
        <Actions>
          <Button variant="danger" isPending={replace.isPending} onPress={() => replace.mutate()}>
            {t('Replace guide')}
          </Button>
          <Button onPress={close}>{t('Cancel')}</Button>
        </Actions>
      </Dialog>
    </>
  )
}

function PreviewedLine({ line }: { line: GuidesAnswer['guides'][number] }) {
  const { title, version, changes, components } = line
  return (
    <section>
      <h3>
        {title} {version}
      </h3>
      {changes && <ChangeSummary changes={changes} />}
      {components.length > 0 && (
        <p>
          {rich('Used by {components}', {
            components: components.map(({ id, name, project_name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link to="/components/$id" params={{ id }}>
                  {name}
                </Link>{' '}
                ({project_name})
              </span>
            )),
          })}
        </p>
      )}
    </section>
  )
}

function ChangeSummary({ changes }: { changes: Changes }) {
  const rows = [
    [t('Added'), changes.added_count, changes.added],
    [t('Removed'), changes.removed_count, changes.removed],
    [t('Changed'), changes.updated_count, changes.updated],
  ] as const
  return (
    <ul>
      {rows.map(([label, count, versions]) => (
        <li key={label}>
          {label}: {formatNumber(count)}
          {count > 0 && ` (${versions.slice(0, 8).join(', ')}${count > 8 ? ', …' : ''})`}
        </li>
      ))}
    </ul>
  )
}
