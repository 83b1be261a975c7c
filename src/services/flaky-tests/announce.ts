// Shows the quarantine of a repository on the host: one issue for each test, and the list in one file.
import type { Deps, RepositoryAccess, Tx } from '#deps.js'
import {
  CODE_OWNER_FILES,
  LARGEST_CODE_OWNERS,
  type OwnersOf,
  readCodeOwners
} from '#domain/flaky-tests/code-owners.js'
import { quarantineLabel } from '#domain/flaky-tests/issue-text.js'
import { LIST_MESSAGE, LIST_TITLE, listText, QUARANTINE_BRANCH } from '#domain/flaky-tests/list-text.js'
import { QUARANTINE_FILE, renderQuarantineList } from '#domain/flaky-tests/quarantine-list.js'
import { configUnreadable } from '#errors/host.js'
import { announcedTests, type FlakyTestRow, saveAnnounced } from '#store/flaky-tests/tests.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { type KeptPatch, objectionToKept, proposeKeptPatch } from '../patches/keep.js'
import { MOST_FILE_BYTES, type PatchBounds } from '../patches/propose.js'
import { FLAKY_TESTS } from './check.js'
import { trackTest } from './issues.js'

/** Idempotent: what is shown already is not shown again. */
export async function announceQuarantine(deps: Deps, repoId: number): Promise<void> {
  const repository = await repositoryById(deps.db, repoId)
  if (!repository.live || repository.isSuspended || repository.archived) return
  const config = await loadConfig(deps, { repoId })
  if (!config.isReadable) throw configUnreadable()
  const head = await headOf(deps, repository)
  await deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) return
    const tests = await announcedTests(tx, repoId)
    const owned = await saveOwners(tx, tests, head?.ownersOf)
    for (const test of trackedTests(owned)) await trackTest(deps, tx, test)
    if (head) await keepList(deps, tx, { repository, head, tests: owned })
  })
}

/** More issues at once are noise: what has cost the most comes first, and the list has all. */
const MOST_ISSUES = 25

function trackedTests(tests: readonly FlakyTestRow[]): FlakyTestRow[] {
  const open = tests.filter(({ tracked, status }) => tracked && status === 'quarantined')
  const waiting = tests.filter(({ tracked, status }) => !tracked && status === 'quarantined')
  const first = waiting
    .toSorted((a, b) => b.costMs - a.costMs)
    .slice(0, Math.max(0, MOST_ISSUES - open.length))
  return tests.filter((test) => test.tracked || first.includes(test))
}

interface BranchHead {
  branch: string
  sha: string
  /** The list as the default branch has it. */
  list: string | undefined
  ownersOf: OwnersOf | undefined
}

const LARGEST_LIST = 2 * 1024 * 1024

/** Undefined while the repository is empty. */
async function headOf({ host }: Deps, repository: KnownRepository): Promise<BranchHead | undefined> {
  const { defaultBranch: branch } = repository
  const access = repositoryAccessOf(repository)
  const sha = branch === null ? undefined : await host.branchTip(access, branch)
  if (branch === null || sha === undefined) return undefined
  const list = await host.commitFile(access, { commit: sha, path: QUARANTINE_FILE, mostBytes: LARGEST_LIST })
  return { branch, sha, list: list?.text, ownersOf: await readOwners({ host }, access, sha) }
}

async function readOwners(
  { host }: Pick<Deps, 'host'>,
  access: RepositoryAccess,
  commit: string
): Promise<OwnersOf | undefined> {
  for (const path of CODE_OWNER_FILES) {
    const file = await host.commitFile(access, { commit, path, mostBytes: LARGEST_CODE_OWNERS })
    if (file) return file.text === undefined ? undefined : readCodeOwners(file.text)
  }
  return undefined
}

/** The file of a test may get other owners. */
async function saveOwners(
  tx: Tx,
  tests: readonly FlakyTestRow[],
  ownersOf: OwnersOf | undefined
): Promise<FlakyTestRow[]> {
  const owned: FlakyTestRow[] = []
  for (const test of tests) {
    const codeOwners = ownersOf?.(test.file ?? test.suite) ?? []
    if (codeOwners.join(' ') !== test.codeOwners.join(' ')) await saveAnnounced(tx, [test.id], { codeOwners })
    owned.push({ ...test, codeOwners })
  }
  return owned
}

interface ListToKeep {
  repository: KnownRepository
  head: BranchHead
  tests: readonly FlakyTestRow[]
}

/** Nothing is proposed where the default branch has the list already, or never had one. */
async function keepList(deps: Deps, tx: Tx, { repository, head, tests }: ListToKeep): Promise<void> {
  const quarantined = tests.filter(({ status }) => status === 'quarantined')
  const text = renderQuarantineList(quarantined.map(listedTest))
  const isWanted = text !== head.list && (quarantined.length > 0 || head.list !== undefined)
  const change: Pick<KeptPatch, 'files' | 'bounds'> = {
    files: isWanted ? [{ path: QUARANTINE_FILE, before: head.list ?? null, after: text }] : [],
    bounds: LIST_BOUNDS
  }
  const objection = objectionToKept(change)
  // The issues say the same of each test.
  if (objection !== undefined)
    return deps.log.warn(
      { repo: repository.fullName, objection },
      'the list of quarantined tests is not shown'
    )
  await proposeKeptPatch(deps, tx, {
    ...change,
    repoId: repository.repoId,
    pillar: 'trust',
    source: FLAKY_TESTS,
    decisionId: null,
    branch: QUARANTINE_BRANCH,
    base: { branch: head.branch, sha: head.sha },
    title: LIST_TITLE,
    body: listText(quarantined.length),
    message: LIST_MESSAGE,
    labels: [quarantineLabel],
    evidence: { tests: quarantined.length },
    settlingSeconds: SETTLING_SECONDS
  })
}

/** Several tests that move within this time are one change. */
const SETTLING_SECONDS = 15
/** A list may become as short as it likes, and so long as an action can hold. */
const LIST_BOUNDS: PatchBounds = {
  blockedPaths: [],
  limits: { files: 1, lines: 100_000, characters: MOST_FILE_BYTES, leastShareLeft: 0 }
}

function listedTest({
  suite,
  name,
  testId,
  quarantinedAt,
  quarantineExpiresAt,
  codeOwners,
  issueNumber
}: FlakyTestRow) {
  const since = quarantinedAt ?? new Date(0)
  return {
    suite,
    name,
    testId,
    since,
    expires: quarantineExpiresAt ?? since,
    owner: codeOwners[0] ?? null,
    issueNumber
  }
}
