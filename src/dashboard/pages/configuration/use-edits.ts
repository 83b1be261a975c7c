// What is edited and not saved yet, and what is wrong with it.
import { useState } from 'preact/hooks'
import type { Schemas } from '../../kit/api.js'
import { type Faults, type FieldDraft, fieldDraft } from '../../kit/forms/drafts.js'
import { SETTINGS } from './cards.js'
import {
  differences,
  type Edits,
  faultsOfEdits,
  heldDraft,
  overridesWith,
  type Setting,
  valueUnder,
  withEdit
} from './settings.js'

type Base = Schemas['RepoConfig']

export function useEdits(base: Base) {
  const [edits, setEdits] = useState<Edits>({})
  const [faults, setFaults] = useState<Faults>({})
  return {
    edits,
    faults,
    setFaults,
    edit: (setting: Setting, draft: FieldDraft | null) =>
      setEdits((former) => withEdit(former, setting, draft, heldDraft(setting, base))),
    undo: ({ pointer }: Setting) => setEdits(({ [pointer]: _, ...others }) => others),
    suggest: (change: object) => setEdits((former) => withSuggestion(former, base, change)),
    discard() {
      setEdits({})
      setFaults({})
    },
    /** The overrides to propose; undefined while something is wrong, which the form then shows. */
    checked(): object | undefined {
      const found = faultsOfEdits(SETTINGS, edits)
      setFaults(found)
      return Object.keys(found).length > 0 ? undefined : overridesWith(base.overrides, SETTINGS, edits)
    }
  }
}

/** A suggestion is a part of a configuration: each of its settings becomes an edit. */
function withSuggestion(edits: Edits, base: Base, change: object): Edits {
  const suggested = SETTINGS.filter(({ keys }) => valueUnder(change, keys) !== undefined)
  return suggested.reduce((former, setting) => {
    const draft = fieldDraft(setting.field, valueUnder(change, setting.keys))
    return withEdit(former, setting, draft, heldDraft(setting, base))
  }, edits)
}

/** What others have changed of what is edited here. */
export function clashingSettings(former: Base, base: Base, edits: Edits): Setting[] {
  const changed = differences(former.overrides, base.overrides)
  return SETTINGS.filter(
    ({ pointer }) =>
      edits[pointer] !== undefined && changed.some((one) => `${one.pointer}/`.startsWith(`${pointer}/`))
  )
}
