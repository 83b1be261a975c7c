import t from 'tap'
import { fault } from '#demo/world/faults.js'
import type { Delivery } from '#demo/world/state.js'
import { payloadOf } from '#demo/world/world.js'
import { talliesOfConfigResult } from '#domain/enforcement/config-files/tallies.js'
import { objectAt } from '#host/payload.js'
import { abandonConfigValidation, runConfigValidation } from '#services/enforcement/config-validation.js'
import { changeTallied } from '#store/counters/tallies.js'
import { saveConfigResults } from '#store/enforcement/config-results.js'
import { retryUntilDone, startActionService } from '#test/fixtures/action-service.js'
import { pushedFiles } from '#test/fixtures/pushed-files.js'

const acting = await startActionService(t)
const { deps, mortal, world, deeds, client, repository, repoId } = acting
const pushed = pushedFiles(acting)
t.beforeEach(async () => {
  world.mend()
  deeds.checks.length = 0
  await acting.configure({})
})

const CI = '.github/workflows/ci.yml'
const VALID = 'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n'
const BROKEN = VALID.replace('    runs-on: ubuntu-latest\n', '')
const CONTENTS = 'GET /repos/{owner}/{repo}/contents/{path}'
const workflow = (name: string, text = VALID) => ({ [CI]: `# ${name}\n${text}` })

const headOf = ([delivery]: readonly Delivery[]) => delivery && payloadOf(delivery)['after']
const resultsOf = async (commit_sha: string) => {
  const { data } = await client.GET('/api/enforcement/config-results', { params: { query: { commit_sha } } })
  return data?.data ?? []
}

t.test('a broken workflow fails at its line, and a fix makes the check pass', async (t) => {
  const [broken] = await pushed.push([workflow('broken', BROKEN)], 'topic')
  t.match(deeds.checks, [
    {
      name: 'service/config-validation',
      status: 'completed',
      head_sha: broken?.head_sha,
      conclusion: 'failure',
      title: `1 error in ${CI}`,
      output: {
        summary: /in line 4, column 3: The job "test" needs "runs-on"/,
        annotations: [
          {
            path: CI,
            start_line: 4,
            end_line: 4,
            start_column: 3,
            end_column: 3,
            annotation_level: 'failure',
            title: 'missing_runs_on',
            message: /needs "runs-on"/
          }
        ]
      }
    }
  ])
  t.match(await resultsOf(broken?.head_sha ?? ''), [
    {
      repo_id: repoId,
      repo_full_name: 'octo-org/hello',
      file_path: CI,
      file_type: 'host_actions',
      valid: false,
      errors: [{ rule: 'missing_runs_on', line: 4, col: 3, severity: 'error' }],
      warnings: [],
      check_run_id: deeds.checks[0]?.['id']
    }
  ])
  t.match(await pushed.decisionsOf(broken?.head_sha ?? ''), [
    { decision: 'acted', pillar: 'enforcement', branch: 'topic' }
  ])
  const [fixed] = await pushed.push([workflow('fixed')], 'topic')
  t.match(deeds.checks[1], { head_sha: fixed?.head_sha, conclusion: 'success', title: `${CI} is valid` })
  t.equal(objectAt(deeds.checks[1], 'output')?.['annotations'], undefined)
  t.match(await resultsOf(fixed?.head_sha ?? ''), [{ valid: true, errors: [] }])
})

t.test('one check tells of all files, the file of the service among them', async (t) => {
  const files = {
    '.github/.service.yml': 'settings:\n  dry_run: perhaps\n',
    'infra/main.tf': 'resource "a" "b" {\n',
    '50% of #a/{b}/ü?/compose.yml': 'services: { db: { image: "postgres:latest" } }\n',
    'README.md': 'hi'
  }
  const [job] = await pushed.push([files], 'many')
  t.match(deeds.checks, [
    {
      conclusion: 'failure',
      title: '2 errors in 3 files',
      output: {
        annotations: [
          { path: '.github/.service.yml' },
          { path: 'infra/main.tf' },
          { path: '50% of #a/{b}/ü?/compose.yml' }
        ]
      }
    }
  ])
  t.equal((await resultsOf(job?.head_sha ?? '')).length, 3)
})

t.test('only files of a known kind that a push leaves changed are validated', async (t) => {
  t.same(await pushed.arrive([{ 'README.md': 'hi', 'src/a.yml': 'a: [' }], 'topic'), [])
  t.same(await pushed.arrive([workflow('come'), { [CI]: null }], 'gone'), [])
  const tagged = world.push(repository, [workflow('tagged')], 'v1')
  const tag = tagged.map((one) => ({ ...one, body: one.body.replace('refs/heads/v1', 'refs/tags/v1') }))
  t.same(await pushed.deliver(tag), [])
  const renamed = await pushed.push([workflow('old'), { [CI]: null, 'mkdocs.yml': 'a: 1\n' }], 'renamed')
  t.match(renamed, [{ paths: ['mkdocs.yml'] }])
  t.match(deeds.checks, [{ title: 'mkdocs.yml is valid' }])
})

t.test('a push of many commits asks the host for the files', async (t) => {
  const others = Array.from({ length: 25 }, (_, at) => ({ [`src/${at}.ts`]: '' }))
  const [job] = await pushed.push([...others, workflow('late', BROKEN)], 'long')
  t.match(job, { is_whole: false })
  t.match(deeds.checks, [{ conclusion: 'failure', title: `1 error in ${CI}` }])
  await pushed.push([...others, { 'src/last.ts': 'x' }], 'plain')
  t.equal(deeds.checks.length, 1, 'without such files there is no check')
})

t.test('where the host cuts the list of a push, the files of the payload count as well', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 320 }, (_, at) => [`src/${at}.ts`, 'x']))
  const commits = [
    many,
    ...Array.from({ length: 20 }, (_, at) => ({ [`docs/${at}.md`]: 'x' })),
    workflow('cut')
  ]
  await pushed.push(commits, 'cut')
  t.match(deeds.checks, [
    { title: `${CI} is valid`, output: { summary: /More changed files were not checked/ } }
  ])
})

t.test('the same file of a commit is one result, however often it is pushed', async (t) => {
  const before = (await pushed.rows()).length
  const [one] = await pushed.push([workflow('same')], 'one')
  const [other] = await pushed.push([workflow('same')], 'other')
  t.equal(one?.head_sha, other?.head_sha)
  if (other) await runConfigValidation(deps, other)
  await pushed.carryOutChecks()
  t.equal((await pushed.rows()).length, before + 1)
  t.equal(deeds.checks.length, 1)
  t.equal((await pushed.decisionsOf(one?.head_sha ?? '')).length, 1)
})

t.test('a result that an earlier version found is replaced, and its sums with it', async (t) => {
  const [job] = await pushed.arrive([workflow('again')], 'again')
  if (!job) throw new Error('the push leads to no job')
  const finding = { rule: 'former', message: 'It was wrong.', line: 1, col: 1, severity: 'error' as const }
  const former = {
    repoId,
    commitSha: job.head_sha,
    filePath: CI,
    fileType: 'yaml' as const,
    valid: false,
    errors: [finding],
    warnings: [],
    isFirst: true,
    createdAt: world.now(),
    live: true
  }
  await deps.transaction((tx) =>
    changeTallied(tx, async (tallied) => {
      await saveConfigResults(tallied, [former])
      return [{ repoId, tallies: talliesOfConfigResult(former) }]
    })
  )
  const [before] = await resultsOf(job.head_sha)
  await runConfigValidation(deps, job)
  await pushed.carryOutChecks()
  t.match(await resultsOf(job.head_sha), [
    { id: before?.id, valid: true, errors: [], created_at: before?.created_at, file_type: 'host_actions' }
  ])
  t.match(deeds.checks, [{ conclusion: 'success' }])
})

t.test('two pushes at once have a check each', async (t) => {
  const [first, second] = [
    world.push(repository, [workflow('first', BROKEN)], 'busy'),
    world.push(repository, [workflow('second')], 'busy')
  ]
  const jobs = await pushed.deliver([...first, ...second])
  t.equal(jobs.length, 2)
  await Promise.all(jobs.map((job) => runConfigValidation(deps, job)))
  await pushed.carryOutChecks()
  const conclusionOf = (head: unknown) =>
    deeds.checks.find(({ head_sha }) => head_sha === head)?.['conclusion']
  t.same([conclusionOf(headOf(first)), conclusionOf(headOf(second))], ['failure', 'success'])
  t.equal(deeds.checks.length, 2)
})

t.test('while the host does not show the files, the check is running, and then has a result', async (t) => {
  const [job] = await pushed.arrive([{ ...workflow('slow'), 'mkdocs.yml': 'a: [\n' }], 'slow')
  if (!job) throw new Error('the push leads to no job')
  world.failNext(CONTENTS, 20, fault.broken())
  await t.rejects(runConfigValidation(deps, job), { code: 'host_unavailable' })
  world.mend()
  await pushed.carryOutChecks()
  t.match(deeds.checks, [{ status: 'in_progress', title: 'The configuration files are being checked' }])
  t.notOk(Object.hasOwn(deeds.checks[0] ?? {}, 'conclusion'))
  t.same(await resultsOf(job.head_sha), [], 'nothing is half done')
  await runConfigValidation(deps, job)
  await pushed.carryOutChecks()
  t.match(deeds.checks.slice(1), [
    { status: 'completed', conclusion: 'failure', title: '1 error in 2 files' }
  ])
  await abandonConfigValidation(deps, job)
  await pushed.carryOutChecks()
  t.equal(deeds.checks.length, 2, 'a result is never taken back')
})

t.test('a check whose files were never readable ends neutral', async (t) => {
  const [job] = await pushed.arrive([workflow('never')], 'never')
  if (!job) throw new Error('the push leads to no job')
  world.failNext(CONTENTS, 20, fault.broken())
  await t.rejects(runConfigValidation(deps, job), { code: 'host_unavailable' })
  world.mend()
  await pushed.carryOutChecks()
  await abandonConfigValidation(deps, job)
  await abandonConfigValidation(deps, job)
  await pushed.carryOutChecks()
  t.match(
    deeds.checks.map(({ status, conclusion = null }) => [status, conclusion]),
    [
      ['in_progress', null],
      ['completed', 'neutral']
    ]
  )
})

t.test('wherever the process dies, the commit gets one result and one check', async (t) => {
  for (let moment = 1, isDone = false; !isDone; moment += 1) {
    deeds.checks.length = 0
    const [job] = await pushed.arrive([workflow(`death ${moment}`, BROKEN)], `death-${moment}`)
    if (!job) throw new Error('the push leads to no job')
    acting.dieAfter(moment)
    isDone = await retryUntilDone(acting, () => runConfigValidation(mortal, job))
    await pushed.carryOutChecks()
    t.match(deeds.checks, [{ conclusion: 'failure', head_sha: job.head_sha }])
    t.equal(deeds.checks.length, 1)
    t.equal((await resultsOf(job.head_sha)).length, 1)
    t.equal((await pushed.decisionsOf(job.head_sha)).length, 1)
  }
})

t.test('where the pillar is off, only the file of the service is checked', async (t) => {
  await acting.configure({ pillars: { enforcement: { enabled: false } } })
  const [job] = await pushed.push(
    [{ ...workflow('off', BROKEN), '.service.yml': 'version: 1 # off\n' }],
    'off'
  )
  if (!job) throw new Error('the push leads to no job')
  t.match(deeds.checks, [{ conclusion: 'success', title: '.service.yml is valid' }])
  t.match(await resultsOf(job.head_sha), [{ file_path: '.service.yml', file_type: 'service_config' }])
  await runConfigValidation(deps, job)
  t.match(await pushed.decisionsOf(job.head_sha), [{ decision: 'skipped' }])
  const [alone] = await pushed.push([workflow('off alone', BROKEN)], 'off')
  t.equal(deeds.checks.length, 1)
  t.match(await pushed.decisionsOf(alone?.head_sha ?? ''), [{ decision: 'skipped' }])
})

t.test('a waiver of the pillar stops the validation', async (t) => {
  const scope = { scope: 'branch' as const, scope_value: 'waived' }
  const body = { repo: 'octo-org/hello', pillar: 'enforcement' as const, reason: 'a move', granted_by: 'me' }
  t.equal((await client.POST('/api/waivers', { body: { ...body, ...scope } })).response.status, 201)
  const [job] = await pushed.push([workflow('waived', BROKEN)], 'waived')
  t.same(deeds.checks, [])
  t.same(await resultsOf(job?.head_sha ?? ''), [])
  t.match(await pushed.decisionsOf(job?.head_sha ?? ''), [{ decision: 'skipped' }])
})

t.test('a dry run stores results and posts no check', async (t) => {
  await acting.configure({ settings: { dry_run: true } })
  const [job] = await pushed.push([workflow('dry', BROKEN)], 'dry')
  t.same(deeds.checks, [])
  t.match(await resultsOf(job?.head_sha ?? ''), [{ valid: false, check_run_id: null }])
  t.match(await pushed.decisionsOf(job?.head_sha ?? ''), [{ decision: 'dry_run' }])
})
