// The CI of the host: what a tree is worth is a pure function of its files; runs and checks follow.
import type { JsonObject } from '#schemas/common.js'
import { addRun } from '../ci/runs.js'
import { runShape } from '../shapes.js'
import { fullName, type Issue } from '../state.js'
import { changeCheck, openCheck, openSuite, settleSuite, tellCheck } from './checks.js'
import {
  CI_APP,
  type CiOccasion,
  type CiRun,
  type Git,
  type Outcomes,
  type RefMove,
  tell
} from './git-state.js'
import { isConflict, mergeOf } from './history.js'
import { commitIn, filesIn } from './objects.js'
import { isGood } from './rules.js'

const WORKFLOW = 'test'
const CI_BOT = `${CI_APP}[bot]`

/** Tests a branch that was pushed. */
export function testPush(git: Git, { branch, after, by }: RefMove): void {
  if (after === undefined || !git.options.onPush(branch)) return
  start(git, commitIn(git.objects, after).tree, { event: 'push', branch, sha: after, by })
}

/** Tests what merging a pull request would bring; nothing if that conflicts. */
export function testPull(git: Git, { pull }: Issue, by: string): void {
  const tip = pull ? git.refs.get(pull.base) : undefined
  if (!pull || tip === undefined) return
  const merge = mergeOf(git.objects, tip, pull.headSha)
  if (isConflict(merge)) return
  start(git, merge.tree, { event: 'pull_request', branch: pull.head, sha: pull.headSha, by })
}

interface Start extends Omit<CiOccasion, 'attempt'> {
  by: string
}

function start(git: Git, tree: string, { by, ...what }: Start): void {
  const occasion = { ...what, attempt: 1 }
  const outcomes = verdictOn(git, tree, occasion)
  if (!outcomes) return
  const { event, branch, sha: headSha } = what
  const run = addRun(git.state, git.repository, { workflow: WORKFLOW, branch, headSha, event, actor: by })
  const suite = openSuite(git, { sha: headSha, branch, app: CI_APP })
  const ciRun: CiRun = { run, suite, tree, occasion, outcomes, checks: [] }
  git.ciRuns.push(ciRun)
  begin(git, ciRun, 'requested')
}

const verdictOn = ({ options, objects }: Git, tree: string, occasion: CiOccasion): Outcomes | undefined =>
  options.ci?.(filesIn(objects, tree), occasion)

function begin(git: Git, ciRun: CiRun, action: string): void {
  tellRun(git, ciRun, action)
  ciRun.checks = Object.keys(ciRun.outcomes).map((name) => openCheck(git, ciRun.suite, name))
  for (const check of ciRun.checks) tellCheck(git, check, 'created', CI_BOT)
  if (git.options.finishes === 'at once') finish(git, ciRun)
}

export interface FinishOptions {
  /** Only the checks with these names; all by default. */
  only?: readonly string[]
  /** In place of what the tree is worth, by name. */
  as?: Outcomes
}

/** Completes the waiting checks, of one commit or of all. */
export function finishRuns(git: Git, sha: string | undefined, options: FinishOptions = {}): void {
  const waiting = git.ciRuns.filter(
    ({ run, occasion }) => run.status !== 'completed' && (sha === undefined || occasion.sha === sha)
  )
  for (const ciRun of waiting) finish(git, ciRun, options)
}

function finish(git: Git, ciRun: CiRun, { only, as = {} }: FinishOptions = {}): void {
  const { run, suite, checks, outcomes, tree } = ciRun
  for (const check of checks) {
    if (check.status === 'completed' || (only && !only.includes(check.name))) continue
    changeCheck(git, check, { conclusion: as[check.name] ?? outcomes[check.name] ?? 'success' })
    tellCheck(git, check, 'completed', CI_BOT)
  }
  if (checks.some(({ status }) => status !== 'completed')) return
  const bad = checks.find(({ conclusion }) => !isGood(conclusion))
  const conclusion = bad?.conclusion ?? 'success'
  Object.assign(run, { status: 'completed', conclusion, updatedAt: git.state.now() })
  git.repository.version += 1
  if (!bad) git.greenTrees.add(tree)
  settleSuite(git, suite, CI_BOT)
  tellRun(git, ciRun, 'completed')
}

/** Starts all checks of a completed run again, with the verdict of the next attempt. */
export function restart(git: Git, ciRun: CiRun): void {
  const { run, suite, tree, occasion } = ciRun
  const next = { ...occasion, attempt: occasion.attempt + 1 }
  Object.assign(ciRun, { occasion: next, outcomes: verdictOn(git, tree, next) ?? ciRun.outcomes })
  const startedAt = git.state.now()
  Object.assign(run, {
    attempt: next.attempt,
    status: 'queued',
    conclusion: null,
    startedAt,
    updatedAt: startedAt
  })
  Object.assign(suite, { status: 'queued', conclusion: null })
  git.repository.version += 1
  begin(git, ciRun, 'in_progress')
}

function tellRun(git: Git, { run }: CiRun, action: string): void {
  const url = `https://api.github.com/repos/${fullName(git.repository)}/actions/workflows/1`
  const workflow: JsonObject = {
    id: 1,
    name: run.workflow,
    path: `.github/workflows/${run.workflow}.yml`,
    state: 'active',
    url
  }
  tell(
    git,
    'workflow_run',
    { action, workflow_run: runShape(git.state, git.repository, run), workflow },
    run.actor
  )
}
