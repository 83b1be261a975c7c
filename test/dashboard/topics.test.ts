import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { topicsOf } from '#dashboard/kit/live/topics.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { TOPICS } from '#schemas/operation/stream.js'
import { operationsOf } from '#test/rules/document.js'

/** What changes without the database, or too often to be told. */
const ASKED_FROM_TIME_TO_TIME = [
  '/health',
  '/health/ready',
  '/metrics',
  '/api/stream',
  '/api/host',
  '/api/system'
]

const document = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'openapi/openapi.json'), 'utf8'))
const reads = operationsOf(document)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path)

t.test('each read of the API is loaded again when one of its topics changes', async (t) => {
  t.ok(reads.length > 80, `${reads.length} reads`)
  for (const path of reads) {
    const isAsked = ASKED_FROM_TIME_TO_TIME.some((one) => path === one || path.startsWith(`${one}/`))
    t.equal(topicsOf(path).length === 0, isAsked, path)
  }
})

t.test('each topic has something to load again', async (t) => {
  const used = new Set(reads.flatMap(topicsOf))
  t.same([...used].sort(), [...TOPICS].sort())
})
