// Changes of workflow runs.
import type { JsonObject } from '#schemas/common.js'
import { announce } from '../events/events.js'
import { newSha } from '../pulls.js'
import { runShape } from '../shapes.js'
import { type Delivery, fullName, type Repository, type Run, runIn, type State } from '../state.js'

export type RunFacts = Partial<
  Pick<
    Run,
    'workflow' | 'branch' | 'fork' | 'headSha' | 'event' | 'actor' | 'createdAt' | 'status' | 'conclusion'
  >
>

/** Adds a run without sending an event. */
export function addRun(state: State, repository: Repository, facts: RunFacts = {}): Run {
  const createdAt = facts.createdAt ?? state.now()
  const run: Run = {
    id: state.nextId(),
    runNumber: repository.runs.size + 1,
    attempt: 1,
    workflow: 'test',
    branch: repository.defaultBranch,
    fork: null,
    headSha: newSha(),
    event: 'push',
    actor: 'octocat',
    status: 'queued',
    conclusion: null,
    updatedAt: createdAt,
    startedAt: createdAt,
    ...facts,
    createdAt
  }
  repository.runs.set(run.id, run)
  repository.version += 1
  return run
}

export function runMutations(state: State) {
  function send(repository: Repository, run: Run, action: string): Delivery[] {
    const workflow_run = runShape(state, repository, run)
    return announce(state, repository, 'workflow_run', {
      action,
      workflow_run,
      workflow: workflowOf(repository, run)
    })
  }

  function change(repository: Repository, id: number, changes: Partial<Run>): Run {
    repository.version += 1
    return Object.assign(runIn(repository, id), { ...changes, updatedAt: state.now() })
  }

  return {
    createRun(repository: Repository, facts: RunFacts = {}) {
      const run = addRun(state, repository, facts)
      return { run, events: send(repository, run, 'requested') }
    },
    startRun(repository: Repository, id: number) {
      return send(repository, change(repository, id, { status: 'in_progress' }), 'in_progress')
    },
    completeRun(repository: Repository, id: number, conclusion = 'success') {
      return send(repository, change(repository, id, { status: 'completed', conclusion }), 'completed')
    },
    /** The host sends no event until the new attempt is in progress. */
    rerun(repository: Repository, id: number): Delivery[] {
      const attempt = runIn(repository, id).attempt + 1
      change(repository, id, { attempt, status: 'queued', conclusion: null, startedAt: state.now() })
      return []
    },
    /** The host sends no event at all. */
    deleteRun(repository: Repository, id: number): Delivery[] {
      repository.runs.delete(id)
      repository.version += 1
      return []
    }
  }
}

function workflowOf(repository: Repository, { workflow }: Run): JsonObject {
  const url = `https://api.github.com/repos/${fullName(repository)}/actions/workflows/1`
  return { id: 1, name: workflow, path: `.github/workflows/${workflow}.yml`, state: 'active', url }
}
