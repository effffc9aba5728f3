import { VISIBILITIES } from '../../../src/vocabulary.ts'
import { queryClient, type Outputs } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Field, TextArea } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { VisibilityChoice } from '../projects/visibility.tsx'
import { toSentence } from './archive-contents.tsx'
import { ArchiveParts } from './archive-parts.tsx'
import { ARCHIVES, FileInput, useUpload } from './file-input.tsx'
import { ImportStep } from './import-step.tsx'
import { ARCHIVE_LIMIT_BYTES } from './limits.ts'
import { Warnings } from './report.tsx'
import { useArchive } from './use-archive.ts'
import styles from './vulcan.module.css'

type CreateResponse = Outputs['projects']['createFromBackup']
type CreatePreview = Extract<CreateResponse, { project_defaults: unknown }>
type CreatedProject = Extract<CreateResponse, { project: unknown }>

const ADDRESS = '/projects/create_from_backup'

/** Imports a project from a Vulcan archive: preview, name, import. */
export default function MoveInPage() {
  const archive = useArchive<CreatePreview>(ADDRESS)
  const creating = useUpload<CreatedProject>(
    t('Importing the archive'),
    () => void queryClient.invalidateQueries(),
  )
  const { file, trial, trying } = archive
  if (creating.data) return <Arrived created={creating.data} />
  return (
    <PageContent className={styles['page']}>
      <PageTitle title={t('Import from Vulcan')} parents={[t('Projects')]} />
      <ImportStep>
        <h2>{t('1. The archive')}</h2>
        <HowToExport />
        <FileInput
          label={t('Archive of Vulcan')}
          hint={t('or drop it here: .zip, up to 100 MB. Backups of this service work too.')}
          accept={ARCHIVES}
          mostBytes={ARCHIVE_LIMIT_BYTES}
          files={file ? [file] : []}
          sending={creating.isPending ? creating : trying}
          onFiles={([chosen]) => {
            creating.reset()
            if (chosen) archive.take(chosen)
          }}
        />
      </ImportStep>
      {trial && file && (
        <>
          <ImportStep>
            <h2>{t('2. What is in it')}</h2>
            <BannerStrip variant="info">
              {rich('The import would add {records}.', { records: toSentence(trial.summary) })}
            </BannerStrip>
            <ArchiveParts archive={archive} trial={trial} />
          </ImportStep>
          <ImportStep>
            <h2>{t('3. The project here')}</h2>
            <ProjectForm
              key={trial.project_defaults.name}
              defaults={trial.project_defaults}
              error={creating.error}
              isPending={creating.isPending}
              isDisabled={!archive.isReady}
              onSend={(project) =>
                creating.mutate({
                  address: ADDRESS,
                  files: [file],
                  form: { values: { ...archive.values(), ...project } },
                })
              }
            />
          </ImportStep>
        </>
      )}
    </PageContent>
  )
}

/** The project's name and visibility. */
function ProjectForm({
  defaults,
  error,
  isPending,
  isDisabled,
  onSend,
}: {
  defaults: CreatePreview['project_defaults']
  error: unknown
  isPending: boolean
  isDisabled: boolean
  onSend: (project: Record<string, string>) => void
}) {
  return (
    <Form error={error} onSend={(values) => onSend(toProject(values))}>
      <Field
        label={t('Name')}
        name="project_name"
        defaultValue={defaults.name ?? ''}
        isRequired
        validationBehavior="aria"
      />
      <TextArea
        label={t('Description')}
        name="project_description"
        defaultValue={defaults.description ?? ''}
        validationBehavior="aria"
      />
      <VisibilityChoice value={defaults.visibility} />
      <Actions>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={isDisabled}>
          {t('Import project')}
        </Button>
        <Link to="/projects" variant="secondary">
          {t('Cancel')}
        </Link>
      </Actions>
    </Form>
  )
}

function toProject(values: FormData): Record<string, string> {
  return {
    project_name: getFormValue(values, 'project_name'),
    project_description: getFormValue(values, 'project_description'),
    project_visibility: VISIBILITIES.find((item) => item === getFormValue(values, 'visibility')) ?? 'hidden',
  }
}

/** The imported and the skipped content; it stays until the user continues. */
function Arrived({ created: { project, summary, warnings } }: { created: CreatedProject }) {
  return (
    <PageContent className={styles['page']}>
      <PageTitle title={t('{name} is imported', { name: project.name })} parents={[t('Projects')]} />
      <BannerStrip variant="success">{toSentence(summary)}.</BannerStrip>
      <Warnings warnings={warnings} />
      <Actions>
        <Link to="/projects/$id" params={{ id: project.id }} variant="primary">
          {t('Open the project')}
        </Link>
        <Link to="/projects/$id/members" params={{ id: project.id }} variant="secondary">
          {t('See its members')}
        </Link>
      </Actions>
    </PageContent>
  )
}

function HowToExport() {
  return (
    <p>
      {rich(
        'In Vulcan, open the project, choose <b>Export</b>, then <b>JSON archive (backup)</b> with its comments and members. Nothing is imported until you confirm.',
        { b: (inner) => <b>{inner}</b> },
      )}
    </p>
  )
}
