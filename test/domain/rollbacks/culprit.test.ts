// Which merge broke a deployment: a merge is named only if ancestry leaves no other.
import fc from 'fast-check'
import t from 'tap'
import { commitsBetween, isAncestor } from '#demo/world/git/history.js'
import { openObjects, writeCommit, writeTree } from '#demo/world/git/objects.js'
import { culpritInputs } from '#domain/rollbacks/culprit-inputs.js'
import { isDeployment } from '#domain/rollbacks/deployments.js'
import { rollbackCulpritV1, rollbackPlanIn } from '#domain/rollbacks/rollback-culprit.v1.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import type { Json, JsonObject } from '#schemas/common.js'

const END = Date.parse('2026-03-02T10:20:00.000Z')
const KEYWORDS = ['deploy', 'release', 'publish', 'production', 'prod', 'ship']
const CONFIG = {
  settings: { dry_run: false },
  pillars: { merge_queue: { enabled: true, rollback: { keywords: KEYWORDS, window_minutes: 30 } } }
}

/** Each commit has one or two parents among those before it. */
const dag = fc.record({
  parents: fc.array(fc.tuple(fc.nat(), fc.option(fc.nat())), { minLength: 3, maxLength: 25 }),
  red: fc.nat(),
  green: fc.nat(),
  merges: fc.array(fc.nat(), { minLength: 1, maxLength: 5 })
})

function commitsOf(parents: readonly (readonly [number, number | null])[]) {
  const store = openObjects()
  const tree = writeTree(store, new Map())
  const facts = { tree, message: '', author: 'octocat', at: new Date(0) }
  const shas = [writeCommit(store, { ...facts, parents: [] }).sha]
  for (const [one, other] of parents) {
    const at = (index: number) => shas[index % shas.length] ?? ''
    const both = other === null ? [at(one)] : [...new Set([at(one), at(other)])]
    shas.push(writeCommit(store, { ...facts, parents: both }).sha)
  }
  return { store, shas }
}

t.test('a merge is named if and only if it alone lies between the deployments', async (t) => {
  let named = 0
  fc.assert(
    fc.property(dag, ({ parents, red, green, merges }) => {
      const { store, shas } = commitsOf(parents)
      const at = (index: number) => shas[index % shas.length] ?? ''
      const [redSha, greenSha] = [at(red), at(green)]
      const between = commitsBetween(store, greenSha, redSha).map(({ sha }) => sha)
      const candidates = [...new Set(merges.map(at))].map((mergeSha, index) => ({
        prNumber: index + 1,
        mergeSha,
        mergedAt: new Date(END - (index + 1) * MINUTE_MS),
        isBetween: between.includes(mergeSha)
      }))
      const guilty = candidates.filter(
        ({ mergeSha }) => isAncestor(store, mergeSha, redSha) && !isAncestor(store, mergeSha, greenSha)
      )
      const inputs = culpritInputs({
        isReadable: true,
        isRollbackOn: true,
        defaultBranch: 'main',
        run: {
          hostRunId: 2,
          headSha: redSha,
          workflow: 'Deploy',
          path: null,
          branch: 'main',
          conclusion: 'failure',
          completedAt: new Date(END)
        },
        firstRed: { hostRunId: 2, headSha: redSha },
        lastGreen: { hostRunId: 1, headSha: greenSha },
        merges: candidates,
        isComparable: true,
        waiverId: null,
        earlier: null
      })
      const plan = rollbackPlanIn(rollbackCulpritV1.evaluate(inputs, CONFIG).plan)
      const [only] = guilty
      if (guilty.length !== 1) return plan.next === 'explain'
      named += 1
      return plan.next === 'revert' && plan.merge_sha === only?.mergeSha && plan.pr_number === only.prNumber
    }),
    { numRuns: 2_000, seed: 11 }
  )
  t.ok(named > 200, `${named} of 2000 histories have one culprit`)
})

t.test('any JSON gives a verdict, and without facts nothing is taken back', async (t) => {
  const revert = (verdict: ReturnType<typeof rollbackCulpritV1.evaluate>) =>
    rollbackPlanIn(verdict.plan).next === 'revert'
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (inputs, settings) => {
      // Casts: what fast-check makes is JSON.
      const [facts, rollback] = [inputs as JsonObject, settings as Json]
      const config = { ...CONFIG, pillars: { merge_queue: { enabled: true, rollback } } }
      const known = { is_readable: true, rollback_enabled: true, ...facts }
      return !revert(rollbackCulpritV1.evaluate(known, config))
    })
  )
  t.notOk(revert(rollbackCulpritV1.evaluate({}, {})))
})

t.test('a workflow is a deployment by whole words of its name or its path', async (t) => {
  for (const text of [
    'Deploy',
    'deploy-prod',
    'CD: release_please',
    'shipIt',
    'DeployToProduction',
    '.github/workflows/publish.yml'
  ])
    t.ok(isDeployment(['ci', text], KEYWORDS), text)
  for (const text of ['product-tests', 'Redeploy', 'deployments', 'shipping', 'unpublished', '', '生产'])
    t.notOk(isDeployment([text], KEYWORDS), text)
  t.ok(isDeployment(['Go-Live now'], ['go live']), 'a keyword may have several words')
  t.ok(isDeployment(['生产 部署'], ['部署']), 'in any language')
  t.notOk(isDeployment(['anything'], ['', ' - ']), 'a keyword without a word fits nothing')
})
