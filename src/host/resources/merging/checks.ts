// The results of the checks on a commit: check runs, the latest of each, and statuses.
import type { CheckResult } from '#domain/host/merging.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import { idAt, isDefined, momentAt, objectAt, objectsIn, stringAt } from '../../payload.js'
import { type RepositoryAccess, requestOf } from '../listings.js'

const PER_PAGE = 100

export interface ChecksQuestion {
  sha: string
  /** The checks that must pass, of each who asks; none if all there are must. */
  required: readonly (readonly string[])[]
}

/** Bypasses the cache: what has just ended must be seen. */
export async function checkResults(
  client: HostClient,
  access: RepositoryAccess,
  { sha, required }: ChecksQuestion
): Promise<CheckResult[]> {
  const listed = await list(client, access, { path: '/commits/{ref}/check-runs', sha, name: 'check_runs' })
  const runs = latestRuns(listed).map(runResult).filter(isDefined)
  if (required.every((names) => isHeldUp(names, runs))) return runs
  const statuses = await list(client, access, { path: '/commits/{ref}/status', sha, name: 'statuses' })
  return [...runs, ...statuses.map(statusResult).filter(isDefined)]
}

/** All required checks are check runs, and one of them still runs: no status can let it pass. */
function isHeldUp(required: readonly string[], runs: readonly CheckResult[]): boolean {
  const conclusionsOf = (name: string) => runs.filter((run) => run.name === name).map((run) => run.conclusion)
  const known = required.map(conclusionsOf)
  return known.every((all) => all.length > 0) && known.some((all) => all.includes(null))
}

/** What was run again counts as it ended last: an App may have several runs of one name on a commit. */
function latestRuns(runs: readonly JsonObject[]): JsonObject[] {
  const latest = new Map<string, JsonObject>()
  for (const run of runs) {
    const key = `${idAt(objectAt(run, 'app'), 'id')} ${stringAt(run, 'name')}`
    const known = latest.get(key)
    if (!known || (idAt(run, 'id') ?? 0) > (idAt(known, 'id') ?? 0)) latest.set(key, run)
  }
  return [...latest.values()]
}

interface CheckList {
  path: string
  sha: string
  name: string
}

async function list(
  client: HostClient,
  access: RepositoryAccess,
  { path, sha, name }: CheckList
): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  const request = requestOf(access, path, { ref: sha, per_page: PER_PAGE })
  for await (const { body } of client.pages(request, { ...access, fresh: true }))
    found.push(...objectsIn(body, name))
  return found
}

function runResult(run: JsonObject): CheckResult | undefined {
  const name = stringAt(run, 'name')
  if (name === null) return undefined
  const hasEnded = stringAt(run, 'status') === 'completed'
  const [url, endedAt] = [stringAt(run, 'html_url'), momentAt(run, 'completed_at')]
  const id = jobRunId(run, url)
  return {
    name,
    conclusion: hasEnded ? stringAt(run, 'conclusion') : null,
    url,
    ...(hasEnded && endedAt && id !== undefined ? { run: { id, endedAt } } : {})
  }
}

const CI_APP = 'github-actions'
const JOB_PAGE = /\/actions\/runs\/(\d{1,15})\/job\/\d+$/

/** The host itself chooses the address of this page, so that no other App can pretend to be a job. */
function jobRunId(run: JsonObject, page: string | null): number | undefined {
  const [, id] = (stringAt(objectAt(run, 'app'), 'slug') === CI_APP && JOB_PAGE.exec(page ?? '')) || []
  return id === undefined ? undefined : Number(id)
}

/** A status has no conclusion but a state. */
function statusResult(status: JsonObject): CheckResult | undefined {
  const [name, state] = [stringAt(status, 'context'), stringAt(status, 'state')]
  if (name === null) return undefined
  return { name, conclusion: state === 'pending' ? null : state, url: stringAt(status, 'target_url') }
}
