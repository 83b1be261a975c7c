// What stands above the settings: whether the service acts at all, and whether somebody else has saved meanwhile.
import type { Schemas } from '../../kit/api.js'
import { type Fact, Facts } from '../../kit/details.js'
import { formatNumber } from '../../kit/format.js'
import { Time } from '../../kit/time.js'
import type { Edits } from './settings.js'
import { clashingSettings } from './use-edits.js'

type Base = Schemas['RepoConfig']

export function State({ base }: { base: Base }) {
  const { config, is_readable, layers } = base
  return (
    <>
      {!is_readable && (
        <p class="failure">
          A configuration file cannot be read, so the service does nothing here: {faultOf(layers)}
        </p>
      )}
      {is_readable && config.settings.dry_run && (
        <p class="notice">
          <strong>Dry run.</strong> The service records what it would do here, and changes nothing on the
          host.
        </p>
      )}
      <Facts facts={factsOf(base)} />
    </>
  )
}

function faultOf({ file, org_file }: Base['layers']): string {
  return file.error ?? org_file?.error ?? 'it was never read.'
}

function factsOf({ layers, overrides, version, updated_at, updated_by }: Base): Fact[] {
  const { org, repo, file, org_file } = layers
  const isSet = Object.keys(overrides).length > 0
  return [
    ['Version', formatNumber(version)],
    ['Last saved', updated_at && <Saved key="saved" by={updated_by} at={updated_at} />],
    ['File of the organisation', fileText(org_file, org)],
    ['File of the repository', fileText(file, repo)],
    ['Set here', isSet ? 'yes' : 'nothing']
  ]
}

function Saved({ by, at }: { by: string | null; at: string }) {
  return (
    <>
      by {by ?? 'nobody'}, <Time at={at} />
    </>
  )
}

function fileText(file: Schemas['ConfigFile'] | null, hasContent: boolean): string {
  if (file === null || file.path === null) return file?.error ?? 'none'
  return `${file.path}${hasContent ? '' : ', empty'}${file.error === undefined ? '' : `: ${file.error}`}`
}

/** After a save was refused because somebody else was faster. */
export function Overtaken({ former, base, edits }: { former: Base; base: Base; edits: Edits }) {
  const both = clashingSettings(former, base, edits)
  return (
    <div class="notice" role="alert">
      <p>
        <strong>Version {base.version} was saved meanwhile</strong> by {base.updated_by ?? 'somebody'},{' '}
        <Time at={base.updated_at} />. It is shown below. Your edits are kept and now stand on it; simulate
        them again before you save.
      </p>
      {both.length > 0 && <p>Edited by both: {both.map(({ label }) => label).join('; ')}.</p>}
    </div>
  )
}
