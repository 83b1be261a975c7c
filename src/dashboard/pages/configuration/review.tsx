// The step before a change is saved: it is validated and tried on past decisions, and then it may be saved.
import { useState } from 'preact/hooks'
import type { ApiFailure, ApiResult, Schemas } from '../../kit/api.js'
import { Dialog } from '../../kit/dialog.js'
import { failureMessage } from '../../kit/forms/schema-form.js'
import { Section } from '../../kit/page.js'
import { toast } from '../../kit/toasts.js'
import { DifferenceTable, Key } from './difference.js'
import { ImpactReport } from './impact.js'
import type { KeyedApi } from './key.js'
import { loadReview, type RepositoryNamed, type ReviewResult } from './load-review.js'
import { differences } from './settings.js'
import { useKeyed } from './use-keyed.js'

export interface SaveProposal {
  title: string
  /** All overrides as they would be. */
  overrides: object
  /** What is wrong with the overrides, so that the form can show it at its place. */
  onFaults?: (found: Schemas['ConfigCheck']['errors']) => void
  save: () => Promise<ApiResult<Schemas['ConfigChange']>>
}

interface ReviewProps {
  api: KeyedApi
  path: RepositoryNamed
  base: Schemas['RepoConfig']
  proposed: SaveProposal
  onSaved: () => void
  /** Somebody else has saved meanwhile. */
  onConflict: () => void
  onClose: () => void
}

export function Review(props: ReviewProps) {
  const { api, path, base, proposed, onClose } = props
  const { state } = useKeyed('', async () => {
    const result = await loadReview(api, path, proposed.overrides)
    if (result.data && !result.data.check.valid) proposed.onFaults?.(result.data.check.errors)
    return result
  })
  return (
    <Dialog title={proposed.title} isWide onClose={onClose}>
      <h3>Overrides</h3>
      <DifferenceTable
        label="Overrides"
        all={differences(base.overrides, proposed.overrides)}
        none="These overrides are stored already."
      />
      <Section title={<span class="unseen">Simulation</span>} state={state}>
        {(reviewed) => <Outcome reviewed={reviewed} of={props} />}
      </Section>
    </Dialog>
  )
}

function Outcome({ reviewed: { check, trial }, of }: { reviewed: ReviewResult; of: ReviewProps }) {
  if (trial === undefined) return <Invalid check={check} />
  return (
    <>
      <ImpactReport base={of.base} trial={trial} />
      <SaveButton of={of} />
    </>
  )
}

function Invalid({ check: { errors } }: { check: Schemas['ConfigCheck'] }) {
  return (
    <div role="alert">
      <p class="failure">This cannot be saved:</p>
      <ul class="mind">
        {errors.map(({ path, message }) => (
          <li key={path + message}>
            <Key pointer={path} /> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function SaveButton({ of: { proposed, onSaved, onConflict } }: { of: ReviewProps }) {
  const [failure, setFailure] = useState<ApiFailure>()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    const result = await proposed.save()
    setIsBusy(false)
    setFailure(result.failure)
    if (result.failure) return
    toast(result.data.message)
    onSaved()
  }
  const isOvertaken = failure?.status === 409
  return (
    <div class="review-end">
      <p class="failure" role="alert">
        {failure && failureMessage(failure)}
      </p>
      {isOvertaken ? (
        <button type="button" class="primary" onClick={onConflict}>
          Show the newer state
        </button>
      ) : (
        <button type="button" class="primary" disabled={isBusy} onClick={() => void save()}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      )}
    </div>
  )
}
