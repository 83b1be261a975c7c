// The maintainer settings of a repository: what is in force, where it comes from, and how to change it.
import { updateMaintainerSettings } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { formatCount, inWords } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { PendingChanges } from '../../kit/forms/changes.js'
import { draftsOf } from '../../kit/forms/drafts.js'
import { changedValues, NOTHING_CHANGED } from '../../kit/forms/edits.js'
import { RowTable } from '../../kit/lists/table.js'

type Settings = Schemas['MaintainerSettings']
type Key = keyof Settings['sources']

const LAYERS: Record<Settings['sources'][Key], string> = {
  defaults: 'the default',
  org: 'the file of the organisation',
  repo: 'the file of the repository',
  db: 'an override of the configuration',
  settings: 'stored here',
  safety: 'a file that cannot be read, so nothing is done'
}

const KEYS = [
  'enabled',
  'stale_issue_days',
  'stale_pr_days',
  'stale_warn_days',
  'auto_close',
  'cleanup_branches'
] as const satisfies readonly Key[]

const TITLES: Record<(typeof KEYS)[number], string> = {
  enabled: 'Maintenance is on',
  stale_issue_days: 'Issues are stale after',
  stale_pr_days: 'Pull requests are stale after',
  stale_warn_days: 'Warned before they are closed',
  auto_close: 'Stale ones are closed',
  cleanup_branches: 'Branches are deleted after a merge'
}

const settingInWords = (value: boolean | number): string =>
  typeof value === 'number' ? formatCount(value, 'day', 'days') : inWords(value)

export function SettingsTable({ settings: { effective, sources } }: { settings: Settings }) {
  const { close_issue_days: issues, close_pr_days: pulls } = effective
  return (
    <>
      <RowTable
        label="Settings in force"
        rows={KEYS}
        rowKey={(key) => key}
        columns={[
          { head: 'Setting', cell: (key) => <span class="plain">{TITLES[key]}</span> },
          { head: 'In force', cell: (key) => <strong>{settingInWords(effective[key])}</strong> },
          { head: 'Comes from', cell: (key) => <Origin of={sources[key]} /> }
        ]}
      />
      <p class="muted after-table">
        Stale issues are {closing(issues)}, stale pull requests are {closing(pulls)}.
      </p>
    </>
  )
}

function Origin({ of }: { of: Settings['sources'][Key] }) {
  return <span class={of === 'safety' ? 'fault' : ''}>{LAYERS[of]}</span>
}

const closing = (days: number | null): string =>
  days === null ? 'never closed' : `closed after ${formatCount(days, 'day', 'days')}`

export function EditSettings({
  settings,
  path
}: {
  settings: Settings
  path: { owner: string; repo: string }
}) {
  const stored = storedOf(settings)
  return (
    <ActionButton
      label="Edit settings"
      explanation="What is stored here takes precedence over the configuration. An emptied field follows the configuration again."
      fields={updateMaintainerSettings}
      only={KEYS}
      initial={draftsOf(updateMaintainerSettings, stored)}
      preview={(values) => (
        <PendingChanges stored={stored} changed={changedValues(updateMaintainerSettings, stored, values)} />
      )}
      done="The settings were changed."
      send={async (values) => {
        const body = changedValues(updateMaintainerSettings, stored, values)
        if (Object.keys(body).length === 0) return NOTHING_CHANGED
        return callApi(apiClient.PATCH('/api/maintainer/{owner}/{repo}/settings', { params: { path }, body }))
      }}
    />
  )
}

/** The reply fills what is not stored with defaults, so only what comes from here is a stored value. */
function storedOf(settings: Settings): Partial<Settings> {
  return Object.fromEntries(
    KEYS.filter((key) => settings.sources[key] === 'settings').map((key) => [key, settings[key]])
  )
}
