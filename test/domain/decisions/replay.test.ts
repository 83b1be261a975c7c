import t from 'tap'
import { registry } from '#capabilities/index.js'
import { mergeLayers } from '#domain/configuration/layers/layers.js'
import { verdictText } from '#domain/decisions/verdict.js'
import { sha256Of } from '#domain/json/canonical.js'
import type { JsonObject } from '#schemas/common.js'
import type { ReplayCase } from './fixtures/replay-case.js'
import { REPLAY_CASES } from './fixtures/replay-cases.js'

/** The verdict of the recorded decision, with each change alone, and with each pair of them. */
function verdictsOf({ evaluator: key, inputs, config, changes }: ReplayCase): string[] {
  const evaluator = registry.evaluators.get(key)
  if (!evaluator) throw new Error(`no ${key}`)
  const verdict = (given: JsonObject, used: JsonObject) => verdictText(evaluator.evaluate(given, used))
  return [
    verdict(inputs, config),
    ...changes.flatMap(([given, used], at) => {
      const [changed, under] = [mergeLayers(inputs, given), mergeLayers(config, used)]
      const others = changes.slice(at + 1)
      return [
        verdict(changed, under),
        ...others.map(([further, more]) => verdict(mergeLayers(changed, further), mergeLayers(under, more)))
      ]
    })
  ]
}

for (const replay of REPLAY_CASES) {
  const verdicts = verdictsOf(replay)
  t.test(`${replay.evaluator} decides ${verdicts.length} recorded cases to the same byte`, async (t) => {
    t.equal(sha256Of(verdicts.join('\n')), replay.sha256)
    t.ok(new Set(verdicts).size >= replay.changes.length / 2, 'the cases differ in what is decided')
  })
}
