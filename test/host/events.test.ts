import { createRequire } from 'node:module'
import fc from 'fast-check'
import t from 'tap'
import { hostEventOf } from '#host/events/events.js'
import { deliverySubjectOf } from '#host/events/subjects.js'
import type { JsonObject } from '#schemas/common.js'

interface Examples {
  name: string
  examples: JsonObject[]
}

// The package is plain JSON under the name of a module.
const corpus: Examples[] = createRequire(import.meta.url)('@octokit/webhooks-examples')

const installation = { id: 7, target_id: 9, account: { login: 'octo-org', type: 'Organization' } }
const repository = {
  id: 42,
  full_name: 'octo-org/hello',
  private: false,
  default_branch: 'main',
  archived: false,
  language: 'TypeScript',
  stargazers_count: 3
}
const identity = {
  hostId: 42,
  owner: 'octo-org',
  name: 'hello',
  private: false,
  defaultBranch: 'main',
  archived: false,
  language: 'TypeScript',
  stars: 3,
  pushedAt: null,
  createdAt: null,
  openCount: null
}

t.test('the action of an installation says whether it is there, suspended or gone', async (t) => {
  const changes = {
    created: 'present',
    new_permissions_accepted: 'present',
    unsuspend: 'present',
    suspend: 'suspended',
    deleted: 'deleted'
  }
  for (const [action, change] of Object.entries(changes)) {
    t.same(
      hostEventOf('installation', { action, installation, repositories: [repository] }),
      {
        kind: 'installation',
        change,
        installation: { hostId: 7, accountLogin: 'octo-org', accountType: 'Organization', targetId: 9 },
        repositories: [identity]
      },
      action
    )
  }
})

t.test('a changed selection names what was added and what was removed', async (t) => {
  const event = hostEventOf('installation_repositories', {
    installation,
    repositories_added: [repository],
    repositories_removed: [{ ...repository, id: 43 }]
  })
  t.match(event, {
    kind: 'installation-repositories',
    installation: { hostId: 7 },
    added: [{ hostId: 42 }],
    removed: [{ hostId: 43 }]
  })
})

t.test(
  'every other event that names a repository tells of it; few say that it is there, and one that it is gone',
  async (t) => {
    for (const name of ['issues', 'repository', 'workflow_run']) {
      const event = hostEventOf(name, { action: 'closed', repository, installation })
      t.same(event, { kind: 'repository', installationId: 7, repository: identity, change: null }, name)
    }
    t.match(hostEventOf('repository', { action: 'deleted', repository }), {
      change: 'deleted',
      installationId: null
    })
    for (const action of ['created', 'transferred'])
      t.match(hostEventOf('repository', { action, repository }), { change: 'present' }, action)
    t.match(hostEventOf('issues', { action: 'deleted', repository }), { change: null })
    t.match(hostEventOf('repository', { action: 'edited', repository }), { change: null, isItself: true })
  }
)

t.test('a ping, an unknown event and an event about nothing mean nothing to the service', async (t) => {
  t.equal(hostEventOf('ping', { repository }), undefined)
  t.equal(hostEventOf('zz_new_event', { repository }), undefined)
  t.equal(hostEventOf('issues.opened', { repository }), undefined)
  t.equal(hostEventOf('issues', {}), undefined)
  t.equal(hostEventOf('installation', { action: 'created' }), undefined)
})

t.test('a repository is taken only with an id and a full name of two parts', async (t) => {
  const wrong: JsonObject[] = [
    { ...repository, id: '42' },
    { ...repository, id: 0 },
    { ...repository, id: 2 ** 60 },
    { ...repository, full_name: 'hello' },
    { ...repository, full_name: 'octo-org/hello/more' },
    { ...repository, full_name: '/hello' },
    { ...repository, full_name: null }
  ]
  for (const one of wrong) t.equal(hostEventOf('push', { repository: one }), undefined, JSON.stringify(one))
})

t.test(
  'the subject of a delivery fits its columns: no NUL, no half of a character, no endless text, no impossible id',
  async (t) => {
    const payload = {
      action: `a\u0000${'z'.repeat(253)}\u{1f600}`,
      repository: { id: 1.5, full_name: 'o\u0000rg/hello\ud800' },
      installation: { id: -1 }
    }
    t.same(deliverySubjectOf(payload), {
      action: `a${'z'.repeat(253)}\ufffd`,
      repo: 'org/hello\ufffd',
      repoId: null,
      installationId: null,
      entity: null
    })
  }
)

t.test('every published example that names a repository is understood', async (t) => {
  t.equal(corpus.flatMap(({ examples }) => examples).length, 329)
  for (const { name, examples } of corpus) {
    const expected = examples.filter((example) => example['repository'] !== undefined && name !== 'ping')
    const understood = expected.filter((example) => hostEventOf(name, example) !== undefined)
    t.equal(understood.length, expected.length, name)
  }
})

const kindsOf = (name: string) =>
  (corpus.find((one) => one.name === name)?.examples ?? []).map((example) => hostEventOf(name, example)?.kind)

t.test('every published example of an issue, a pull request and a run tells of its subject', async (t) => {
  // The host sends pull requests that enter or leave a milestone as issues.
  t.same(new Set(kindsOf('issues')), new Set(['issue', 'repository']))
  t.equal(kindsOf('issues').filter((kind) => kind === 'repository').length, 4)
  t.same(new Set(kindsOf('pull_request')), new Set(['pull-request']))
  t.same(new Set(kindsOf('workflow_run')), new Set(['ci-run']))
  t.ok(kindsOf('issue_comment').includes('issue'), 'a comment brings the issue with it')
})

t.test('a deleted or transferred issue is gone, and a deleted comment takes no issue with it', async (t) => {
  const issue = { id: 5, number: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' }
  const goneBy = (name: string, action: string) => hostEventOf(name, { action, repository, issue })
  t.match(goneBy('issues', 'deleted'), { kind: 'issue', gone: true, issue: { hostId: 5, state: 'open' } })
  t.match(goneBy('issues', 'transferred'), { gone: true })
  t.match(goneBy('issues', 'closed'), { gone: false })
  t.match(goneBy('issue_comment', 'deleted'), { kind: 'issue', gone: false })
})

t.test('an issue was edited only where its title or its body was another before', async (t) => {
  const dates = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' }
  const issue = { id: 5, number: 1, title: 'now', body: null, ...dates }
  const newsOf = (action: string, changes: JsonObject = {}, name = 'issues') => {
    const event = hostEventOf(name, { action, repository, issue, changes })
    return event?.kind === 'issue' ? event.changeKind : undefined
  }
  for (const action of ['opened', 'reopened', 'labeled', 'unlabeled']) t.equal(newsOf(action), action)
  t.equal(newsOf('edited', { title: { from: 'before' } }), 'edited')
  t.equal(newsOf('edited', { body: { from: 'before' } }), 'edited')
  t.equal(newsOf('edited', { title: { from: 'now' }, body: { from: '' } }), 'other')
  t.equal(newsOf('edited'), 'other')
  t.equal(newsOf('assigned'), 'other')
  t.equal(newsOf('edited', { body: { from: 'of the comment' } }, 'issue_comment'), 'other')
})

t.test('a comment on a pull request tells of the repository alone', async (t) => {
  const issue = { id: 5, number: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' }
  t.match(hostEventOf('issue_comment', { repository, issue: { ...issue, pull_request: {} } }), {
    kind: 'repository'
  })
})

t.test('a closed pull request is merged exactly if the host says when', async (t) => {
  const pull = {
    id: 6,
    number: 2,
    state: 'closed',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z'
  }
  const stateOf = (more: JsonObject) =>
    hostEventOf('pull_request', { repository, pull_request: { ...pull, ...more } })
  t.match(stateOf({ merged_at: null }), { pullRequest: { state: 'closed' } })
  t.match(stateOf({ merged_at: '2026-01-02T00:00:00Z' }), { pullRequest: { state: 'merged' } })
  t.match(stateOf({ state: 'open' }), { pullRequest: { state: 'open', draft: false, additions: null } })
})

t.test(
  'a run has a conclusion when it is completed, and an unknown word is neither success nor failure',
  async (t) => {
    const run = {
      id: 7,
      head_sha: 'abc',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-02T00:00:00Z'
    }
    const runOf = (more: JsonObject) =>
      hostEventOf('workflow_run', { repository, workflow_run: { ...run, ...more } })
    t.match(runOf({ status: 'waiting', conclusion: 'success' }), {
      run: { status: 'queued', conclusion: null }
    })
    t.match(runOf({ status: 'completed', conclusion: 'failure' }), {
      run: { conclusion: 'failure', attempt: 1 }
    })
    t.match(runOf({ status: 'completed', conclusion: 'new_word' }), { run: { conclusion: 'neutral' } })
  }
)

t.test('a release is one once it is out: no draft, no prerelease, and of a tag that can be one', (t) => {
  const [example] = corpus.find(({ name }) => name === 'release')?.examples ?? []
  const told = (action: string, more: JsonObject = {}) => {
    const release = { ...Object(example?.['release']), ...more }
    const event = hostEventOf('release', { ...example, action, release })
    return event?.kind === 'release' ? event.release : event?.kind
  }
  const out = { tag: '0.0.1', publishedAt: new Date('2019-05-15T15:20:53Z') }
  for (const action of ['published', 'released']) t.same(told(action), out)
  for (const action of ['created', 'edited', 'deleted', 'prereleased']) t.equal(told(action), 'repository')
  const none = [{ draft: true }, { prerelease: true }, { published_at: null }, { tag_name: 'v'.repeat(256) }]
  for (const more of none) t.equal(told('published', more), 'repository')
  t.end()
})

t.test('no JSON object whatever makes the reading of an event fail', async () => {
  const names = fc.constantFrom('installation', 'installation_repositories', 'repository', 'issues')
  const keys = fc.constantFrom(
    'installation',
    'repository',
    'repositories',
    'repositories_added',
    'account',
    'id'
  )
  fc.assert(
    fc.property(names, fc.dictionary(keys, fc.jsonValue()), (name, json) => {
      // The border to JSON: what is serialised holds nothing else.
      const payload = JSON.parse(JSON.stringify(json)) as JsonObject
      deliverySubjectOf(payload)
      hostEventOf(name, payload)
    })
  )
})

t.test('a delivery is about the narrowest thing that it names, by ids that outlive names', async (t) => {
  const repository = { id: 42, full_name: 'octo-org/hello' }
  const installation = { id: 7 }
  const cases: [JsonObject, string | null][] = [
    [{ repository, issue: { number: 3 }, installation }, '42#3'],
    [{ repository, issue: { number: 3, pull_request: {} }, comment: {} }, '42#3'],
    [{ repository, pull_request: { number: 3 } }, '42#3'],
    [{ repository, workflow_run: { id: 9 } }, '42@9'],
    [{ repository, workflow_job: { id: 1, run_id: 9 } }, '42@9'],
    [{ repository, label: { id: 1 }, installation }, '42/labels'],
    [{ installation }, 'installation/7'],
    [{ action: 'created' }, null]
  ]
  for (const [payload, entity] of cases)
    t.equal(deliverySubjectOf(payload).entity, entity, JSON.stringify(payload))
})

t.test('a push that changes the configuration file says so, however many others it changes', (t) => {
  const others = Array.from({ length: 3_000 }, (_, at) => `src/file-${at}.ts`)
  const push = (modified: string[]) => ({
    ref: 'refs/heads/main',
    after: 'a'.repeat(40),
    repository,
    installation,
    commits: [{ added: [], removed: [], modified }]
  })
  t.match(hostEventOf('push', push([...others, '.service.yml'])), {
    kind: 'push',
    changesConfig: true,
    pushed: { touchesServiceFile: true, paths: { length: 3_001 } }
  })
  t.match(hostEventOf('push', push(others)), { changesConfig: false, pushed: { touchesServiceFile: false } })
  t.end()
})

t.test('a push tells what its commits change in all, and whether they may be more', (t) => {
  const pushedIn = (commits: JsonObject[], more: JsonObject = {}) => {
    const push = { ref: 'refs/heads/feature/a', before: 'b'.repeat(40), after: 'a'.repeat(40), commits }
    const event = hostEventOf('push', { ...push, repository, installation, ...more })
    return event?.kind === 'push' ? event.pushed : undefined
  }
  const commits = [
    { added: ['a', 'b'], removed: [], modified: ['c'] },
    { added: ['d'], removed: ['a', 'c'], modified: ['b'] },
    { added: ['c'], removed: ['e'], modified: [] }
  ]
  t.same(pushedIn(commits), {
    commit: 'a'.repeat(40),
    branch: 'feature/a',
    before: 'b'.repeat(40),
    paths: ['b', 'd', 'c'],
    isWhole: true,
    touchesServiceFile: false,
    by: null
  })
  t.match(pushedIn([{ added: [], removed: ['.service.yml'], modified: [] }]), { touchesServiceFile: true })
  t.match(pushedIn(Array.from({ length: 21 }, () => ({ added: [], removed: [], modified: [] }))), {
    isWhole: false
  })
  t.match(pushedIn(commits, { before: '0'.repeat(40), created: true }), { before: null })
  t.equal(pushedIn(commits, { ref: 'refs/tags/v1' }), null)
  t.equal(pushedIn([], { after: '0'.repeat(40), deleted: true }), null)
  t.end()
})
