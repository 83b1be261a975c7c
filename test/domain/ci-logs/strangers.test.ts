// Failed logs that somebody wrote who had not seen the diagnosis, and that taught it nothing: half of them were looked at
// meanwhile, the others were not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { PACKAGE_FOLDER } from '#paths.js'

interface StrangerLog {
  id: string
  excerpt: string
  types_ok: string[]
  transient: boolean
  half: 'seen' | 'unseen'
}

const all = readFileSync(join(PACKAGE_FOLDER, 'test/domain/ci-logs/strangers/logs.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): StrangerLog => JSON.parse(line))

const diagnosed = all.map((log) => {
  const reader = createLogReader()
  reader.push(`${log.excerpt}\n`)
  return { ...log, diagnosis: diagnose(reader.end()) }
})

for (const half of ['seen', 'unseen'] as const) {
  const logs = diagnosed.filter((log) => log.half === half)

  t.test(`five of six types are right: ${half}`, async (t) => {
    const right = logs.filter(({ types_ok, diagnosis }) => types_ok.includes(diagnosis.type))
    t.ok(right.length >= (5 / 6) * logs.length, `${right.length} of ${logs.length}`)
  })

  t.test(`three of five that a re-run would mend are found: ${half}`, async (t) => {
    const transient = logs.filter((log) => log.transient)
    const found = transient.filter(({ diagnosis }) => diagnosis.transient)
    t.ok(found.length >= 0.6 * transient.length, `${found.length} of ${transient.length}`)
  })

  t.test(`at most one of twenty that stay would be run again: ${half}`, async (t) => {
    const lasting = logs.filter((log) => !log.transient)
    const again = lasting.filter(({ diagnosis }) => diagnosis.transient)
    t.ok(again.length <= lasting.length / 20, again.map(({ id }) => id).join(', '))
  })
}
