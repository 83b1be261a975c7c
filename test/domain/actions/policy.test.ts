import t from 'tap'
import { actionPolicy, findConfigRestriction } from '#domain/actions/policy.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'

const usual = resolveConfig({ org: {}, repo: {}, db: {}, isReadable: true }).config

const patch = (...paths: string[]): ActionIntent => ({
  actionType: 'create-patch-pr',
  arguments: {
    branch: 'service/fix',
    base: 'main',
    base_sha: 'a'.repeat(40),
    title: 'Fix',
    body: '',
    message: 'Fix',
    files: paths.map((path) => ({ path, content: '' }))
  }
})
const patching = (pillar: string, ...paths: string[]) =>
  findConfigRestriction({ intent: patch(...paths), pillar, target: { type: 'repo' } }, usual)
const deleting = (branch: string, config: ServiceConfig = usual) => {
  const intent: ActionIntent = { actionType: 'delete-branch', arguments: { sha: 'a'.repeat(40) } }
  return findConfigRestriction({ intent, pillar: 'maintainer', target: { type: 'branch', branch } }, config)
}

t.test('one blocked file keeps a whole patch from being proposed', async (t) => {
  t.equal(
    patching('ci_healing', 'src/a.ts', 'secrets/a'),
    'secrets/a must not be changed: it matches the blocked pattern secrets/**.'
  )
  t.equal(patching('ci_healing', 'src/a.ts', 'src/key.ts'), undefined)
  t.match(patching('issue_fix', '.github/workflows/ci.yml'), /\.github/)
})

t.test('a blocked glob matches at any depth, ignoring case, with everything below', async (t) => {
  t.match(patching('ci_healing', '.env'), /blocked/)
  t.match(patching('ci_healing', 'deploy/.env.production'), /blocked/)
  t.match(patching('ci_healing', 'a/b/server.pem'), /blocked/)
  t.match(patching('ci_healing', 'a/secrets/b'), /blocked/)
  t.match(patching('ci_healing', 'a/Server.PEM'), /blocked/)
  t.match(patching('issue_fix', 'apps/x/db/a.sql'), /blocked/)
})

t.test('each pillar is kept from its own files only', async (t) => {
  t.equal(patching('ci_healing', 'migrations/1.sql'), undefined)
  t.match(patching('issue_fix', 'migrations/1.sql'), /blocked/)
  t.equal(patching('issue_fix', '.env'), undefined)
  t.equal(patching('maintainer', '.env', 'migrations/1.sql'), undefined)
})

t.test('a repair stays within the files that it may change', async (t) => {
  const repo = { pillars: { ci_healing: { allowed_file_patterns: ['docs/**', '*.md'] } } }
  const config = resolveConfig({ org: {}, repo, db: {}, isReadable: true }).config
  const repairing = (...paths: string[]) =>
    findConfigRestriction({ intent: patch(...paths), pillar: 'ci_healing', target: { type: 'repo' } }, config)
  t.equal(repairing('docs/a/b.txt', 'src/README.md'), undefined)
  t.match(repairing('docs/a.txt', 'src/a.ts'), /src\/a\.ts .* matches none of the patterns/)
})

t.test('a repair needs its setting also when it is carried out, and a fix has one of its own', async (t) => {
  const asked = (pillar: string, branch = 'service/fix') => {
    const { arguments: given, ...intent } = patch('src/a.ts')
    const target = { type: 'branch', branch: 'main' } as const
    // The border to the type of intents, of which this is one with another branch.
    const wish = { ...intent, arguments: { ...given, branch } } as ActionIntent
    return actionPolicy({ intent: wish, pillar, target, defaultBranch: 'main' })
  }
  t.same(asked('ci_healing'), { may: true, needs: ['pillars.ci_healing.auto_patch'] })
  t.same(asked('issue_fix'), { may: true, needs: [] })
  t.equal(asked('ci_healing', 'main').may, false)
})

t.test(
  'a pull request is kept current by the pillar trust alone, on branches of the service alone',
  async (t) => {
    const may = (pillar: string | null, branch = 'service/quarantine') =>
      actionPolicy({
        intent: {
          actionType: 'keep-patch-pr',
          arguments: {
            branch,
            base: 'main',
            base_sha: 'a'.repeat(40),
            files: [],
            title: 'Keep',
            body: '',
            message: 'Keep',
            labels: []
          }
        },
        pillar,
        target: { type: 'branch', branch: 'main' },
        defaultBranch: 'main'
      })
    t.same(may('trust'), { may: true, needs: [] })
    for (const pillar of ['enforcement', 'ci_healing', null])
      t.match(may(pillar), { may: false, why: /trust/ })
    t.match(may('trust', 'main'), { may: false, why: /service\// })
  }
)

t.test('things are tracked in issues by enforcement and trust alone', async (t) => {
  const label = { name: 'tracked', color: 'e11d48' }
  const may = (pillar: string | null) =>
    actionPolicy({
      intent: { actionType: 'track-issue', arguments: { title: 'Broken', body: '', label, state: 'open' } },
      pillar,
      target: { type: 'repo' },
      defaultBranch: 'main'
    }).may
  t.same(['enforcement', 'trust', 'triage', null].map(may), [true, true, false, false])
})

t.test('no branch is deleted while the default one is not known', async (t) => {
  const intent: ActionIntent = { actionType: 'delete-branch', arguments: { sha: 'a'.repeat(40) } }
  const asked = (branch: string, defaultBranch: string | null) =>
    actionPolicy({ intent, pillar: 'maintainer', target: { type: 'branch', branch }, defaultBranch }).may
  t.equal(asked('trunk', null), false)
  t.equal(asked('trunk', 'main'), true)
  t.equal(asked('service/fix', null), true)
})

t.test("branches that are protected stay, the service's own included", async (t) => {
  t.match(deleting('main'), /main is protected/)
  t.equal(deleting('topic'), undefined)
  const repo = { pillars: { maintainer: { branch_cleanup: { protected_branches: ['service/*'] } } } }
  t.match(
    deleting('service/fix', resolveConfig({ org: {}, repo, db: {}, isReadable: true }).config),
    /protected/
  )
})

t.test('merges are taken back on branches of their own alone, by people or by the queue', async (t) => {
  const may = (branch: string, pillar: string | null) =>
    actionPolicy({
      intent: {
        actionType: 'create-revert-pr',
        arguments: {
          branch,
          base: 'main',
          merge_sha: 'a'.repeat(40),
          before_sha: null,
          title: 'Revert',
          body: '',
          message: 'Revert'
        }
      },
      pillar,
      target: { type: 'pr', number: 1 },
      defaultBranch: 'main'
    })
  t.same(may('service-rollback/pr-1-2', null), { may: true, needs: [] })
  t.same(may('service-rollback/pr-1-2', 'merge_queue'), { may: true, needs: ['pillars.merge_queue.enabled'] })
  t.match(may('service-rollback/pr-1-2', 'triage'), { may: false })
  t.match(may('main', null), { may: false })
})
