import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import t from 'tap'
import { configReference } from '#domain/configuration/reference.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { emitted } from '../../openapi/emit.js'
import { startTestService } from '../harness/app.js'

const { document, types, fields } = await emitted()
const committed = (name: string) => readFileSync(join(PACKAGE_FOLDER, 'openapi', name), 'utf8')

t.test(
  'the committed document, types and fields are what the code emits: after a change, npm run emit',
  async (t) => {
    t.equal(committed('openapi.json'), document, 'openapi.json')
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
  t.same((await service.inject({ url: '/openapi.json' })).json(), JSON.parse(committed('openapi.json')))
})

async function problemsOf(source: string): Promise<string[]> {
  // The contract tells some paths apart by a number in one where the other has a word; the linter does not see that.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, location[0]?.pointer].join(' ')
  )
}

t.test('the document is valid OpenAPI 3.1, without an error and without a warning', async (t) => {
  t.equal(JSON.parse(document).openapi, '3.1.0')
  t.same(await problemsOf(document), [])
  t.match(await problemsOf(document.replaceAll('"operationId"', '"x-id"')), [/^warn operation-operationId /])
})
