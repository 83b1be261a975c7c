// One setting: its control, the layer that its value comes from, and what stands in its way.
import type { Schemas } from '../../kit/api.js'
import { FormField } from '../../kit/forms/form-field.js'
import { Toggle } from '../../kit/forms/toggle.js'
import type { CardsProps } from './cards.js'
import { heldDraft, isMerged, type Setting, valueUnder } from './settings.js'

type Layer = Schemas['RepoConfig']['sources'][string]

const LAYERS: Record<Layer, string> = {
  defaults: 'default',
  org: 'file of the organisation',
  repo: 'file of the repository',
  db: 'set here',
  safety: 'held back while a file cannot be read'
}

export function SettingField({ setting, of }: { setting: Setting; of: CardsProps }) {
  const { pointer, label, field, keys } = setting
  const edit = of.edits[pointer]
  const Shown = field.type === 'boolean' && field.required ? Toggle : FormField
  return (
    <div class={`setting${edit === undefined ? '' : ' edited'}`}>
      <Shown
        id={`setting-${pointer}`}
        name={keys.at(-1) ?? ''}
        path={pointer}
        label={label}
        field={field}
        draft={edit ?? heldDraft(setting, of.base)}
        faults={of.faults}
        onEnter={(draft) => of.onEdit(setting, draft)}
      />
      <Origin setting={setting} of={of} />
    </div>
  )
}

function Origin({ setting, of }: { setting: Setting; of: CardsProps }) {
  const { pointer, keys, label } = setting
  const { base, edits, shadows } = of
  const edit = edits[pointer]
  const lock = base.locked.find(({ path }) => path === pointer)
  const canFallBack = edit === undefined && valueUnder(base.overrides, keys) !== undefined
  return (
    <p class="origin muted">
      {edit === undefined && <span class="badge quiet">{LAYERS[layerOf(setting, base)]}</span>}
      {edit !== undefined && <span class="badge">{edit === null ? 'will fall back' : 'edited'}</span>}
      {lock && <span>Locked by the organisation. {lock.tighter}</span>}
      {shadows.has(pointer) && <span>The file of the repository: {shadows.get(pointer)}</span>}
      {edit !== undefined && (
        <button type="button" class="link" onClick={() => of.onUndo(setting)}>
          Undo<span class="unseen"> {label}</span>
        </button>
      )}
      {canFallBack && (
        <button type="button" class="link" onClick={() => of.onEdit(setting, null)}>
          Fall back to the file or default<span class="unseen">: {label}</span>
        </button>
      )}
    </p>
  )
}

/** What merges has a layer for each of its values; here counts whether any of them is set here. */
function layerOf(setting: Setting, { sources, overrides }: Schemas['RepoConfig']): Layer {
  const { pointer, keys } = setting
  if (isMerged(setting) && valueUnder(overrides, keys) !== undefined) return 'db'
  const within = Object.keys(sources).find((one) => one.startsWith(`${pointer}/`))
  return sources[pointer] ?? sources[within ?? ''] ?? 'defaults'
}
