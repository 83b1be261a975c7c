// Reads from the host what policies ask about a repository as a whole. What cannot be read is not taken for missing.
import type { Deps, RepositoryAccess } from '#deps.js'
import {
  type ObservedRepository,
  partsAskedFor,
  type RepositoryPart,
  type RepositoryRules
} from '#domain/enforcement/repository-rules.js'
import type { WorkflowSource } from '#domain/enforcement/workflow-rules.js'
import { HostError, type HostFailure } from '#errors/host.js'

export interface ShownRepository {
  observed: ObservedRepository
  /** What changed later is not known. */
  readAt: Date
}

export interface HiddenRepository {
  failure: string
}

/** The policies say which parts are read. */
export async function readRepository(
  deps: Deps,
  place: RepositoryAccess,
  policies: readonly RepositoryRules[]
): Promise<ShownRepository | HiddenRepository> {
  const readAt = deps.now()
  try {
    const observed = await readParts(deps, place, new Set(policies.flatMap(partsAskedFor)))
    return { observed, readAt }
  } catch (error) {
    if (!(error instanceof HostError) || !REFUSALS.includes(error.failure)) throw error
    return { failure: error.message }
  }
}

const REFUSALS: readonly HostFailure[] = ['host_forbidden', 'host_not_found', 'host_refused']

async function readParts(
  { host }: Deps,
  place: RepositoryAccess,
  parts: ReadonlySet<RepositoryPart>
): Promise<ObservedRepository> {
  const isAny = (...asked: RepositoryPart[]) => asked.some((part) => parts.has(part))
  const { defaultBranch, settings } = isAny('files', 'workflows', 'settings')
    ? await host.repositoryState(place)
    : NOT_ASKED
  const sources = isAny('files', 'workflows') ? await readFiles(host, place, defaultBranch) : NO_FILES
  return {
    files: new Set(sources.map(({ path }) => path)),
    workflows: isAny('workflows') ? await readWorkflows(host, place, sources) : [],
    outsideAdmins: isAny('admins') ? await host.outsideAdmins(place) : [],
    isTokenReadOnly: !isAny('token') || (await host.isWorkflowTokenReadOnly(place)),
    labels: isAny('labels') ? await host.repositoryLabels(place) : [],
    settings
  }
}

const NOT_ASKED = { defaultBranch: null, settings: {} }

interface Source {
  path: string
  sha: string
  size: number
}

const NO_FILES: readonly Source[] = []

/** A repository without a commit has no files. */
async function readFiles(
  host: Deps['host'],
  place: RepositoryAccess,
  branch: string | null
): Promise<readonly Source[]> {
  const tip = branch === null ? undefined : await host.branchTip(place, branch)
  if (tip === undefined) return NO_FILES
  const tree = await host.fetchSourceTree(place, tip)
  if (!tree.isWhole)
    throw new HostError('host_refused', 'The host does not list all files of the repository.')
  return [...tree.files, ...tree.others.map((path) => ({ path, sha: '', size: 0 }))]
}

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/
const MOST_WORKFLOWS = 200
const MOST_BYTES = 512 * 1024

async function readWorkflows(
  host: Deps['host'],
  place: RepositoryAccess,
  sources: readonly Source[]
): Promise<WorkflowSource[]> {
  const found = sources.filter(({ path, sha }) => sha !== '' && WORKFLOW.test(path))
  if (found.length > MOST_WORKFLOWS || found.some(({ size }) => size > MOST_BYTES))
    throw new HostError('host_refused', 'The repository has more workflows, or larger ones, than are read.')
  const workflows: WorkflowSource[] = []
  for (const { path, sha } of found) {
    const text = await host.sourceText(place, sha)
    if (text !== undefined) workflows.push({ path, text })
  }
  return workflows
}
