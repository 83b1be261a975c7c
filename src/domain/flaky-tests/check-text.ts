// The check on a commit that passes over the failures of quarantined tests.
import { inlineCode, plainProse } from '../text/markdown.js'

export const TESTS_CHECK = 'service/tests'

export interface JudgedFailure {
  suite: string
  name: string
  /** Its test is quarantined. */
  isExcused: boolean
  /** It fails as it did when it was found to be flaky. */
  isKnown: boolean
  message: string | null
  issueNumber: number | null
}

/** It failed although none of its tests did, timed out, or broke outside of its tests by its reports. */
export interface BrokenWorkflow {
  name: string
  isInterrupted: boolean
}

export interface TestedCommit {
  failures: readonly JudgedFailure[]
  /** Of all runs, so that a test counts as often as it ran. */
  tests: number
  runs: number
  brokenWorkflows: readonly BrokenWorkflow[]
  isPending: boolean
}

type Conclusion = 'success' | 'failure' | null

const MOST_LISTED = 50
const LONGEST_MESSAGE = 200

/** A crash or a run that was cut short is never excused, whatever is quarantined. */
export function testsCheck(commit: TestedCommit): { conclusion: Conclusion; title: string; summary: string } {
  const { tests, runs, brokenWorkflows, isPending } = commit
  const counted = commit.failures.filter(({ isExcused }) => !isExcused)
  const excused = commit.failures.filter(({ isExcused }) => isExcused)
  const hasFailed = counted.length > 0 || brokenWorkflows.length > 0
  return {
    conclusion: hasFailed ? 'failure' : isPending ? null : 'success',
    title: titleOf({ tests, runs, counted: counted.length, excused: excused.length, brokenWorkflows }),
    summary: [
      nextStep({ counted: counted.length, brokenWorkflows, isPending }),
      ...brokenWorkflows.map(reasonOf),
      ...listOf('Failed', counted),
      ...listOf('Failed, but quarantined', excused)
    ].join('\n\n')
  }
}

/** Of a commit whose tests are not judged to the end. */
export const unjudgedCheck = (reason: string) => ({
  conclusion: 'neutral' as const,
  title: 'The tests are not judged',
  summary: `${plainProse(reason)} What the runs themselves say counts.`
})

function reasonOf({ name, isInterrupted }: BrokenWorkflow): string {
  const workflow = `The workflow ${inlineCode(name)}`
  return isInterrupted
    ? `${workflow} broke outside of its tests or was cut off, or a test failed that only the fork has. Read its log.`
    : `${workflow} failed although no report of it names a failed test. Read its log.`
}

interface TitleFacts {
  tests: number
  runs: number
  counted: number
  excused: number
  brokenWorkflows: readonly BrokenWorkflow[]
}

function titleOf({ tests, runs, counted, excused, brokenWorkflows }: TitleFacts): string {
  const ignored = excused > 0 ? `, ${excused} quarantined ignored` : ''
  const failed =
    runs > 1 ? `${plural(counted)} failed in ${runs} runs` : `${counted} of ${plural(tests)} failed`
  if (counted > 0) return `${failed}${ignored}`
  if (brokenWorkflows.length > 0) return `A run failed outside of its tests${ignored}`
  const told = runs > 1 ? `${plural(tests)} in ${runs} runs` : plural(tests)
  return `${told}, none failed${excused > 0 ? ' that counts' : ''}${ignored}`
}

const plural = (tests: number) => `${tests} ${tests === 1 ? 'test' : 'tests'}`

function nextStep({
  counted,
  brokenWorkflows,
  isPending
}: Omit<TitleFacts, 'tests' | 'runs' | 'excused'> & { isPending: boolean }): string {
  if (counted > 0)
    return '**What to do next:** mend the tests that failed, or run them again if you doubt them.'
  if (brokenWorkflows.length > 0) return '**What to do next:** mend the run that failed, or run it again.'
  return isPending ? 'Other runs of this commit have not ended yet.' : 'Nothing to do.'
}

function listOf(heading: string, failures: readonly JudgedFailure[]): string[] {
  if (failures.length === 0) return []
  const lines = failures.slice(0, MOST_LISTED).map(lineOf)
  const more = failures.length > MOST_LISTED ? [`- and ${failures.length - MOST_LISTED} more`] : []
  return [`### ${heading}`, [...lines, ...more].join('\n')]
}

function lineOf({ suite, name, isExcused, isKnown, message, issueNumber }: JudgedFailure): string {
  const test = inlineCode(suite === '' ? name : `${suite} ${name}`)
  const issue = issueNumber === null ? '' : ` (#${issueNumber})`
  const why = message === null ? '' : `: ${plainProse(message, LONGEST_MESSAGE)}`
  const unusual = isExcused && !isKnown ? ' **It has not failed in this way before; have a look.**' : ''
  return `- ${test}${issue}${why}${unusual}`
}
