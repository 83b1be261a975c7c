// The form of the settings: what stands above the cards, the cards, and the way to saving.
import { useState } from 'preact/hooks'
import { type ApiResult, apiClient, type Schemas } from '../../kit/api.js'
import { formatCount } from '../../kit/format.js'
import { Empty, Section } from '../../kit/page.js'
import { AdviceList } from './advice.js'
import { SettingCards } from './cards.js'
import type { KeyedApi } from './key.js'
import { jsonObject, loadReview, type RepositoryNamed, type ReviewResult } from './load-review.js'
import { Overtaken, State } from './notices.js'
import { Review, type SaveProposal } from './review.js'
import { useEdits } from './use-edits.js'
import { useKeyed } from './use-keyed.js'

interface SettingsFormProps {
  api: KeyedApi
  path: RepositoryNamed
  base: Schemas['RepoConfig']
  reload: () => Promise<void>
}

export function SettingsForm(props: SettingsFormProps) {
  const { api, path, base } = props
  const edits = useEdits(base)
  const [former, setFormer] = useState<Schemas['RepoConfig']>()
  const { state } = useKeyed(String(base.version), () => loadReview(api, path, base.overrides))
  return (
    <>
      <State base={base} />
      {former && <Overtaken former={former} base={base} edits={edits.edits} />}
      <Section title="Recommendations" state={state}>
        {(reviewed) => <Recommended reviewed={reviewed} onApply={edits.suggest} />}
      </Section>
      <SettingCards
        base={base}
        edits={edits.edits}
        faults={edits.faults}
        shadows={shadowsIn(state.data)}
        onEdit={edits.edit}
        onUndo={edits.undo}
      />
      <Saving of={props} edits={edits} onOvertaken={setFormer} />
    </>
  )
}

type EditsHeld = ReturnType<typeof useEdits>

/** What the file sets without effect, by its pointer. */
function shadowsIn(reviewed: ReviewResult | undefined): ReadonlyMap<string, string> {
  const warnings = reviewed?.trial?.impact.current.warnings ?? []
  return new Map(warnings.map(({ path, message }) => [path, message]))
}

interface RecommendedProps {
  reviewed: ReviewResult
  onApply: (change: object) => void
}

function Recommended({ reviewed: { trial }, onApply }: RecommendedProps) {
  if (trial === undefined)
    return <Empty>What is stored here is not valid any more. Reset it, or change it.</Empty>
  if (trial.advice.recommendations.length === 0) return <Empty>Nothing to recommend.</Empty>
  return <AdviceList advice={trial.advice} onApply={onApply} />
}

interface SavingProps {
  of: SettingsFormProps
  edits: EditsHeld
  /** With the state that the edits were based on. */
  onOvertaken: (former: Schemas['RepoConfig'] | undefined) => void
}

function Saving({ of: { api, path, base, reload }, edits, onOvertaken }: SavingProps) {
  const [proposed, setProposed] = useState<SaveProposal>()
  const count = Object.keys(edits.edits).length
  const propose = (title: string, overrides: object | undefined) => {
    if (overrides === undefined) return
    const onFaults: SaveProposal['onFaults'] = (found) =>
      edits.setFaults(Object.fromEntries(found.map(({ path: at, message }) => [at, message])))
    const save = () => saveOverrides(api, path, base.version, overrides)
    setProposed({ title, overrides, onFaults, save })
  }
  const leave = async (overtaken: Schemas['RepoConfig'] | undefined) => {
    setProposed(undefined)
    onOvertaken(overtaken)
    await reload()
  }
  // What was edited stays in sight until what was saved is there.
  const finish = async () => {
    await leave(undefined)
    edits.discard()
  }
  return (
    <div class="save-bar">
      <p role="status">{saveText(count, Object.keys(edits.faults).length)}</p>
      {count > 0 && (
        <>
          <button type="button" class="primary" onClick={() => propose('Simulate and save', edits.checked())}>
            Simulate and save
          </button>
          <button type="button" onClick={edits.discard}>
            Discard
          </button>
        </>
      )}
      {count === 0 && Object.keys(base.overrides).length > 0 && (
        <button type="button" onClick={() => propose('Reset to the files and defaults', {})}>
          Reset all
        </button>
      )}
      {proposed && (
        <Review
          api={api}
          path={path}
          base={base}
          proposed={proposed}
          onSaved={() => void finish()}
          onConflict={() => void leave(base)}
          onClose={() => setProposed(undefined)}
        />
      )}
    </div>
  )
}

function saveText(edits: number, faults: number): string {
  if (faults > 0) return `${formatCount(faults, 'fault', 'faults')} to correct`
  return edits === 0 ? 'Nothing is edited.' : `${formatCount(edits, 'edit', 'edits')}, not saved yet`
}

function saveOverrides(
  { call, headers }: KeyedApi,
  path: RepositoryNamed,
  version: number,
  overrides: object
): Promise<ApiResult<Schemas['ConfigChange']>> {
  const params = { path, header: { 'if-match': String(version) } }
  const place = '/api/config/{owner}/{repo}'
  if (Object.keys(overrides).length === 0) return call(apiClient.DELETE(place, { params, headers }))
  return call(apiClient.PUT(place, { params, headers, body: jsonObject(overrides) }))
}
