// How the pull requests of a repository are reviewed: on or off, what is saved, and how to change it.
import { saveReviewConfig } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatName, inWords } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { PendingChanges } from '../../kit/forms/changes.js'
import { draftsOf } from '../../kit/forms/drafts.js'
import { changedValues, NOTHING_CHANGED } from '../../kit/forms/edits.js'
import { type Fields, fieldLabel } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'
import { RowTable } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'

type Stored = Schemas['StoredReviewSettings']
type Key = keyof typeof saveReviewConfig

interface SettingsProps {
  stored: Stored
  path: { owner: string; repo: string }
}

const FIELDS: Fields = saveReviewConfig
// Cast: the fields are named as the document names them.
const KEYS = Object.keys(saveReviewConfig) as Key[]
/** It has buttons of its own. */
const EDITED = KEYS.filter((key) => key !== 'enabled')

export function ReviewSettingsPanel({ stored, path }: SettingsProps) {
  return (
    <>
      <p>
        Reviews are{' '}
        <Badge word={stored.enabled ? 'active' : 'skipped'}>{stored.enabled ? 'on' : 'off'}</Badge>{' '}
        <span class="muted">
          {stored.stored ? (
            <>
              saved <Time at={stored.updated_at} />
            </>
          ) : (
            'nothing is saved, these are the defaults'
          )}
        </span>
      </p>
      <p class="row-tools">
        <Switch stored={stored} path={path} />
        <EditReviewSettings stored={stored} path={path} />
      </p>
      <details class="data">
        <summary>All settings</summary>
        <p class="muted">
          What is saved here outweighs <code>pillars.ai_review</code> of the{' '}
          <a href={`/dashboard/config/${path.owner}/${path.repo}`}>configuration</a>, which may say something
          else where nothing is saved. Each review keeps the settings that it used.
        </p>
        <AllSettings stored={stored} />
      </details>
    </>
  )
}

function AllSettings({ stored }: Pick<SettingsProps, 'stored'>) {
  return (
    <RowTable
      label="All settings"
      rows={EDITED}
      rowKey={(key) => key}
      columns={[
        { head: 'Setting', cell: (key) => <span class="plain">{fieldLabel(key)}</span> },
        { head: 'Value', cell: (key) => <strong>{settingInWords(key, stored[key])}</strong> },
        { head: 'Default', isMinor: true, cell: (key) => settingInWords(key, FIELDS[key]?.default) }
      ]}
    />
  )
}

/** The words that the document knows as people say them, and all else as it is. */
function settingInWords(key: string, value: unknown): string {
  const field = FIELDS[key]
  const words = field?.enum ?? field?.items?.enum
  if (words === undefined || value === null || value === undefined) return inWords(value)
  return inWords([value].flat().map((word) => formatName(String(word)).toLowerCase()))
}

function Switch({ stored: { enabled }, path }: SettingsProps) {
  return (
    <ActionButton
      label={enabled ? 'Turn reviews off' : 'Turn reviews on'}
      isPrimary={!enabled}
      explanation={
        enabled
          ? 'No pull request of the repository is reviewed any more. What was found stays.'
          : 'Pull requests are reviewed from the next one on that is opened or pushed to: by rules, and by the language model if the service has one.'
      }
      done={enabled ? 'Reviews are off.' : 'Reviews are on.'}
      send={() => save(path, { enabled: !enabled })}
    />
  )
}

function EditReviewSettings({ stored, path }: SettingsProps) {
  const changedIn = (values: FormValues) => changedValues(FIELDS, stored, values)
  return (
    <ActionButton
      label="Edit settings"
      explanation="They count from the next review on. Only what you change is saved."
      fields={FIELDS}
      only={EDITED}
      initial={draftsOf(FIELDS, stored)}
      preview={(values) => (
        <PendingChanges stored={stored} changed={changedIn(values)} wordsOf={settingInWords} />
      )}
      done="The settings were changed."
      send={async (values) => {
        const body = changedIn(values)
        return Object.keys(body).length === 0 ? NOTHING_CHANGED : save(path, body)
      }}
    />
  )
}

function save(path: SettingsProps['path'], body: Schemas['ReviewSettingsBody']) {
  return callApi(apiClient.POST('/api/review/config/{owner}/{repo}', { params: { path }, body }))
}
