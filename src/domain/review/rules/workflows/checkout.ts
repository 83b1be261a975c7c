// Steps that fetch what outsiders propose, in workflows that have the rights of the repository.
import { plainExpression, type WorkflowDanger } from './danger.js'
import { privilegedTrigger, type WorkflowJobView, type WorkflowStepView, type WorkflowView } from './view.js'

/** An expression, a variable or a command that leads to what was proposed. */
const PROPOSED =
  /github\.event\.(?:pull_request\.(?:head|merge_commit_sha|number)|workflow_run\.(?:head|pull_requests)|issue\.(?:pull_request|number)|number\b)|github\.head_ref|GITHUB_HEAD_REF|refs\/pull\/|\bgh pr checkout\b|\bpull\/\S{1,80}\/(?:head|merge)\b|FETCH_HEAD/i
/** What another step or the caller says is not known. */
const SAID_ELSEWHERE = /\$\{\{\s{0,5}(?:steps|needs|inputs|env)\./
const CHECKOUT = /^(?:actions\/checkout|[\w.-]{1,60}\/checkout)(?:@|$)/i
const FETCHES =
  /\bgit\s{1,5}(?:fetch|pull|checkout|clone|switch|reset|worktree|merge)\b|\bgh\s{1,5}(?:pr checkout|repo clone)\b/
const PULL_REFERENCE =
  /(?:refs\/)?pull\/|github\.event\.pull_request\.head|head_ref|gh pr checkout|workflow_run\.head/i

/** Only branches of the repository itself. */
const SAME_REPOSITORY =
  /head\.repo\.full_name\s{0,3}==\s{0,3}(?:github\.repository|github\.event)|(?:github\.repository|repository\.full_name)\s{0,3}==\s{0,3}github\.event\.(?:pull_request|workflow_run)\.head|head\.repo\.fork\s{0,3}==\s{0,3}false|!\s{0,3}github\.event\.pull_request\.head\.repo\.fork|head\.repo\.fork\s{0,3}!=\s{0,3}true|head_repository\.(?:full_name|fork|id)|workflow_run\.event\s{0,3}(?:==\s{0,3}'(?:push|schedule|release|workflow_dispatch)'|!=\s{0,3}'pull_request)|head\.repo\.owner\.login\s{0,3}==|github\.event_name\s{0,3}(?:!=\s{0,3}'pull_request_target'|==\s{0,3}'(?:push|pull_request|schedule|workflow_dispatch)')/
/** A person with rights has let it through, or the author is one. */
const LET_THROUGH =
  /author_association|labels?\b|github\.actor\s{0,3}==|user\.login\s{0,3}==|sender\.login|triggering_actor|permission/i

/** What runs code of the folder that was fetched. */
const RUNS_CODE =
  /\b(?:npm|npx|yarn|pnpm|bun|node|deno|pip|pip3|python3?|poetry|uv|tox|nox|pytest|make|cmake|gradle|gradlew|mvn|mvnw|cargo|go|rake|bundle|ruby|composer|php|dotnet|docker|bazel|just|task|pre-commit|bash|sh)\b|\.\/[\w.]/

export function checkoutDangers(view: WorkflowView): WorkflowDanger[] {
  const trigger = ['pull_request_target', 'workflow_run', 'issue_comment'].find((name) =>
    view.triggers.has(name)
  )
  if (trigger === undefined) return []
  return view.jobs.flatMap((job) =>
    job.steps.flatMap((step, at) => {
      const reach = fetchesHead(step)
      if (reach === undefined) return []
      const guard = guardOf(view, job, step)
      return guard === 'own' ? [] : [danger({ trigger, job, step, at, reach, guard })]
    })
  )
}

type Reach = 'head' | 'unknown'

function fetchesHead({ run, uses, inputs, variables }: WorkflowStepView): Reach | undefined {
  if (run !== undefined) {
    const text = plainExpression(run)
    const isFetched =
      FETCHES.test(text) &&
      (PULL_REFERENCE.test(text) || variables.some((one) => PULL_REFERENCE.test(plainExpression(one))))
    return isFetched ? 'head' : undefined
  }
  if (uses === undefined || !CHECKOUT.test(uses)) return undefined
  const refs = ['ref', 'repository'].map((name) => plainExpression(inputs.get(name) ?? ''))
  if (refs.some((ref) => PROPOSED.test(ref))) return 'head'
  return SAID_ELSEWHERE.test(refs[0] ?? '') ? 'unknown' : undefined
}

type Guard = 'own' | 'people' | 'none'

function guardOf(view: WorkflowView, job: WorkflowJobView, step: WorkflowStepView): Guard {
  const conditions = plainExpression(`${job.condition} ${step.condition}`)
  if (SAME_REPOSITORY.test(conditions)) return 'own'
  const isLimited = view.triggers.has('workflow_run') && view.isLimitedToBranches
  return LET_THROUGH.test(conditions) || job.environment || isLimited ? 'people' : 'none'
}

interface FetchedHead {
  trigger: string
  job: WorkflowJobView
  step: WorkflowStepView
  at: number
  reach: Reach
  guard: Guard
}

function danger({ trigger, job, step, at, reach, guard }: FetchedHead): WorkflowDanger {
  const later = job.steps.slice(at + 1)
  const own = (step.run ?? '')
    .split(/[\n;]|&&|\|\|/)
    .filter((command) => !FETCHES.test(command))
    .join('\n')
  const isRun =
    RUNS_CODE.test(own) || later.some(({ run, uses }) => RUNS_CODE.test(run ?? '') || uses?.startsWith('./'))
  const isWatched = guard === 'people' || reach === 'unknown'
  const what = isRun ? 'and runs it' : 'into its workspace'
  return {
    key: `checkout ${job.id} ${step.uses ?? step.run} ${trigger} ${guard}`,
    line: step.line,
    severity: isWatched ? 'medium' : isRun ? 'critical' : 'high',
    confidence: isWatched ? 0.5 : 0.9,
    title: `\`${trigger}\` fetches what outsiders propose`,
    description: `The job ${job.id} runs with the rights and secrets of the repository, and fetches the head of the pull request ${what}. Whoever opens a pull request from a fork can so use these rights.${
      isWatched ? ' A condition limits who gets there; what is pushed after it was met runs as well.' : ''
    }`,
    suggestion:
      'Use `pull_request` for what needs the proposed code, and hand results to a second workflow that runs none of it.'
  }
}

const RUNS_ARTIFACT =
  /GITHUB_(?:ENV|OUTPUT|PATH)|\bsource\b|\beval\b|\b(?:bash|sh|node|python3?) \S|\.\/[\w.]/

/** What a run of outsiders has made, taken for what the repository has made. */
export function artifactDangers(view: WorkflowView): WorkflowDanger[] {
  if (!view.triggers.has('workflow_run')) return []
  return view.jobs.flatMap((job) => {
    if (SAME_REPOSITORY.test(plainExpression(job.condition))) return []
    const at = job.steps.findIndex(isDownload)
    const use =
      at < 0
        ? undefined
        : job.steps
            .slice(at + 1)
            .find(
              ({ run }) =>
                /GITHUB_(?:ENV|PATH)/.test(run ?? '') &&
                RUNS_ARTIFACT.test(run ?? '') &&
                /cat |<|\$\(/.test(run ?? '')
            )
    if (!use) return []
    return [
      {
        key: `artifact ${job.id} ${use.run}`,
        line: use.line,
        severity: 'high' as const,
        confidence: 0.65,
        title: 'What a foreign run has made sets the environment of this one',
        description: `The job ${job.id} loads an artifact of a run that outsiders can cause, and writes what is in it to its environment: a line of theirs becomes a variable of a job with rights.`,
        suggestion: 'Read single values, and check the form of each before it is used.'
      }
    ]
  })
}

const isDownload = ({ uses, run }: WorkflowStepView) =>
  /download-(?:workflow-)?artifact/i.test(uses ?? '') || /gh run download/.test(run ?? '')

/** The change lets a job run with rights for outsiders that ran without before. */
export function triggerDangers(after: WorkflowView, before: WorkflowView | undefined): WorkflowDanger[] {
  const isNew =
    after.triggers.has('pull_request_target') && before && !before.triggers.has('pull_request_target')
  if (!isNew || !before.triggers.has('pull_request')) return []
  return [
    {
      key: 'trigger',
      line: null,
      severity: 'medium',
      confidence: 0.6,
      title: '`pull_request` becomes `pull_request_target`',
      description:
        'The workflow now runs with the rights and secrets of the repository for pull requests from forks, and its steps were written for one without.',
      suggestion:
        'Keep `pull_request` for all that builds or tests, and give a second workflow only what it needs.'
    }
  ]
}

export const hasPrivileges = (view: WorkflowView): boolean => privilegedTrigger(view) !== undefined
