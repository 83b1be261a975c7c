import { createRequire } from 'node:module'
import t from 'tap'
import published from '#demo/world/published.json' with { type: 'json' }
import { objectAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'

const corpus: { name: string; examples: JsonObject[] }[] = createRequire(import.meta.url)(
  '@octokit/webhooks-examples'
)

/** Event, object and a field that tells which of the examples is meant. */
const SOURCES: Record<keyof typeof published, readonly [string, string, string]> = {
  repository: ['issues', 'repository', 'id'],
  issue: ['issues', 'issue', 'reactions'],
  pull: ['pull_request', 'pull_request', 'auto_merge'],
  run: ['workflow_run', 'workflow_run', 'actor'],
  installation: ['installation', 'installation', 'suspended_at'],
  user: ['issues', 'sender', 'id'],
  release: ['release', 'release', 'id']
}

t.test('the emulated host answers in the shapes that the host publishes as examples', async (t) => {
  for (const [kind, [event, key, needed]] of Object.entries(SOURCES)) {
    const { examples = [] } = corpus.find(({ name }) => name === event) ?? {}
    const example = examples.map((one) => objectAt(one, key)).find((one) => one && needed in one)
    const text = JSON.stringify(example)
      .replaceAll(/Codertocat\/Hello-World|octo-org\/octo-repo/g, '{full_name}')
      .replaceAll(/Codertocat|octo-org/g, '{owner}')
    t.same(Reflect.get(published, kind), JSON.parse(text), kind)
  }
})
