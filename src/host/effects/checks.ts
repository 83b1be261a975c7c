// Check runs: recognised by the external id that the service gives them.
import type { ArgumentsOf, CheckAnnotation } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, stringAt } from '../payload.js'
import { alreadyDone, type EffectHandler, type EffectResult, singleMatch } from './effect.js'

function checkResult(run: JsonObject): EffectResult {
  return {
    hostId: idAt(run, 'id'),
    evidence: { url: stringAt(run, 'html_url'), conclusion: stringAt(run, 'conclusion') }
  }
}

const shown = ({ path, line, column, level, title, message }: CheckAnnotation): JsonObject => ({
  path,
  start_line: line,
  end_line: line,
  start_column: column,
  end_column: column,
  annotation_level: level,
  title,
  message
})

export const createCheck: EffectHandler<ArgumentsOf<'create-check'>> = {
  async find(repository, { marker, arguments: { name, head_sha } }) {
    const parameters = { sha: head_sha, check_name: name, filter: 'all' }
    const matches: JsonObject[] = []
    for await (const run of repository.list('/commits/{sha}/check-runs', parameters, 'check_runs'))
      if (stringAt(run, 'external_id') === marker) matches.push(run)
    return singleMatch(matches, (run) => alreadyDone(checkResult(run).evidence, idAt(run, 'id')))
  },
  needsNoFinding: ({ earlier }) => earlier === 'none',
  async perform(repository, { marker, since, arguments: check }) {
    const { name, head_sha, conclusion, title, summary, annotations = [] } = check
    const at = since.toISOString()
    const state =
      conclusion === null
        ? { status: 'in_progress', started_at: at }
        : { status: 'completed', conclusion, completed_at: at }
    const run = await repository.write('POST', '/check-runs', {
      body: {
        name,
        head_sha,
        external_id: marker,
        ...state,
        output: {
          title,
          summary,
          ...(annotations.length === 0 ? {} : { annotations: annotations.map(shown) })
        }
      }
    })
    return checkResult(run)
  }
}
