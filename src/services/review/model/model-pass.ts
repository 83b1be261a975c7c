// Asks the language model about a change, with what the repository knows of itself beside it.
import type { Deps } from '#deps.js'
import { gatesInForce } from '#domain/gates/gates.js'
import { modelFingerprint } from '#domain/review/fingerprint.js'
import { type ReviewBundle, reviewBundle } from '#domain/review/model/bundle.js'
import type { BundleContext } from '#domain/review/model/context.js'
import type { ModelFinding } from '#domain/review/model/model-finding.js'
import { gravestOf } from '#domain/review/model/review-answer.js'
import type { GateCondition } from '#schemas/configuration/gate-conditions.js'
import type { IgnoredFinding, LeftOutFile, ReviewFinding } from '#schemas/review/findings.js'
import { storedGates } from '#store/gates/gates.js'
import { surroundingsOf } from '#store/review/surroundings.js'
import { gateDefinitionOf } from '../../gates/changes.js'
import type { ReadChange } from '../read-change.js'
import type { ReviewContext } from '../subject.js'
import { type ModelReview, reviewByModel } from './ask-model.js'

/** What the language model says, its findings in the form of all. */
export interface ReviewOpinion {
  model: ModelReview
  findings: ReviewFinding[]
  ignored: IgnoredFinding[]
  /** What the model did not get to read. */
  leftOut: LeftOutFile[]
}

export async function askReviewer(
  deps: Deps,
  context: ReviewContext,
  { change }: ReadChange
): Promise<ReviewOpinion> {
  const { repository, settings } = context
  const files = change.files.filter(({ lines, status }) => lines.length > 0 && status !== 'removed')
  const bundle = reviewBundle({ ...(await bundleContext(deps, context)), files }, settings.bundle_max_chars)
  const model = await reviewByModel(deps, {
    repository: repository.fullName,
    bundle,
    files: change.files,
    settings
  })
  const { findings, ignored, dropped } = model.is === 'answered' ? model : NOTHING_SAID
  return {
    model,
    leftOut: model.is === 'not_asked' ? [] : unreadIn(bundle),
    // The passes may have said the same.
    findings: gravestOf(findings, findings.length).map(whole),
    ignored: [
      ...ignored.map(({ finding, reason }) => ({ finding: whole(finding), reason })),
      ...dropped.map((finding) => ({ finding: whole(finding), reason: 'dropped_by_challenge' }))
    ]
  }
}

/** What was left out of the bundle, and what it shows only in part. */
function unreadIn({ leftOut, missing }: ReviewBundle): LeftOutFile[] {
  const named = new Set(leftOut.map(({ path }) => path))
  const parts = missing.filter((path) => !named.has(path))
  return [...leftOut, ...parts.map((path) => ({ path, reason: 'Only a part of it was read.' }))]
}

const NOTHING_SAID = { findings: [], ignored: [], dropped: [] }

const whole = (finding: ModelFinding): ReviewFinding => ({
  ...finding,
  fingerprint: modelFingerprint(finding),
  outcome: 'open'
})

const conditionLine = ({ metric, operator, threshold }: GateCondition) => `${metric} ${operator} ${threshold}`

async function bundleContext(deps: Deps, context: ReviewContext): Promise<BundleContext> {
  const { review, pull, settings, description } = context
  const surroundings = await surroundingsOf(deps.db, review)
  const stored = await storedGates(deps.db, review.repoId)
  const gates = gatesInForce(stored.map(gateDefinitionOf), context.config.config.quality_gates)
  return {
    ...surroundings,
    pull: {
      number: review.prNumber,
      title: pull?.title ?? '',
      description,
      author: pull?.author ?? '',
      base: pull?.baseBranch ?? '',
      head: pull?.headBranch ?? '',
      isFromFork: pull?.isOwnBranch === false
    },
    architecture: settings.architecture_context,
    activeGates: gates.map(({ name, conditions }) => ({
      name,
      conditions: conditions.map(conditionLine).join(', ')
    }))
  }
}
