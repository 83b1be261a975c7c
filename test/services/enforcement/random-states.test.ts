// Policies of all kinds over branches in all states: whatever is found, a run makes nothing weaker.
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { ProtectionBody } from '#demo/world/protections/protection-state.js'
import { shortfallsOf } from '#domain/host/protection.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { Policy, PolicyBody } from '#schemas/enforcement/policies.js'
import { startPolicies } from '#test/fixtures/policy-service.js'
import { checkNames, liveProtection, promisesAt, ruleAt } from '#test/fixtures/random-protection.js'

/** Each with every set of policies. */
const BRANCHES = 8
const POLICY_SETS = 3

const names = Array.from({ length: BRANCHES }, (_, at) => `release-${at.toString(36)}`)
const rule = fc.option(fc.boolean())
const policies = fc.array(
  fc.record({
    branch_pattern: fc.constantFrom('*', 'release-*', 'release-1', 'release-?', 'r*-3'),
    mode: fc.constantFrom('audit' as const, 'enforce' as const),
    min_reviews: fc.option(fc.nat(6)),
    require_signed_commits: rule,
    require_linear_history: rule,
    block_force_pushes: rule,
    block_deletions: rule,
    enforce_admins: rule,
    require_status_checks: rule,
    required_status_check_contexts: checkNames
  }),
  { maxLength: 4 }
)
const states = fc.array(fc.option(liveProtection), { minLength: BRANCHES, maxLength: BRANCHES })

const service = await startPolicies(t)
const { client, deps, repository, world, policy, run, written, violations } = service
for (const name of names) world.addBranch(repository, name)

async function replacePolicies(bodies: readonly Partial<PolicyBody>[]): Promise<Policy[]> {
  const { data } = await client.GET('/api/enforcement/policies', { params: { query: {} } })
  for (const { id } of data?.data ?? [])
    await client.DELETE('/api/enforcement/policies/{id}', { params: { path: { id } } })
  const created: Policy[] = []
  for (const [at, body] of bodies.entries()) created.push(await policy({ ...body, name: `Policy ${at}` }))
  return created
}

const ONE_BRANCH: Readonly<Record<string, string>> = { 'release-1': 'release-1', 'r*-3': 'release-3' }
const reaches = ({ branch_pattern: pattern }: Policy, branch: string) =>
  (ONE_BRANCH[pattern] ?? branch) === branch

/** What it asks for, in the words of a branch rule. */
const askOf = (one: Policy) => ({
  required_reviews: one.min_reviews ?? 0,
  required_status_checks: one.required_status_check_contexts,
  ...(one.require_signed_commits ? { require_signed_commits: true } : {}),
  ...(one.require_linear_history ? { require_linear_history: true } : {}),
  ...(one.block_force_pushes ? { allow_force_pushes: false } : {}),
  ...(one.block_deletions ? { allow_deletions: false } : {}),
  ...(one.enforce_admins ? { enforce_admins: true } : {}),
  ...(one.require_status_checks ? { require_status_checks: true } : {})
})

function prepare(bodies: readonly (ProtectionBody | null)[]): void {
  for (const [at, name] of names.entries()) {
    const body = bodies[at]
    if (body) world.protectBranch(repository, name, body)
    else world.unprotectBranch(repository, name)
  }
}

/** Issues that tell of violations are written as well. */
const protectionsWritten = () =>
  written.splice(0).filter((what) => what.startsWith('protection') || what.startsWith('signatures'))

async function checkBranch(t: Test, name: string, { before, inForce, open }: Outcome): Promise<void> {
  const after = await ruleAt(deps, repository.id, name)
  t.same(shortfallsOf(after, before.get(name) ?? {}), [], 'nothing is weaker')
  const lacking = inForce.filter((one) => reaches(one, name) && shortfallsOf(after, askOf(one)).length > 0)
  const told = open.filter(({ branch }) => branch === name).map(({ policy_id }) => policy_id)
  t.same(told.sort(), lacking.map(({ id }) => id).sort(), 'what falls short is told')
  t.same(
    lacking.filter(({ mode }) => mode === 'enforce'),
    [],
    'and corrected where it is enforced'
  )
}

interface Outcome {
  before: ReadonlyMap<string, Awaited<ReturnType<typeof promisesAt>>>
  inForce: readonly Policy[]
  open: Awaited<ReturnType<typeof violations>>
}

t.test('in any state no field gets weaker, and each branch complies or is told of', async (t) => {
  const property = fc.asyncProperty(states, policies, async (bodies, asked) => {
    world.advance(HOUR_MS)
    prepare(bodies)
    const inForce = await replacePolicies(asked)
    const before = new Map<string, Awaited<ReturnType<typeof promisesAt>>>()
    for (const name of names) before.set(name, await promisesAt(deps, repository.id, name))
    await run()
    const mayWrite = inForce.some(({ mode }) => mode === 'enforce')
    t.ok(protectionsWritten().length === 0 || mayWrite, 'who only looks writes nothing')
    const open = await violations({ status: 'open', per_page: 100 })
    for (const name of names) await checkBranch(t, name, { before, inForce, open })
    await run()
    t.same(protectionsWritten(), [], 'what complies is left alone')
  })
  await fc.assert(property, { numRuns: POLICY_SETS })
})
