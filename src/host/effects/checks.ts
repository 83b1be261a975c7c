// Check runs: known again by the external id that the service gives them.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, textAt } from '../events/payload.js'
import { type Done, type Effect, isDone, onlyOne } from './effect.js'

function doneBy(run: JsonObject): Done {
  return {
    hostId: idAt(run, 'id'),
    evidence: { url: textAt(run, 'html_url'), conclusion: textAt(run, 'conclusion') }
  }
}

export const createCheck: Effect<ArgumentsOf<'create-check'>> = {
  async found(hands, { marker, arguments: { name, head_sha } }) {
    const parameters = { sha: head_sha, check_name: name, filter: 'all' }
    const own: JsonObject[] = []
    for await (const run of hands.list('/commits/{sha}/check-runs', parameters, 'check_runs'))
      if (textAt(run, 'external_id') === marker) own.push(run)
    return onlyOne(own, (run) => isDone(doneBy(run).evidence, idAt(run, 'id')))
  },
  async perform(hands, { marker, since, arguments: { name, head_sha, conclusion, title, summary } }) {
    const run = await hands.write('POST', '/check-runs', {
      body: {
        name,
        head_sha,
        external_id: marker,
        status: 'completed',
        conclusion,
        completed_at: since.toISOString(),
        output: { title, summary }
      }
    })
    return doneBy(run)
  }
}
