import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { registry } from '#capabilities/index.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { SAID_OF_DUPLICATES } from '../fixtures/duplicate-verdicts.js'
import { SAID_OF_FIXES } from '../fixtures/fix-verdicts.js'
import { SAID_OF_HEALING } from '../fixtures/heal-verdicts.js'
import { SAID_OF_TRIAGE } from '../fixtures/triage-verdicts.js'
import { SAID } from '../fixtures/verdicts.js'
import { REPLAY_CASES } from './fixtures/replay-cases.js'

const DOMAIN = join(PACKAGE_FOLDER, 'src', 'domain')
const NAMES = [...registry.evaluators.keys()].sort()

t.test('each version of an evaluator lies in a file of its own that says its number', async (t) => {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.v\d+\.ts$/.test(file)
  )
  const named = files.map((file) => {
    const [, name, version] =
      /name: '(\w+)',\s+version: (\d+)/.exec(readFileSync(join(DOMAIN, file), 'utf8')) ?? []
    t.match(basename(file), `.v${version}.ts`, file)
    return `${name}@${version}`
  })
  t.same(named.sort(), NAMES)
})

t.test('of each version of an evaluator there is a recorded decision that is made again', async (t) => {
  const recorded = [...SAID, ...SAID_OF_DUPLICATES, ...SAID_OF_TRIAGE, ...SAID_OF_HEALING, ...SAID_OF_FIXES]
  const names = [...recorded.map(([name]) => name), ...REPLAY_CASES.map(({ evaluator }) => evaluator)]
  t.same([...new Set(names)].sort(), NAMES)
})
