import { asc } from 'drizzle-orm'
import t from 'tap'
import { commentsOf } from '#demo/world/ci/job-logs.js'
import { refusal } from '#demo/world/faults.js'
import { cancelAction } from '#services/actions/requests.js'
import { loadConfig } from '#services/configuration/resolve.js'
import { followPatch } from '#services/patches/follow.js'
import { objectionTo, type PatchProposal, proposePatch } from '#services/patches/propose.js'
import { saveLabels } from '#store/mirror/labels.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { LEASE_LAPSES_MS, startActionService } from '#test/fixtures/action-service.js'

const A = 'a'.repeat(40)

const acting = await startActionService(t)
const { world, repository, deps, deeds, repoId } = acting
await deps.transaction((tx) =>
  saveLabels(tx, repoId, [{ hostId: 1, name: 'CI-Heal', color: 'd73a4a', description: null }], new Date(0))
)
repository.labels.push({ id: 1, name: 'CI-Heal', color: 'd73a4a' })
t.beforeEach(async () => {
  world.mend()
  deeds.written.length = 0
  await acting.configure()
})

let nth = 0
const patch = (more: Partial<PatchProposal> = {}): PatchProposal => {
  nth += 1
  return {
    repoId,
    pillar: 'ci_healing',
    source: 'ci_heal',
    sourceId: nth,
    decisionId: null,
    branch: `service/heal-${nth}`,
    base: { branch: 'main', sha: A },
    isForHeadOnly: true,
    files: [{ path: 'src/a.ts', before: 'let  a = 1\n', after: `let a = ${nth}\n` }],
    title: 'Mend it',
    body: 'It was broken.',
    message: 'Mend it',
    evidence: { failure_type: 'lint_format' },
    followUp: {
      labels: ['ci-heal', 'lint_format'],
      reviewer: 'octocat',
      comment: { sha: A, body: 'Mended.', goesOn: null }
    },
    ...more
  }
}

const propose = async (wanted: PatchProposal) => {
  const { config } = await loadConfig(deps, { repoId })
  return deps.transaction((tx) => proposePatch(deps, tx, wanted, config))
}

const others = async () =>
  (await deps.db.select().from(managedActions).orderBy(asc(managedActions.id))).filter(
    ({ actionType, sourceId }) => actionType !== 'create-patch-pr' && sourceId === nth
  )

/** What the queue would do, once or more often. */
async function followed(id: number) {
  await followPatch(deps, id)
  await followPatch(deps, id)
  for (const action of await others()) await acting.carryOut(action.id)
}

t.test(
  'a patch becomes a pull request with existing labels, a reviewer and a comment, each once',
  async (t) => {
    const wanted = patch()
    const id = await propose(wanted)
    t.equal(await propose(wanted), id, 'whoever asks again is given the same')
    t.same(await others(), [], 'nothing follows before there is a pull request')
    await acting.carryOut(id)
    await followed(id)
    const number = repository.lastNumber
    t.same(deeds.written, [
      `branch ${wanted.branch}`,
      `pull of ${wanted.branch}`,
      `label CI-Heal on ${number}`,
      `ask octocat about ${number}`,
      `comment on ${A}`
    ])
    t.match(commentsOf(repository).at(-1)?.['body'], new RegExp(`Mended\\..*#${number}`, 's'))
  }
)

/** The host refuses to make a pull request, and makes none. */
const refuse = (status: number) =>
  world.failNext('POST /repos/{owner}/{repo}/pulls', 1, () => {
    repository.issues.delete(repository.lastNumber)
    deeds.written.pop()
    return refusal(status, 'No')
  })

t.test('a failure after the branch was created leaves no branch', async (t) => {
  for (const status of [422, 403]) {
    deeds.written.length = 0
    const wanted = patch()
    const id = await propose(wanted)
    refuse(status)
    await acting.carryOut(id)
    await followed(id)
    t.same(deeds.written, [`branch ${wanted.branch}`, `no branch ${wanted.branch}`])
    t.notOk(deeds.refs.has(wanted.branch))
  }
})

t.test(
  'a pull request that was opened although its action failed is followed up like any other',
  async (t) => {
    const wanted = patch()
    const id = await propose(wanted)
    world.failNext('POST /repos/{owner}/{repo}/pulls', 1, () => refusal(422, 'Validation Failed'))
    await acting.carryOut(id)
    t.match(await acting.rowOf(id), { status: 'failed' })
    await followed(id)
    const number = repository.lastNumber
    t.match(await acting.rowOf(id), { evidence: { pr_number: number, done_all_the_same: true } })
    t.ok(deeds.written.includes(`label CI-Heal on ${number}`))
    t.equal((await acting.auditOf(id)).length, 1)
  }
)

t.test('the branch is deleted even if somebody cancels halfway or disables the pillar', async (t) => {
  const wanted = patch()
  const id = await propose(wanted)
  refuse(502)
  await acting.carryOut(id)
  t.match(await acting.rowOf(id), { status: 'executing' })
  await acting.configure({ pillars: { ci_healing: { enabled: false } } })
  await cancelAction(deps, id, { reason: 'Not wanted.', actor: 'api' })
  world.advance(LEASE_LAPSES_MS)
  await followed(id)
  t.same(deeds.written, [`branch ${wanted.branch}`, `no branch ${wanted.branch}`])
})

t.test("a branch not known as the service's own is kept", async (t) => {
  const wanted = patch()
  deeds.refs.set(wanted.branch, A)
  const id = await propose(wanted)
  await acting.carryOut(id)
  t.match(await acting.rowOf(id), { status: 'blocked', blockedReason: 'marker_ambiguous' })
  await followed(id)
  t.ok(deeds.refs.has(wanted.branch))
  t.same(deeds.written, [])
})

t.test('if the base branch has new commits, nothing is started', async (t) => {
  const id = await propose(patch({ base: { branch: 'main', sha: 'b'.repeat(40) } }))
  await acting.carryOut(id)
  t.match(await acting.rowOf(id), { status: 'blocked', blockedReason: 'target_drifted' })
  t.same(deeds.written, [])
})

t.test(
  'a patch that the guard or the configuration refuses has an objection and is not proposed',
  async (t) => {
    await acting.configure({ pillars: { ci_healing: { blocked_file_patterns: ['src/locked/**'] } } })
    const { config } = await loadConfig(deps, { repoId })
    const file = (path: string, after: string) => ({ files: [{ path, before: 'a: 1\n', after }] })
    for (const [change, why] of [
      [file('src/locked/a.ts', 'a: 2\n'), /keeps repairs away/],
      [file('.github/workflows/ci.yml', 'a: 2\n'), /CI/],
      [file('src/a.ts', 'a: 1\n'), /Nothing is changed/]
    ] as const) {
      t.match(objectionTo(deps, patch(change), config), why)
      await t.rejects(propose(patch(change)), why)
    }
    const long = `${'ä'.repeat(200)}\n`.repeat(2_000)
    const files = [...'abcde'].map((name) => ({
      path: `src/${name}.ts`,
      before: `${long}a\n`,
      after: `${long}b\n`
    }))
    t.match(objectionTo(deps, patch({ files }), config), /too large in total/)
    t.equal(objectionTo(deps, patch({ files: files.slice(1) }), config), undefined)
    const workflow = patch({ ...file('.github/workflows/ci.yml', 'a: 2\n'), isWorkflowRepair: true })
    t.equal(objectionTo(deps, workflow, config), undefined)
  }
)
