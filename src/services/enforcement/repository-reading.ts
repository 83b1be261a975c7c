// Reads from the host what policies ask about a repository as a whole. What cannot be read is not taken for missing.
import type { Deps, RepositoryAccess } from '#deps.js'
import {
  type ObservedRepository,
  partsAskedFor,
  type RepositoryPart,
  type RepositoryRules
} from '#domain/enforcement/repository-rules.js'
import { type WorkflowFacts, workflowFacts } from '#domain/enforcement/workflow-rules.js'
import { HostError, type HostFailure } from '#errors/host.js'
import { REPOSITORY_SETTINGS } from '#schemas/host/settings.js'

export interface ShownRepository {
  observed: ObservedRepository
  /** Policies that ask about anything else are not compared. */
  parts: ReadonlySet<RepositoryPart>
  /** Why parts are left out. */
  failures: readonly string[]
  /** What changed later is not known. */
  readAt: Date
}

/** The policies say which parts are read. */
export async function readRepository(
  deps: Deps,
  place: RepositoryAccess,
  policies: readonly RepositoryRules[]
): Promise<ShownRepository> {
  const readAt = deps.now()
  const observed = { ...NOTHING_READ }
  const parts = new Set<RepositoryPart>()
  const failures = new Set<string>()
  const read = readersOf(deps, place, policies)
  for (const part of new Set(policies.flatMap(partsAskedFor))) {
    try {
      Object.assign(observed, await read[part]())
      parts.add(part)
    } catch (error) {
      if (!(error instanceof HostError) || !REFUSALS.includes(error.failure)) throw error
      failures.add(error.message)
    }
  }
  return { observed, parts, failures: [...failures], readAt }
}

const REFUSALS: readonly HostFailure[] = ['host_forbidden', 'host_not_found', 'host_refused']

const NOTHING_READ: ObservedRepository = {
  files: new Set(),
  workflows: [],
  outsideAdmins: [],
  isTokenReadOnly: true,
  labels: [],
  settings: {}
}

type Readers = Record<RepositoryPart, () => Promise<Partial<ObservedRepository>>>

function readersOf({ host }: Deps, place: RepositoryAccess, policies: readonly RepositoryRules[]): Readers {
  const state = once(() => host.repositoryState(place))
  const sources = once(async () => readFiles(host, place, (await state()).defaultBranch))
  return {
    files: async () => ({ files: new Set((await sources()).map(({ path }) => path)) }),
    workflows: async () => ({ workflows: await readWorkflows(host, place, await sources()) }),
    admins: async () => ({ outsideAdmins: await host.outsideAdmins(place) }),
    token: async () => ({ isTokenReadOnly: await host.isWorkflowTokenReadOnly(place) }),
    labels: async () => ({ labels: await host.repositoryLabels(place) }),
    async settings() {
      const { settings } = await state()
      const asked = REPOSITORY_SETTINGS.filter((key) =>
        policies.some(({ repositorySettings }) => repositorySettings[key] !== undefined)
      )
      const hidden = asked.filter((key) => settings[key] === undefined)
      if (hidden.length > 0)
        throw new HostError('host_forbidden', `The host does not show ${hidden.join(', ')}.`)
      return { settings }
    }
  }
}

/** Several parts need the same answer. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}

interface Source {
  path: string
  sha: string
  size: number
}

async function readFiles(
  host: Deps['host'],
  place: RepositoryAccess,
  branch: string | null
): Promise<readonly Source[]> {
  const tip = branch === null ? undefined : await host.branchTip(place, branch)
  if (tip === undefined)
    throw new HostError('host_not_found', 'The host does not show the files of the default branch.')
  const tree = await host.fetchSourceTree(place, tip)
  if (!tree.isWhole)
    throw new HostError('host_refused', 'The host does not list all files of the repository.')
  return [...tree.files, ...tree.others.map((path) => ({ path, sha: '', size: 0 }))]
}

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/
/** Those beyond it are reported as unread. */
const MOST_WORKFLOWS = 100
const MOST_BYTES = 256 * 1024
const MOST_BYTES_TOGETHER = 2 * 1024 * 1024

/** Parsed one by one, so that others need not wait for all. */
async function readWorkflows(
  host: Deps['host'],
  place: RepositoryAccess,
  sources: readonly Source[]
): Promise<WorkflowFacts[]> {
  const facts: WorkflowFacts[] = []
  let bytes = 0
  for (const { path, sha, size } of sources.filter((source) => WORKFLOW.test(source.path))) {
    const isRead = facts.length < MOST_WORKFLOWS && size <= MOST_BYTES && bytes + size <= MOST_BYTES_TOGETHER
    if (isRead) bytes += size
    const text = isRead && sha !== '' ? await host.sourceText(place, sha) : undefined
    facts.push(workflowFacts({ path, text }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return facts
}
