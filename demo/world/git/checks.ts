// Check runs, their suites, and statuses of commits, with the events that the host sends about them.
import type { JsonObject } from '#schemas/common.js'
import { fullName } from '../state.js'
import { checkRunShape, checkSuiteShape, commitShape, statusShape } from './git-shapes.js'
import { type CheckRun, type CheckSuite, type CommitStatus, type Git, tell } from './git-state.js'
import { isGood } from './rules.js'

export function openSuite(git: Git, facts: Pick<CheckSuite, 'sha' | 'branch' | 'app'>): CheckSuite {
  const suite: CheckSuite = { id: git.state.nextId(), ...facts, status: 'queued', conclusion: null }
  git.suites.push(suite)
  return suite
}

/** Each App has one suite of its own on a commit. */
export function suiteOn(git: Git, sha: string, app: string): CheckSuite {
  const known = git.suites.find((one) => one.sha === sha && one.app === app)
  const [branch = null] = [...git.refs].find(([, tip]) => tip === sha) ?? []
  return known ?? openSuite(git, { sha, branch, app })
}

export type CheckChanges = Partial<
  Pick<CheckRun, 'status' | 'conclusion' | 'externalId' | 'detailsUrl' | 'output' | 'name'>
>

export function openCheck(git: Git, suite: CheckSuite, name: string): CheckRun {
  const run: CheckRun = {
    id: git.state.nextId(),
    suite,
    name,
    sha: suite.sha,
    app: suite.app,
    status: 'queued',
    conclusion: null,
    startedAt: git.state.now(),
    completedAt: null,
    externalId: '',
    detailsUrl: null,
    output: {}
  }
  git.checks.push(run)
  return run
}

/** A conclusion completes it; any other status takes the conclusion away. */
export function changeCheck(git: Git, run: CheckRun, changes: CheckChanges): void {
  const output = { ...run.output, ...changes.output }
  Object.assign(run, changes, { output })
  if (changes.conclusion) run.status = 'completed'
  else if (changes.status !== undefined && changes.status !== 'completed') run.conclusion = null
  run.completedAt = run.status === 'completed' ? git.state.now() : null
}

export function tellCheck(git: Git, run: CheckRun, action: string, by: string): void {
  const check_run = { ...checkRunShape(git, run), check_suite: checkSuiteShape(git, run.suite) }
  tell(git, 'check_run', { action, check_run }, by)
}

/** Completes the suite once all of its checks are. */
export function settleSuite(git: Git, suite: CheckSuite, by: string): void {
  const all = git.checks.filter((one) => one.suite === suite)
  const runs = [...new Map(all.map((run) => [run.name, run])).values()]
  const isDone = runs.every(({ status }) => status === 'completed')
  const wasDone = suite.status === 'completed'
  const bad = runs.find(({ conclusion }) => !isGood(conclusion))
  suite.status = isDone ? 'completed' : 'in_progress'
  suite.conclusion = isDone ? (bad?.conclusion ?? 'success') : null
  if (isDone && !wasDone)
    tell(git, 'check_suite', { action: 'completed', check_suite: checkSuiteShape(git, suite) }, by)
}

export type StatusFacts = Pick<CommitStatus, 'sha' | 'context' | 'state'> & Partial<CommitStatus>

export function addStatus(git: Git, facts: StatusFacts, by: string): CommitStatus {
  const { state, repository, refs } = git
  const status: CommitStatus = {
    id: state.nextId(),
    description: null,
    targetUrl: null,
    at: state.now(),
    ...facts
  }
  git.statuses.push(status)
  const branches: JsonObject[] = [...refs]
    .filter(([, tip]) => tip === status.sha)
    .map(([name, sha]) => ({ name, commit: { sha }, protected: false }))
  const payload = { ...statusShape(git, status), sha: status.sha, name: fullName(repository), branches }
  tell(git, 'status', { ...payload, commit: commitShape(git, status.sha) }, by)
  return status
}

/** The newest status of each context. */
export function latestStatuses({ statuses }: Git, sha: string): CommitStatus[] {
  const latest = new Map<string, CommitStatus>()
  for (const one of statuses) if (one.sha === sha) latest.set(one.context, one)
  return [...latest.values()]
}
