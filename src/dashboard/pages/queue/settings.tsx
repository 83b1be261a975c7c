// How a merge queue is set up: its switch, its freezes, and what its settings are.
import { configureQueue } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { type Fact, Facts } from '../../kit/details.js'
import { formatName, formatNumber, formatWait } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { Fields } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'
import { Empty } from '../../kit/page.js'
import { Freezes } from './freezes.js'

type Configuration = Schemas['QueueConfiguration']
type Patch = Schemas['QueuePatch']

interface Names {
  owner: string
  repo: string
}

export function configure(path: Names, body: Patch) {
  return callApi(apiClient.POST('/api/phase2/queue/{owner}/{repo}/config', { params: { path }, body }))
}

export function SettingsSection({ config, path }: { config: Configuration | null; path: Names }) {
  const isOn = config?.enabled === true
  return (
    <section>
      <h2>Settings</h2>
      {config === null ? (
        <Empty>The queue was never set up here. Turn it on, and pull requests are admitted and merged.</Empty>
      ) : (
        <Facts facts={settingsOf(config)} />
      )}
      <div class="tools">
        <Switch label={isOn ? 'Pause the queue' : 'Turn the queue on'} isOn={!isOn} path={path} />
        <Change config={config} path={path} />
      </div>
      <Freezes freezes={config?.freezes ?? []} save={(freezes) => configure(path, { freezes })} />
    </section>
  )
}

export function Switch({ label, isOn, path }: { label: string; isOn: boolean; path: Names }) {
  return (
    <ActionButton
      label={label}
      explanation={
        isOn
          ? 'Pull requests are admitted and merged again, also where a lane has stopped.'
          : 'Nothing is admitted or merged any more. What is in the queue stays where it is.'
      }
      done={isOn ? 'The queue is on.' : 'The queue is paused.'}
      send={() => configure(path, { enabled: isOn })}
    />
  )
}

/** Lists of names are entered one a line. */
const FIELDS: Fields = Object.assign({}, configureQueue, {
  required_checks: {
    type: 'string',
    maxLength: 25_600,
    description: `${configureQueue.required_checks.description} One a line.`
  }
})

const CHANGEABLE = [
  'merge_method',
  'required_checks',
  'batch_size',
  'batch_max_wait_secs',
  'speculative_depth',
  'max_attempts',
  'check_timeout_mins',
  'max_queue_depth',
  'base_branch',
  'strict',
  'allow_skip',
  'delete_branch',
  'rollback_enabled'
] as const

function Change({ config, path }: { config: Configuration | null; path: Names }) {
  const initial = config === null ? {} : textsOf(config)
  return (
    <ActionButton
      label="Change the settings"
      explanation="What changes holds at once, also for what is in the queue."
      fields={FIELDS}
      only={CHANGEABLE}
      initial={initial}
      done="The settings were changed."
      send={(values) => configure(path, patchOf(values))}
    />
  )
}

function textsOf(config: Configuration): Record<string, string> {
  const texts = CHANGEABLE.map((name) => [name, String(config[name] ?? '')] as const)
  return Object.assign(Object.fromEntries(texts), { required_checks: config.required_checks.join('\n') })
}

function patchOf(values: FormValues): Patch {
  const names = String(values['required_checks'] ?? '').split('\n')
  const patch = Object.assign({ base_branch: null }, values, {
    required_checks: names.map((name) => name.trim()).filter(Boolean)
  })
  // Cast: the values are those of the fields of the body.
  return patch as Patch
}

function settingsOf(config: Configuration): Fact[] {
  const { base_branch, batch_max_wait_secs, admit_on, areas } = config
  return [
    ['Enabled', yesOrNo(config.enabled)],
    ['Admitted by', admit_on.join(' and ') || 'people who ask for it'],
    ['Branch', base_branch ?? 'any'],
    ['Merge method', formatName(config.merge_method)],
    ['Required checks', config.required_checks.join(', ') || 'those of the branch'],
    ['Tested together', `${formatNumber(config.batch_size)} at most`],
    ['Waits for others', formatWait(batch_max_wait_secs)],
    ['Candidates at once', formatNumber(config.speculative_depth)],
    ['Checks are awaited for', formatWait(config.check_timeout_mins * 60)],
    ['Tested as it lands', yesOrNo(config.strict)],
    ['Taken back if it breaks a deployment', yesOrNo(config.rollback_enabled)],
    ['Areas', areas.map(({ name }) => name).join(', ') || 'none']
  ]
}

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')
