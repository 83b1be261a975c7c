// A process that dies at every step of a scan, an import or an update: nothing is there twice, and nothing is lost.
import t from 'tap'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { recordOf, sourceOf } from '#test/fixtures/advisories.js'
import { type CrashableJobs, openCrashableJobs } from '#test/fixtures/crashable-jobs.js'
import {
  alertOf,
  type DependencyService,
  lockOf,
  startDependencies
} from '#test/fixtures/dependency-service.js'
import { archiveOf, integrityOf, publishNpm } from '#test/fixtures/package-replies.js'
import { startRegistryUpdates } from '#test/fixtures/registry-update-service.js'

const MOST_MOMENTS = 60
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const lockedPad = (version: string) => ({
  version,
  resolved: archiveOf('pad', version),
  integrity: integrityOf('pad', version),
  license: 'MIT'
})

/** The process may die before each read of the host or of the source and before each write, and after it. */
function withMortalHost(deps: Deps, step: () => void): Deps {
  const mortal =
    <Given extends unknown[], Out>(read: (...given: Given) => Promise<Out>) =>
    async (...given: Given): Promise<Out> => {
      step()
      const result = await read(...given)
      step()
      return result
    }
  const { host, advisorySource, packageRegistries } = deps
  const perform: typeof host.effects.perform = async (access, order, mayWrite) => {
    const done = await host.effects.perform(access, order, async () => {
      step()
      await mayWrite()
      step()
    })
    step()
    return done
  }
  return {
    ...deps,
    packageRegistries(ecosystem) {
      const registry = packageRegistries(ecosystem)
      return registry && { ...registry, ask: mortal(registry.ask) }
    },
    advisorySource: advisorySource && { ...advisorySource, read: mortal(advisorySource.read) },
    host: {
      ...host,
      effects: { ...host.effects, perform },
      branchTip: mortal(host.branchTip),
      commitFile: mortal(host.commitFile),
      sourceText: mortal(host.sourceText),
      dependencies: { alerts: mortal(host.dependencies.alerts), files: mortal(host.dependencies.files) }
    }
  }
}

/** Dies once after so many moments, and works on in another process. */
async function dieAndWork({ world }: DependencyService, jobs: CrashableJobs, moments: number) {
  jobs.dieAfter(moments)
  for (let due = await jobs.work(); due; due = await jobs.work())
    world.advance(Math.max(0, due.getTime() - world.now().getTime()) + HOUR_MS)
  const isWhole = jobs.hasSurvived()
  jobs.forget()
  world.takeEvents()
  return isWhole
}

const MOST_WRITES = 120
const REQUESTS = { name: 'requests', from: '2.19.0', to: '2.20.0' }
const ofRequests = (severity: string) =>
  alertOf({
    ecosystem: 'pip',
    packageName: 'requests',
    manifestPath: 'requirements.txt',
    patched: '2.20.0',
    severity
  })

for (const [type, severity, branch, stride] of [
  ['batch_minor_patch', 'high', 'service/deps-pip', 1],
  // From the scan on, which asks for it.
  ['critical', 'critical', 'service/deps-critical-pip', 4]
] as const)
  t.test(
    `killed at any step, a ${type} update opens one pull request, and notes what it fixes`,
    async (t) => {
      const service = await startDependencies(t, { files: { 'requirements.txt': '' } })
      const { git, deps, repository, alerts, decisions, list, stats, scan, hear, world } = service
      const { patched: _, ...unpatched } = ofRequests(severity)
      alerts.alerts.push(ofRequests(severity), { ...unpatched, packageName: 'flask' })
      const jobs = openCrashableJobs(deps, withMortalHost)
      const pulls = () => [...repository.issues.values()].filter(({ pull }) => pull?.head === branch)
      let moments = 1
      for (let isWhole = false; !isWhole && moments < MOST_WRITES; moments += stride) {
        git.pushOutside({ 'requirements.txt': `requests==2.19.0 # ${moments}\nflask==0.12\n` })
        const before = (await decisions())[0]?.id ?? 0
        if (type === 'critical')
          jobs.add('dependencies.scan', { repo_id: repository.id, trigger_event: 'push' })
        else {
          t.match(await scan(), { status: 'completed', failures: [] })
          jobs.add('dependencies.update', {
            repo_id: repository.id,
            ecosystem: 'pip',
            update_type: type,
            trigger_event: 'api',
            packages: null,
            severities: null,
            allow_major: false,
            cause_hash: null
          })
        }
        isWhole = await dieAndWork(service, jobs, moments)
        const note = `dead after ${moments} moments`
        const open = pulls().filter(({ state }) => state === 'open')
        t.match([pulls().length, open.length], [Math.ceil(moments / stride), 1], note)
        const number = open[0]?.number ?? 0
        t.same(
          (await list()).data.map((one) => `${one.package_name} ${one.status} ${one.fix_pr_number}`).sort(),
          ['flask open null', `requests pr_opened ${number}`],
          note
        )
        const told = (await decisions()).filter(
          ({ id, target_type: target }) => id > before && target === 'branch'
        )
        t.match(told, { length: 1, 0: { decision: 'acted', reason: /It fixes requests/ } }, note)
        t.match(
          (await stats()).recent_batches[0],
          { status: 'open', pr_number: number, packages: [REQUESTS] },
          note
        )
        await hear(git.close(number))
        world.takeEvents()
        t.match((await stats()).recent_batches[0], { status: 'closed' }, note)
      }
      t.ok(moments > 20 && moments < MOST_WRITES, `${moments} moments at which it could die`)
    }
  )

t.test('killed at any step, a scan opens and fixes each finding once', async (t) => {
  const service = await startDependencies(t, { source: sourceOf(recordOf('GHSA-aaaa-aaaa-aaaa')) })
  const { git, deps, repository, alerts, events, states, shown, decisions, world } = service
  await service.importAll()
  await service.scan()
  const jobs = openCrashableJobs(deps, withMortalHost)
  let [moments, told, decided] = [1, (await events()).length, (await decisions()).length]
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    const isFixed = moments % 2 === 1
    git.pushOutside({ 'package-lock.json': lockOf({ 'left-pad': isFixed ? '2.0.0' : '1.0.0' }) })
    alerts.alerts.splice(
      0,
      9,
      alertOf({ ghsaId: 'GHSA-b', packageName: 'other', state: isFixed ? 'open' : 'fixed' })
    )
    world.advance(HOUR_MS)
    jobs.add('dependencies.scan', { repo_id: repository.id, trigger_event: 'schedule' })
    isWhole = await dieAndWork(service, jobs, moments)
    const note = `dead after ${moments} moments`
    t.same(
      await states(),
      isFixed ? ['GHSA-aaaa-aaaa-aaaa fixed', 'GHSA-b open'] : ['GHSA-aaaa-aaaa-aaaa open', 'GHSA-b fixed'],
      note
    )
    t.match((await shown()).last_scan, { status: 'completed', opened: 1, fixed: 1, error: null }, note)
    t.equal((await events()).length, told + 2, note)
    t.equal((await decisions()).length, decided + 1, note)
    told += 2
    decided += 1
  }
  t.ok(moments > 12 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
})

t.test(
  'killed at any step, an update that asks a registry keeps one pull request, of the last version',
  async (t) => {
    const of = (version: string) => ({
      'package-lock.json': json({
        lockfileVersion: 3,
        packages: { '': { dependencies: { pad: '*' } }, 'node_modules/pad': lockedPad(version) }
      })
    })
    const vulnerable = [{ ecosystem: 'npm' as const, name: 'pad', to: '1.0.1', path: 'package-lock.json' }]
    const service = await startRegistryUpdates(t, {
      files: of('1.0.0'),
      vulnerable,
      settings: { npm: 'public' }
    })
    const { servers, alerts, scan, deps, repository, pulls, updated, world, hear } = service
    const jobs = openCrashableJobs(deps, withMortalHost)
    let moments = 1
    for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
      const version = `1.0.${moments}`
      publishNpm(servers, 'pad', { [version]: {} })
      Object.assign(alerts.alerts[0] ?? {}, { patched: version })
      await scan()
      jobs.add('dependencies.update', {
        repo_id: repository.id,
        ecosystem: 'npm',
        update_type: 'batch_minor_patch',
        trigger_event: 'request',
        packages: null,
        severities: null,
        allow_major: false,
        cause_hash: null
      })
      isWhole = await dieAndWork(service, jobs, moments)
      await hear(world.takeEvents())
      const note = `dead after ${moments} moments`
      t.equal(pulls().length, 1, note)
      t.same(updated(), of(version), note)
    }
    t.ok(moments > 12 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
  }
)

t.test('killed at any step, an import ends with what the source has', async (t) => {
  const source = sourceOf()
  const service = await startDependencies(t, { source })
  const jobs = openCrashableJobs(service.deps, withMortalHost)
  let moments = 1
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    source.records.splice(
      0,
      99,
      recordOf(`GHSA-${moments}`),
      recordOf('GHSA-all', { modified: `2026-01-01T00:00:${10 + moments}Z` })
    )
    service.world.advance(24 * HOUR_MS)
    jobs.add('dependencies.import', {})
    isWhole = await dieAndWork(service, jobs, moments)
    t.match(
      (await service.stats()).advisories,
      { records: 2, error: null, imported_at: String },
      `dead after ${moments} moments`
    )
  }
  t.ok(moments > 5 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
})
