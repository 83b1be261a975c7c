// The CI of the emulated host: what a commit is worth follows from its files, but for what happens by chance.

import { brokenImports, type Failure, networkFailure, testFailure, unformatted } from './ci-checks.js'
import { addArtifact } from './world/ci/artifacts.js'
import { addJobs } from './world/ci/job-logs.js'
import { zipOf } from './world/ci/zip.js'
import { finishRuns } from './world/git/ci.js'
import type { CiRun, Git, Outcomes } from './world/git/git-state.js'
import { gitOf } from './world/git/git-state.js'
import { type Files, filesIn } from './world/git/objects.js'
import type { Repository, World } from './world/world.js'

/** The one check of every repository. */
export const CHECK = 'test'

/** What happens to an attempt by chance. */
export type Mishap = { is: 'network' } | { is: 'flaky'; test: string }

export interface Ci {
  /** What will happen to the attempts of a commit, the first one first; those after them are lucky. */
  expect(sha: string, ...mishaps: Mishap[]): void
  /** The commits whose checks have begun since it was last asked. */
  begun(): { repository: Repository; sha: string }[]
  /** Ends the checks of a commit. */
  finish(repository: Repository, sha: string): void
}

/** The tests of a repository whose runs upload a report, by its id. */
export type Suites = ReadonlyMap<number, readonly string[]>

export function openCi(world: World, suites: Suites): Ci {
  const expected = new Map<string, Mishap[]>()
  const known = new Set<string>()
  const gits = () => [...world.state.repositories.values()].flatMap((one) => gitOf(one) ?? [])

  function finishOne(git: Git, { run, tree, occasion }: CiRun): Outcomes {
    const mishap = expected.get(occasion.sha)?.[occasion.attempt - 1]
    const failure = mishap ? failureBy(mishap) : judge(filesIn(git.objects, tree))
    const conclusion = failure ? 'failure' : 'success'
    addJobs(world.state, run, [{ name: CHECK, conclusion, log: failure?.log }])
    const tests = suites.get(git.repository.id)
    if (tests && failure?.isBuild !== true) {
      const content = reportOf(tests, mishap?.is === 'flaky' ? mishap.test : undefined)
      const archive = zipOf([{ path: 'junit.xml', content }])
      addArtifact(world.state, run, { name: 'test-results', archive })
    }
    return { [CHECK]: conclusion }
  }

  return {
    expect: (sha, ...mishaps) => void expected.set(sha, mishaps),
    begun: () =>
      gits().flatMap(({ ciRuns, repository }) =>
        ciRuns
          .filter(({ run }) => run.status !== 'completed')
          .map(({ run, occasion: { sha } }) => ({ repository, sha, key: `${run.id} ${run.attempt}` }))
          .filter(({ key }) => !known.has(key) && known.add(key))
      ),
    finish(repository, sha) {
      const git = gitOf(repository)
      const waiting = git?.ciRuns.filter(
        ({ run, occasion }) => run.status !== 'completed' && occasion.sha === sha
      )
      if (!git || !waiting) return
      for (const one of waiting) finishRuns(git, sha, { as: finishOne(git, one) })
    }
  }
}

const failureBy = (mishap: Mishap): Failure =>
  mishap.is === 'network' ? networkFailure : testFailure(mishap.test)

const judge = (files: Files): Failure | undefined => brokenImports(files) ?? unformatted(files)

function reportOf(tests: readonly string[], failed: string | undefined): string {
  const cases = tests.map((name) => {
    const inside = name === failed ? '<failure message="expected 1 but was 2" type="AssertionError"/>' : ''
    return `<testcase classname="suite" name="${name}" file="test/suite.test.ts" time="0.2">${inside}</testcase>`
  })
  return `<testsuite name="suite">${cases.join('')}</testsuite>`
}
