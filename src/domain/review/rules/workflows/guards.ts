// What kept a job from running where it should not, and that the change takes away.
import { shortened } from '#domain/text/shown-text.js'
import { plainExpression, type WorkflowDanger } from './danger.js'
import type { WorkflowJobView, WorkflowView } from './view.js'

/** Conditions on where a run comes from, or who caused it. */
const GUARD =
  /github\.(?:ref|base_ref|event_name|repository|actor|triggering_actor)\b|head\.repo|author_association|labels?\b|environment|fork\b/
/** What a job does that others feel. */
const ACTS =
  /\bsecrets\.|\b(?:publish|deploy|release|push|upload|apply|rollout|terraform|kubectl|helm|aws|gcloud|az|docker\/build-push|docker push)\b/i
const TESTS = /test|check|lint|verify|build|ci\b/i

export function guardDangers(after: WorkflowView, before: WorkflowView | undefined): WorkflowDanger[] {
  return (before?.jobs ?? []).flatMap((former) => {
    const job = after.jobs.find(({ id }) => id === former.id)
    if (!job?.texts.some((text) => ACTS.test(text))) return []
    return [...lostCondition(former, job), ...lostApproval(former, job), ...lostNeeds(former, job)]
  })
}

function lostCondition(former: WorkflowJobView, job: WorkflowJobView): WorkflowDanger[] {
  const lost = guardsIn(former).filter((guard) => !guardsIn(job).includes(guard))
  const isGone = lost.length > 0 && guardsIn(job).length < guardsIn(former).length
  if (!isGone) return []
  return [
    danger(job, 'condition', {
      severity: 'medium',
      title: 'A condition that limits a job is removed',
      description: `\`${shortened(lost[0] ?? '', 160)}\` no longer decides whether ${job.id} runs, and the job acts on what is outside of the run.`
    })
  ]
}

const guardsIn = (job: WorkflowJobView): string[] =>
  [job.condition, ...job.steps.map(({ condition }) => condition)]
    .map((condition) => plainExpression(condition).trim())
    .filter((condition) => GUARD.test(condition))

function lostApproval(former: WorkflowJobView, job: WorkflowJobView): WorkflowDanger[] {
  // A workflow that the job calls may have its own.
  if (!former.environment || job.environment || job.uses !== undefined) return []
  return [
    danger(job, 'environment', {
      severity: 'medium',
      title: 'A job no longer waits for its environment',
      description: `The rules of the environment, such as an approval or the branches that may use it, no longer hold for ${job.id}.`
    })
  ]
}

function lostNeeds(former: WorkflowJobView, job: WorkflowJobView): WorkflowDanger[] {
  const lost = former.needs.filter((name) => !job.needs.includes(name) && TESTS.test(name))
  if (lost.length === 0 || job.needs.some((name) => TESTS.test(name))) return []
  return [
    danger(job, 'needs', {
      severity: 'medium',
      title: shortened(`A job no longer waits for ${lost[0]}`, 140),
      description: `${job.id} acts on what is outside of the run, and does so from now on even if ${lost.join(', ')} fails.`
    })
  ]
}

const danger = (
  job: WorkflowJobView,
  kind: string,
  words: Pick<WorkflowDanger, 'severity' | 'title' | 'description'>
): WorkflowDanger => ({
  ...words,
  key: `guard ${kind} ${job.id}`,
  line: job.line,
  confidence: 0.6,
  suggestion: 'Keep it, or say in the description what limits the job from now on.'
})
