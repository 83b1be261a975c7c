// What a scan finds, and what becomes of it.
import t from 'tap'
import { ALERTS_DISABLED, ALERTS_FORBIDDEN } from '#demo/world/alerts.js'
import { fault } from '#demo/world/faults.js'
import { recordOf, sourceOf } from '#test/fixtures/advisories.js'
import { alertOf, lockOf, startDependencies } from '#test/fixtures/dependency-service.js'

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
const ALERTS = 'GET /repos/{owner}/{repo}/dependabot/alerts'

t.test('a resolved version that an advisory affects is found with all that is known of it', async (t) => {
  const source = sourceOf(recordOf('GHSA-aaaa-aaaa-aaaa', { aliases: ['CVE-2026-1'], vector: VECTOR }))
  const service = await startDependencies(t, { source })
  t.same(await service.importAll(), [])
  t.match(await service.scan(), {
    status: 'completed',
    alerts: 'read',
    manifests: 1,
    packages: 1,
    opened: 1,
    failures: []
  })
  const { manifests, vulnerabilities, totals } = await service.shown()
  t.match(manifests, [
    { file_path: 'package-lock.json', ecosystem: 'npm', lockfile: true, dep_count: 1, status: 'read' }
  ])
  t.same(totals, { manifests: 1, vulnerabilities: 1 })
  t.match(vulnerabilities, [
    {
      advisory_id: 'GHSA-aaaa-aaaa-aaaa',
      ghsa_id: 'GHSA-aaaa-aaaa-aaaa',
      cve_id: 'CVE-2026-1',
      package_name: 'left-pad',
      installed_version: '1.0.0',
      patched_version: '2.0.0',
      affected_range: '< 2.0.0',
      severity: 'critical',
      cvss_score: 9.8,
      status: 'open',
      direct: true,
      dev: false,
      manifest_path: 'package-lock.json',
      repo_full_name: 'octo-org/hello'
    }
  ])
  const decisions = await service.decisions()
  t.match(
    decisions.find(({ decision }) => decision === 'acted'),
    {
      pillar: 'trust',
      reason: 'Vulnerabilities: 1 opened, 0 fixed, 0 dismissed on the host; 1 stand.'
    }
  )
  t.match(await service.events(), [
    { event_type: 'vulnerability_detected', metadata: { package_name: 'left-pad', severity: 'critical' } }
  ])
})

t.test(
  'an alert and a record of the same vulnerability are one, and all pages of alerts are read',
  async (t) => {
    const source = sourceOf(recordOf('PYSEC-1', { aliases: ['CVE-2026-1'], severity: 'LOW' }))
    const service = await startDependencies(t, { source })
    await service.importAll()
    service.alerts.alerts.push(alertOf({ cveId: 'CVE-2026-1', severity: 'medium', score: 5.3 }))
    for (let at = 0; at < 250; at += 1)
      service.alerts.alerts.push(alertOf({ ghsaId: `GHSA-b${at}`, packageName: `package-${at}` }))
    t.match(await service.scan(), { status: 'completed', opened: 251 })
    const [both] = (await service.list({ package: 'left-pad' })).data
    t.match(both, { advisory_id: 'GHSA-aaaa-aaaa-aaaa', severity: 'medium', cvss_score: 5.3, status: 'open' })
    t.same(both?.aliases, ['CVE-2026-1', 'PYSEC-1'])
    t.equal((await service.list({ per_page: 100, page: 3 })).data.length, 51)
  }
)

t.test('a failed fetch fails the scan, and lowers no count', async (t) => {
  const service = await startDependencies(t, { source: sourceOf(recordOf('GHSA-aaaa-aaaa-aaaa')) })
  const { world, scan, states, git } = service
  await service.importAll()
  service.alerts.alerts.push(alertOf({ ghsaId: 'GHSA-cccc', packageName: 'other' }))
  await scan()
  const before = await service.stats()
  git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '2.0.0' }) })
  for (const route of [
    ALERTS,
    'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
  ]) {
    world.failNext(route, 10, fault.broken())
    const failed = await scan()
    t.match(failed, { status: 'failed', error: /502/ }, route)
    t.equal(failed.failures.length, 1, 'the job is tried again')
    t.same(await states(), ['GHSA-aaaa-aaaa-aaaa open', 'GHSA-cccc open'])
    t.same(await service.stats(), before)
    world.mend()
  }
  t.match(await scan(), { status: 'completed', fixed: 1, error: null })
  t.same(await states(), ['GHSA-aaaa-aaaa-aaaa fixed', 'GHSA-cccc open'])
})

t.test(
  'alerts that are turned off leave the local database, and the scan says so; what only they told stays',
  async (t) => {
    const service = await startDependencies(t, { source: sourceOf(recordOf('GHSA-aaaa-aaaa-aaaa')) })
    const { scan, states, git, alerts } = service
    await service.importAll()
    alerts.alerts.push(alertOf({ ghsaId: 'GHSA-cccc', packageName: 'other' }))
    await scan()
    alerts.alerts.splice(0)
    for (const [refusal, word] of [
      [ALERTS_DISABLED, 'disabled'],
      [ALERTS_FORBIDDEN, 'forbidden']
    ] as const) {
      alerts.refusal = refusal
      const ended = await scan()
      t.match(ended, { status: 'completed', alerts: word })
      t.match(ended.notes.join('\n'), /The alerts of the host are not there/)
      t.same(await states(), ['GHSA-aaaa-aaaa-aaaa open', 'GHSA-cccc open'])
    }
    git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '2.0.0' }) })
    await scan()
    t.same(await states(), ['GHSA-aaaa-aaaa-aaaa fixed', 'GHSA-cccc open'])
    alerts.refusal = undefined
    await scan()
    t.same(await states(), ['GHSA-aaaa-aaaa-aaaa fixed', 'GHSA-cccc fixed'])
  }
)

t.test('without alerts and without a database nobody says that there is nothing', async (t) => {
  const service = await startDependencies(t)
  service.alerts.refusal = ALERTS_DISABLED
  t.match(await service.scan(), { status: 'failed', error: /OSV_SOURCE/, failures: [] })
})

t.test('a repository without manifests still has its alerts', async (t) => {
  const service = await startDependencies(t, { files: { 'README.md': 'Hello\n' } })
  service.alerts.alerts.push(alertOf())
  t.match(await service.scan(), { status: 'completed', manifests: 0, opened: 1 })
})

t.test(
  'what is read is read at depth, but not in folders of others; what is gone is forgotten',
  async (t) => {
    const service = await startDependencies(t, {
      files: {
        'apps/web/package-lock.json': lockOf({ 'left-pad': '1.0.0' }),
        'node_modules/x/package-lock.json': lockOf({ 'left-pad': '1.0.0' }),
        'apps/web/package.json': '{"dependencies": {"left-pad": "1.0.0"}}',
        'requirements.txt': '-r more/base.txt\ndjango==1.0\n',
        'more/base.txt': '-r ../requirements.txt\nflask==0.1\n'
      },
      source: sourceOf(
        recordOf('GHSA-aaaa-aaaa-aaaa'),
        recordOf('GHSA-flask', { ecosystem: 'PyPI', name: 'Flask', fixed: '1.0' })
      )
    })
    await service.importAll()
    await service.scan()
    const { manifests, vulnerabilities } = await service.shown()
    t.same(
      manifests.map((one) => one.file_path),
      ['apps/web/package-lock.json', 'apps/web/package.json', 'more/base.txt', 'requirements.txt']
    )
    t.same(vulnerabilities.map((one) => `${one.package_name} ${one.manifest_path}`).sort(), [
      'flask more/base.txt',
      'left-pad apps/web/package-lock.json'
    ])
    service.git.pushOutside({ 'apps/web/package-lock.json': null, 'apps/web/package.json': null })
    await service.scan()
    t.same(
      (await service.shown()).manifests.map((one) => one.file_path),
      ['more/base.txt', 'requirements.txt']
    )
    t.same(await service.states(), ['GHSA-aaaa-aaaa-aaaa fixed', 'GHSA-flask open'])
  }
)

t.test('a file that has not changed is not read again', async (t) => {
  const service = await startDependencies(t)
  await service.scan()
  service.world.forgetCounts()
  service.git.pushOutside({ 'README.md': 'Hello again\n' })
  await service.scan()
  t.equal(service.world.count('GET /repos/{owner}/{repo}/git/blobs/{file_sha}'), 0)
})

t.test('a repository too large for one list is walked folder by folder', async (t) => {
  const service = await startDependencies(t, {
    files: { 'a/b/package-lock.json': lockOf({ 'left-pad': '1.0.0' }) }
  })
  service.world.failNext('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', 1, (answer) => ({
    ...answer,
    body: { ...Object(answer.body), truncated: true }
  }))
  t.match(await service.scan(), { status: 'completed', manifests: 1, packages: 1 })
})

t.test('a file that cannot be read is recorded as that, and its findings stay until it can be', async (t) => {
  const service = await startDependencies(t, { source: sourceOf(recordOf('GHSA-aaaa-aaaa-aaaa')) })
  await service.importAll()
  await service.scan()
  const broken = {
    'package-lock.json': '{"lockfileVersion": 99, "packages"',
    'yarn.lock': 'not a lock file at all {{{\n'
  }
  service.git.pushOutside(broken)
  const ended = await service.scan()
  t.match(ended, { status: 'completed', fixed: 0 })
  t.match(ended.notes.join('\n'), /package-lock\.json: /)
  t.match((await service.shown()).manifests, [
    { file_path: 'package-lock.json', status: 'unreadable', error: String, ecosystem: 'npm' },
    { file_path: 'yarn.lock' }
  ])
  t.same(await service.states(), ['GHSA-aaaa-aaaa-aaaa open'])
  service.git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': '3.0.0' }), 'yarn.lock': null })
  t.match(await service.scan(), { status: 'completed', fixed: 1 })
})

t.test('a lock file of 50 MB is not read, and the scan says so', async (t) => {
  const service = await startDependencies(t)
  service.world.failNext('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', 1, (answer) => ({
    ...answer,
    body: {
      ...Object(answer.body),
      tree: Object(answer.body).tree.map((one: object) => ({ ...one, size: 50 * 2 ** 20 }))
    }
  }))
  const ended = await service.scan()
  t.match(ended, { status: 'completed' })
  t.match(ended.notes.join('\n'), /package-lock\.json: It has 52428800 bytes/)
  t.match((await service.shown()).manifests, [{ status: 'too_large' }])
})

t.test('many thousands of vulnerabilities are found and fixed at once', async (t) => {
  const service = await startDependencies(t)
  const many = Array.from({ length: 7_500 }, (_, at) => alertOf({ packageName: `package-${at}` }))
  service.alerts.alerts.push(...many)
  t.match(await service.scan(), { status: 'completed', opened: 7_500, error: null })
  service.alerts.alerts.length = 0
  t.match(await service.scan(), { status: 'completed', fixed: 7_500, error: null })
})
