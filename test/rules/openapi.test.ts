import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import t from 'tap'
import { configReference } from '#domain/configuration/reference.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { emitted } from '../../openapi/emit.js'
import { startTestService } from '../harness/app.js'

const { document, older, types, fields } = await emitted()
const committed = (name: string) => readFileSync(join(PACKAGE_FOLDER, 'openapi', name), 'utf8')

t.test(
  'the committed document, types and fields are what the code emits: after a change, npm run emit',
  async (t) => {
    t.equal(committed('openapi.json'), document, 'openapi.json')
    t.equal(committed('openapi-3.0.json'), older, 'openapi-3.0.json')
    t.equal(committed('types.ts'), types, 'types.ts')
    t.equal(committed('fields.ts'), fields, 'fields.ts')
  }
)

t.test(
  'the reference of the configuration is what the schema says: after a change, npm run emit',
  async (t) => {
    t.equal(readFileSync(join(PACKAGE_FOLDER, 'docs', 'configuration.md'), 'utf8'), configReference())
  }
)

t.test('the service serves the committed document', async (t) => {
  const service = await startTestService({
    work: false,
    deps: { version: JSON.parse(document).info.version }
  })
  t.teardown(() => service.close())
  for (const name of ['openapi.json', 'openapi-3.0.json'])
    t.same((await service.inject({ url: `/${name}` })).json(), JSON.parse(committed(name)), name)
})

const COLLABORATORS = '/api/maintainer/collaborators/{owner}/{repo}'
const ISSUE_PAIRS = '/api/duplicates/issue/{hostIssueId}'

/** Paths that the contract tells apart by a number, a method or a word in one where the other has a name. */
const AMBIGUOUS = [
  ['/api/deliveries/retries/{id}', '/api/deliveries/{id}/retry'],
  [ISSUE_PAIRS, '/api/duplicates/{id}/confirm'],
  [ISSUE_PAIRS, '/api/duplicates/{id}/dismiss'],
  ...['settings', 'actions', 'stats', 'stale-scan', 'branch-cleanup'].map((part) => [
    COLLABORATORS,
    `/api/maintainer/{owner}/{repo}/${part}`
  ])
]

async function problemsOf(source: string): Promise<string[]> {
  // Version 3.0 cannot name a licence without an address.
  const config = await createConfig({ extends: ['recommended'], rules: { 'info-license-strict': 'off' } })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const isKnown = ({ ruleId, message }: (typeof problems)[number]) =>
    ruleId === 'no-ambiguous-paths' &&
    AMBIGUOUS.some((pair) => pair.every((path) => message.includes(`\`${path}\``)))
  return problems
    .filter((problem) => !isKnown(problem))
    .map(({ severity, ruleId, message, location }) =>
      [severity, ruleId, message, location[0]?.pointer].join(' ')
    )
}

t.test('the document is valid OpenAPI 3.1, without an error and without a warning', async (t) => {
  t.equal(JSON.parse(document).openapi, '3.1.0')
  t.same(await problemsOf(document), [])
  t.match(await problemsOf(document.replaceAll('"operationId"', '"x-id"')), [/^warn operation-operationId /])
})

t.test(
  'the document for older generators is valid OpenAPI 3.0, and has every operation and schema',
  async (t) => {
    t.equal(JSON.parse(older).openapi, '3.0.3')
    t.same(await problemsOf(older), [])
    const shapeOf = ({ paths, components }: { paths: object; components: { schemas: object } }) => [
      ...Object.keys(paths),
      ...Object.keys(components.schemas)
    ]
    t.same(shapeOf(JSON.parse(older)), shapeOf(JSON.parse(document)))
  }
)
